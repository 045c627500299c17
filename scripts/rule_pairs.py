"""Table of decks that keep a rule and changes that break it, from which make_decks.py makes its pairs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from rules.cards.model import PLACEHOLDER, Choices, Tick
from rules.deck.circumstances import ANYWHERE, Circumstances, Environment

Cards = Mapping[str, int]


@dataclass(frozen=True)
class Pair:
    """A deck that keeps a rule, and the same deck with a change that breaks it."""

    investigator: str
    breaks: tuple[str, ...]
    """Rules that the illegal deck breaks."""
    holds: Cards = field(default_factory=dict)
    """Cards of the legal deck; others fill it up."""
    change: Cards = field(default_factory=dict)
    """Quantities that the illegal deck has instead."""
    short: int = 0
    """Number of cards that the illegal deck lacks; if negative, number of cards too many."""
    fields: Mapping[str, Any] = field(default_factory=dict)
    """Choices, taboo list and similar fields of both decks."""
    instead: Mapping[str, Any] = field(default_factory=dict)
    """Fields that the illegal deck has instead."""
    without: str = ""
    """A trait or class of which the illegal deck has no cards."""
    room: bool = True
    """Whether other cards leave, so that the illegal deck keeps its size."""
    circumstances: Circumstances = ANYWHERE
    signatures: tuple[str, ...] = ()
    raw: Mapping[str, Any] = field(default_factory=dict)
    """Keys of the illegal deck's JSON that a real deck would not have."""


STANDALONE = Circumstances(mode="standalone")
CREATION = Circumstances(mode="creation")
LIMITED = Circumstances(environment=Environment("limited", ("eoep", "fhvp")))
MANDY = Choices(classes={"": "rogue"}, size=40)
ALLIES = ("01018", "01076", "02033", "01032", "01048", "01063", "03198", "12072", "11083")
BASIC = ("01096", "01097", "01098", "01099", "01100")

