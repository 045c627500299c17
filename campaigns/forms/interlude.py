"""The form of an interlude, prologue or epilogue: its fields, and the steps that they record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from campaigns.drawing import draws
from campaigns.drawing.requests import ToDraw, WeaknessToDraw
from campaigns.errors import BadStep
from campaigns.forms.fields import number
from campaigns.forms.story_cards import Losable, cards_lost, losable
from campaigns.guidance import proposals
from campaigns.models import Campaign
from campaigns.scenario_form import page, reader
from campaigns.text import names
from campaigns.text.steps import card_title
from rules.campaign import CampaignState, Game, Seat, may_bring, steps
from rules.campaign.state import MENTAL, PHYSICAL

#: The longest text about a decision.
LONGEST_CHOICE = 500


@dataclass(frozen=True, slots=True)
class SeatFields:
    """The fields of one seat, with what was entered."""

    seat: Seat
    takes_part: bool
    fields: dict[str, str]
    story: list[Losable]
    """Cards that the seat can lose."""
    drew_field: str
    drew: list[str]

    @property
    def more(self) -> bool:
        """Whether something was entered that is hidden at first."""
        return any((*self.fields.values(), *self.drew)) or any(each.value for each in self.story)


class InterludeForm:
    """The form of one interlude of one campaign."""

    def __init__(
        self, campaign: Campaign, state: CampaignState, game: Game, interlude: str, given: QueryDict
    ) -> None:
        self.campaign = campaign
        self.state = state
        self.game = game
        self.interlude = interlude
        self.given = given
        self.facts = game.scenario(state.campaign, interlude)
        self.may = may_bring(state, self.facts)
        self.cause = names.scenario_name(state.campaign, interlude)
        # Before the form is sent for the first time, everybody takes part.
        chosen = given.getlist("part") if "interlude" in given else list(state.active)
        self.part = [id for id in state.active if id in chosen]

    def context(self) -> dict[str, Any]:
        """Return what the page shows."""
        seats = list(self.state.active.values())
        rows = [self._seat(seat) for seat in seats]
        proposed = proposals.proposals(self.may, seats, self.given)
        cards = [
            (
                code,
                card_title(code),
                [(seat, bool(self.given.get(f"gain-{code}-{seat.id}"))) for seat in seats],
            )
            for code in self.cards()
        ]
        return {
            "interlude": self.interlude,
            "name": names.full_name(self.state.campaign, self.interlude),
            "rows": rows,
            # The fields of the log name seats as the page after a scenario does.
            "seats": [{"seat": seat, "each": {"name": seat.title}} for seat in seats],
            "proposals": proposed,
            "story_cards": cards,
            "proposes": any(name.startswith(("may-", "gain-")) for name in self.given),
            "weakness_traits": [
                (trait, trait in self.given.getlist("weakness-trait")) for trait in self.traits()
            ],
            "traits_chosen": bool(self.given.getlist("weakness-trait")),
            "all_weaknesses": draws.basic_weaknesses(self.game),
            "choice": self.given.get("choice", ""),
            "story_other": self.given.get("story-other", ""),
            "statuses": names.LOST_STATUSES,
            **page.log_fields(self.state, self.game, self.may, self.given),
        }

    def _seat(self, seat: Seat) -> SeatFields:
        fields = ("xp", "physical", "mental", "lost", "draw")
        return SeatFields(
            seat=seat,
            takes_part=seat.id in self.part,
            fields={name: self.given.get(f"{name}-{seat.id}", "") for name in fields},
            story=losable(seat, self.given),
            drew_field=reader.drew_field(seat),
            drew=reader.drew(seat, self.given) or [""],
        )

    def cards(self) -> list[str]:
        """Return the story cards that the interlude may give, and the one that the group names."""
        return reader.offered_story_cards(self.state, self.game, self.interlude, self.given)

    def traits(self) -> list[str]:
        return reader.weakness_traits(self.state.campaign, self.interlude)

    def read(self) -> Iterator[steps.Step | ToDraw]:
        """Yield the steps: that it was played, then what it did."""
        if self.state.active and not self.part:
            raise BadStep(_("Choose who takes part."))
        everybody = len(self.part) == len(self.state.active)
        yield steps.InterludePlayed(
            interlude=self.interlude,
            seats=() if everybody else tuple(self.part),
            choice=self.given.get("choice", "").strip()[:LONGEST_CHOICE],
        )
        accepted = proposals.accepted(self.may, self.part, self.given, held=self.state.seats)
        yield from self._experience(accepted)
        yield from self._trauma(accepted)
        bearers = tuple(self._bearers())
        if bearers:
            yield steps.BearersChanged(changes=bearers)
        yield from self._weaknesses()
        lines = tuple(reader.log_changes(self.state, self.given))
        if lines:
            yield steps.LogWritten(changes=lines)
        tokens = reader.token_changes(self.given, accepted.tokens)
        if tokens:
            yield steps.TokensChanged(tokens=tokens, cause=self.cause)

    def _experience(self, accepted: proposals.Accepted) -> Iterator[steps.Step]:
        amounts = {
            id: number(self.given, f"xp-{id}", what=_("Experience"))
            + accepted.experience.get(id, 0)
            + (accepted.bonus if id in self.part else 0)
            for id in self.state.active
        }
        amounts = {id: by for id, by in amounts.items() if by}
        if amounts:
            yield steps.ExperienceAdjusted(amounts=amounts, cause=self.cause)

    def _trauma(self, accepted: proposals.Accepted) -> Iterator[steps.Step]:
        changes: dict[str, dict[str, int]] = {}
        for id in self.state.active:
            sums = Counter(accepted.trauma.get(id, {}))
            for kind, what in ((PHYSICAL, _("Physical trauma")), (MENTAL, _("Mental trauma"))):
                sums[kind] += number(self.given, f"{kind}-{id}", what=what)
            if kinds := {kind: by for kind, by in sums.items() if by}:
                changes[id] = kinds
        if changes:
            yield steps.TraumaChanged(changes=changes, cause=self.cause)
        for id in self.state.active:
            status = self.given.get(f"lost-{id}", "") or accepted.lost.get(id, "")
            if status:
                yield steps.InvestigatorLost(seat=id, status=status, cause=self.cause)

    def _bearers(self) -> Iterator[steps.BearerChange]:
        for code in self.cards():
            for id in self.state.active:
                if self.given.get(f"gain-{code}-{id}"):
                    yield steps.BearerChange(card=code, seat=id)
        yield from cards_lost(self.state.active.values(), self.given)

    def _weaknesses(self) -> Iterator[steps.Step | ToDraw]:
        traits = tuple(trait for trait in self.traits() if trait in self.given.getlist("weakness-trait"))
        for seat in self.state.active.values():
            yield from reader.drawn_by_group(self.campaign, seat, self.given, self.cause, traits)
        for seat in self.state.active.values():
            most = reader.MOST_DRAWN
            for _turn in range(
                number(self.given, f"draw-{seat.id}", least=0, most=most, what=_("Weaknesses"))
            ):
                yield WeaknessToDraw(seat=seat.id, cause=self.cause, traits=traits)
