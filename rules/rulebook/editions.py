"""The editions of the rulebook: the switches in which their verdicts differ, and their citations.

A row is a row of the rulebook's table of differences (`rules.rulebook.differences`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from types import MappingProxyType
from typing import Any, Literal

from rules.rulebook import RULEBOOK, Citation
from rules.rulebook.citation import DOCUMENTS

__all__ = ["DEFAULT", "EDITIONS", "EPIC", "Citation", "Edition", "Switches", "UnknownEdition", "edition"]


EPIC = "epic"
"""A transfer by Epic Campaign Mode; otherwise deck and experience come along (`Switches.transfer`)."""


class UnknownEdition(ValueError):
    """The requested edition does not exist."""


def _(message: str) -> str:
    """Mark a text for translation; the pages translate it."""
    return message


def _switch(*, row: int, text: str) -> Any:
    return field(metadata={"row": row, "text": text})


@dataclass(frozen=True, slots=True, kw_only=True)
class Switches:
    """The points on which the editions judge differently; each field names the row that explains it."""

    upgrade_minimum_one: bool = _switch(
        row=1, text=_("An upgrade costs at least 1 experience, discounts included.")
    )
    multiclass_spares_limited_slots: bool = _switch(
        row=2,
        text=_("A card with an unlimited class takes no limited slot, even where the option lacks “other”."),
    )
    heal_text_literal: bool = _switch(
        row=4,
        text=_("Options by card text ask for the exact wording; a looser match gets a note, not an error."),
    )
    illegal_cards_must_leave: bool = _switch(
        row=7,
        text=_("Cards that a changed option makes illegal leave the deck, which is refilled free of charge."),
    )
    standalone_myriad_counts_once: bool = _switch(
        row=8,
        text=_("A myriad card counts once, per title and level, toward a standalone deck’s experience."),
    )
    transfer: Literal["epic", "transfer"] = _switch(
        row=9,
        text=_(
            "How an investigator goes to a new campaign: Epic Campaign Mode, or with deck and experience."
        ),
    )
    epic_difficulty_not_lower: bool = _switch(
        row=9, text=_("The new campaign may not be easier than the old one.")
    )
    start_abilities_retrigger: bool = _switch(
        row=9, text=_("Abilities at the start of a campaign trigger again after a transfer.")
    )
    lost_required_card_lapses: bool = _switch(
        row=11,
        text=_("A required card that an effect removed, as the log says, is no longer required."),
    )
    signature_exempt_from_title_limit: bool = _switch(
        row=13, text=_("Signature cards are not counted with other cards of their title.")
    )
    modified_reprints: bool = _switch(row=14, text=_("A deck uses only one version of a modified reprint."))
    environments: bool = _switch(row=15, text=_("There are the environments Current, Limited and Legacy."))
    taboo_per_investigator: bool = _switch(
        row=17, text=_("Each investigator decides on the taboo list; otherwise the whole group does.")
    )
    printed_taboo_list: str = _switch(row=17, text=_("The taboo list printed in the document, if any."))
    ultimatums: frozenset[str] = _switch(row=18, text=_("The available ultimatums, boons and refractions."))
    survival_ends_player: bool = _switch(
        row=19,
        text=_(
            "Under the Ultimatum of Survival, who lost an investigator cannot return with an earlier one."
        ),
    )
    bearer_chosen_by: Literal["leaver", "others"] = _switch(
        row=21, text=_("Who chooses the new bearer of a unique campaign card when its bearer leaves.")
    )
    bag_ultimatums_last: bool = _switch(
        row=26,
        text=_("Broken Promises and Failure apply for the rest of the campaign, not only at setup."),
    )
    swapped_weakness_leaves_pool: bool = _switch(
        row=28, text=_("A basic weakness replaced by its follow-up does not return to the pool.")
    )
    devoured: bool = _switch(row=30, text=_("Devoured is a separate outcome, which counts as killed."))
    empty_deck_defeats: bool = _switch(
        row=31,
        text=_("Having to draw from an empty deck and discard pile is a defeat with 1 mental trauma."),
    )
    last_agenda_defeats: bool = _switch(
        row=32,
        text=_(
            "An investigator who survives the last agenda is defeated and suffers 1 trauma of either kind."
        ),
    )
    disaster_for_replacements: bool = _switch(
        row=40, text=_("The Ultimatum of Disaster also applies to the deck of a replacement.")
    )


@dataclass(frozen=True, slots=True)
class Edition:
    """One rulebook, by which a deck or a campaign is judged."""

    id: str
    title: str
    switches: Switches
    interpreted: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}), compare=False)
    """Switches that rest on an interpretation of the document, not on its exact words: name →
    interpretation."""

    @property
    def document(self) -> str:
        return DOCUMENTS[self.id].title

    @property
    def language(self) -> str:
        return DOCUMENTS[self.id].language

    def applies(self, rule: str) -> bool:
        """Return whether this edition has the rule at all."""
        return RULEBOOK[rule].applies(self.id)

    def cite(self, rule: str) -> Citation | None:
        """Return the place of the rule in this edition or, if it is silent, in the document that fills in.

        None for a rule that this edition does not have. For one that it contradicts, the place of the
        contradiction.
        """
        return _cite(self.id, rule)


@cache
def _cite(edition: str, rule: str) -> Citation | None:
    return RULEBOOK[rule].cite(edition)


FIRST_ULTIMATUMS = frozenset(
    {
        "ub.agony",
        "ub.broken-promises",
        "ub.broken-veil",
        "ub.chaos",
        "ub.disaster",
        "ub.dread",
        "ub.exile",
        "ub.failure",
        "ub.finality",
        "ub.forbidden-knowledge",
        "ub.hardship",
        "ub.highlander",
        "ub.induction",
        "ub.orthodoxy",
        "ub.scream",
        "ub.survival",
        "ub.ultimatums",
        "boon.ancients",
        "boon.athena",
        "boon.destiny",
        "boon.hades",
        "boon.hermes",
        "boon.osiris",
        "boon.thoth",
        "refraction.scorched-earth",
    }
)
LATER_ULTIMATUMS = frozenset(
    {
        "ub.malevolence",
        "ub.spiral",
        "boon.morrigan",
        "boon.nodens",
        "boon.persephone",
    }
)

GRIMOIRE_1_1 = Edition(
    id="grimoire-1.1",
    title="Grimoire 1.1",
    switches=Switches(
        upgrade_minimum_one=True,
        multiclass_spares_limited_slots=True,
        heal_text_literal=True,
        illegal_cards_must_leave=False,
        standalone_myriad_counts_once=True,
        transfer="epic",
        epic_difficulty_not_lower=True,
        start_abilities_retrigger=True,
        lost_required_card_lapses=True,
        signature_exempt_from_title_limit=True,
        modified_reprints=True,
        environments=True,
        taboo_per_investigator=False,
        printed_taboo_list="",
        ultimatums=FIRST_ULTIMATUMS | LATER_ULTIMATUMS,
        survival_ends_player=True,
        bearer_chosen_by="leaver",
        bag_ultimatums_last=False,
        swapped_weakness_leaves_pool=True,
        devoured=True,
        empty_deck_defeats=True,
        last_agenda_defeats=True,
        disaster_for_replacements=True,
    ),
    interpreted=MappingProxyType(
        {
            "heal_text_literal": "E-11",
            "standalone_myriad_counts_once": "E-09",
            "lost_required_card_lapses": "E-17",
            "swapped_weakness_leaves_pool": "E-01",
        }
    ),
)

GRIMOIRE_1_0_DE = Edition(
    id="grimoire-1.0-de",
    title="Grimoire 1.0 (deutsch)",
    switches=replace(
        GRIMOIRE_1_1.switches,
        epic_difficulty_not_lower=False,
        ultimatums=FIRST_ULTIMATUMS,
        survival_ends_player=False,
        bearer_chosen_by="others",
        bag_ultimatums_last=True,
        disaster_for_replacements=False,
    ),
    interpreted=GRIMOIRE_1_1.interpreted,
)

FAQ_1_7 = Edition(
    id="faq-1.7",
    title="FAQ 1.7",
    switches=replace(
        GRIMOIRE_1_1.switches,
        upgrade_minimum_one=False,
        multiclass_spares_limited_slots=False,
        heal_text_literal=False,
        illegal_cards_must_leave=True,
        transfer="transfer",
        epic_difficulty_not_lower=False,
        start_abilities_retrigger=False,
        signature_exempt_from_title_limit=False,
        modified_reprints=False,
        environments=False,
        taboo_per_investigator=True,
        printed_taboo_list="002",
        ultimatums=frozenset(),
        survival_ends_player=False,
        devoured=False,
        empty_deck_defeats=False,
        last_agenda_defeats=False,
    ),
)

EDITIONS: Mapping[str, Edition] = MappingProxyType(
    {edition.id: edition for edition in (GRIMOIRE_1_1, GRIMOIRE_1_0_DE, FAQ_1_7)}
)
DEFAULT = GRIMOIRE_1_1.id


def edition(id: str) -> Edition:
    """Return the edition with this id, for example "grimoire-1.1"."""
    try:
        return EDITIONS[id]
    except KeyError:
        raise UnknownEdition(f"There is no edition “{id}”; there are {', '.join(EDITIONS)}.") from None