PAIRS: dict[str, Pair] = {
    # Number of cards.
    "size_short": Pair("01001", ("deck.size-exact",), short=1, room=False),
    "size_over": Pair("01002", ("deck.size-exact",), short=-1, room=False),
    "size_permanent": Pair("01003", ("deck.size-exact",), {"02158": 1}, short=1, room=False),
    "size_chosen": Pair(
        "06002", ("deck.size-exact",), fields={"choices": MANDY}, instead={"choices": replace(MANDY, size=50)}
    ),
    "size_collector": Pair("12001", ("deck.size-exact",), {"12181": 1}, {"12181": 0}, room=False),
    # Number of copies.
    "copies": Pair("01001", ("copies.max-two-by-title",), {"01020": 2}, {"01020": 3}),
    "copies_of_levels": Pair("01001", ("copies.max-two-by-title",), {"01016": 1, "03190": 1}, {"01016": 2}),
    "copies_of_printings": Pair(
        "01001", ("copies.max-two-by-title",), {"01020": 1, "01520": 1}, {"01520": 2}
    ),
    "copies_printed_limit": Pair("08004", ("copies.limit-per-deck",), {"08033": 1}, {"08033": 2}),
    "copies_of_covenants": Pair(
        "01001", ("copies.limit-per-deck-qualified",), {"07110": 1}, {"07113": 1}, room=False
    ),
    "exceptional": Pair("01003", ("exceptional.one-copy",), {"02230": 1}, {"02230": 2}),
    "exceptional_versions": Pair(
        "01005", ("exceptional.title-covers-all-versions",), {"53010": 1}, {"04236": 1}
    ),
    "myriad": Pair("06001", ("myriad.three-copies",), {"06020": 3}, {"06020": 4}),
    "reprint_mixed": Pair("01004", ("copies.modified-reprint-mix",), {"01065": 2}, {"01065": 1, "12065": 1}),
    # Access to cards.
    "class": Pair("01001", ("deck.options-only",), {"01031": 1}, {"01060": 1}),
    "level": Pair("01001", ("deck.options-only",), {"02150": 1}, {"01043": 1}),
    "limited_line": Pair(
        "02001", ("deck.options-capped-line",), {"01060": 2, "01045": 2, "01031": 1}, {"01031": 2}
    ),
    "trait": Pair("04002", ("deck.options-trait-any-class",), {"01071": 1}, {"03305": 1}),
    "forbidden_trait": Pair("02002", ("deck.additional-requirements",), {"01075": 1}, {"01080": 1}),
    "for_certain_traits": Pair("60201", ("deck.restriction-deck-only",), {"11101": 1}, {"11105": 1}),
    "versatile": Pair("01001", ("deck.options-capped-line",), {"06167": 1, "01060": 1}, {"01060": 2}),
    "on_your_own": Pair("01005", ("deck.additional-requirements",), {"53010": 1}, {"01076": 1}),
    "classes_required": Pair("03006", ("deck.additional-requirements",), without="guardian"),
    "insights_required": Pair("05002", ("deck.additional-requirements",), without="Insight"),
    "customized_level": Pair(
        "01001",
        ("deck.options-only",),
        {"09040": 1},
        fields={"customizations": {"09040": (Tick(0, 1), Tick(1, 1), Tick(4, 2))}},
        instead={"customizations": {"09040": (Tick(0, 1), Tick(4, 2), Tick(5, 4))}},
    ),
    "kept_lower_version": Pair(
        "01004",
        ("copies.max-two-by-title",),
        {"01060": 2, "02306": 1},
        fields={"choices": Choices(back="90017"), "ignored": {"01060": 1}},
        instead={"ignored": {}},
        room=False,
    ),
    # Choices.
    "class_chosen": Pair(
        "09018",
        ("deck.additional-requirements",),
        fields={"choices": Choices(classes={"faction_1": "guardian", "faction_2": "mystic"})},
        instead={"choices": Choices(classes={"faction_1": "guardian", "faction_2": "bard"})},
    ),
    "face_of_another": Pair(
        "01001",
        ("deck.one-investigator",),
        fields={"choices": Choices(back="90024")},
        instead={"choices": Choices(back="90001")},
    ),
    "spirit_deck": Pair(
        "02004",
        ("deck.additional-requirements",),
        fields={
            "choices": Choices(front="90049", back="90049"),
            "second_deck": {"90053": 1, **dict.fromkeys(ALLIES, 1)},
        },
        instead={"second_deck": {"90053": 1, **dict.fromkeys(ALLIES[:8], 1)}},
    ),
    # Signatures and weaknesses.
    "signature_missing": Pair("01001", ("deck.requirements-cards-present",), change={"01006": 0}, room=False),
    "signature_twice": Pair("01001", ("signature.exact-number",), change={"01006": 2}, room=False),
    "signature_of_another": Pair("01001", ("signature.owner-only",), change={"01008": 1}, room=False),
    "signatures_as_a_set": Pair(
        "01001",
        ("signature.exact-number",),
        change={"90031": 0, "01007": 1},
        room=False,
        # A deck of unknown origin may have traded one of them in a challenge scenario; a new one has not.
        signatures=("90030", "90031"),
    ),
    "weakness_missing": Pair("01002", ("rbw.one-required",), change={PLACEHOLDER: 0}, room=False),
    "story_card": Pair("01002", ("deck.size-exact",), {"02040": 1}, short=1, room=False),
    # Changes by a taboo list.
    "taboo_exceptional": Pair(
        "01004", ("exceptional.one-copy",), {"03315": 1}, {"03315": 2}, fields={"taboo": "010"}
    ),
    "taboo_forbidden": Pair("01003", ("taboo.all-or-nothing",), {"02026": 2}, instead={"taboo": "010"}),
    # Requirements of the kind of game.
    "level_at_creation": Pair(
        "01001", ("deck.level-zero-start",), change={"01026": 1}, circumstances=CREATION
    ),
    "standalone_experience": Pair(
        "01001",
        ("standalone.xp-table",),
        {"01026": 2, "01028": 2, "01029": 2, PLACEHOLDER: 2},
        {PLACEHOLDER: 1},
        room=False,
        circumstances=STANDALONE,
    ),
    "environment": Pair("10001", ("env.limited",), change={"01020": 1}, circumstances=LIMITED),
    # Entries that are not deck cards.
    "unknown_code": Pair("01005", ("deck.options-only",), change={"99999": 1}, room=False),
    "encounter_card": Pair("01005", ("deck.legacy-deckless-cards",), change={"01116": 1}, room=False),
    "quantity": Pair("01004", ("copies.max-two-by-title",), change={"01020": -1}, room=False),
    "unreadable": Pair("01003", ("deck.size-exact",), raw={"slots": {"01044": "two"}}),
}
