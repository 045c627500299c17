"""The fields that record given steps: the reverse of the reader, for a form whose steps were undone.

What the guide proposed and the group ticked is in the sums of the steps, so it comes back as plain numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.http import QueryDict

from campaigns.forms.guide_prices import heals_field, share_field
from campaigns.forms.story_cards import ALL, field_name
from campaigns.scenario_form import reader
from campaigns.text.log_words import as_words
from decks.conditions import ITSELF
from rules.campaign import CampaignState, Fate, Game, Seat, steps
from rules.upgrade.conditions import PriceQuestion


class Fields:
    """The fields of a form, filled in step by step."""

    def __init__(self, state: CampaignState, game: Game, scenario: str) -> None:
        self.state = state
        self.game = game
        self.scenario = scenario
        self.given = QueryDict(mutable=True)
        self.offered = reader.offered_story_cards(state, game, scenario)
        self.notes = self.picked = 0

    def enter(self, name: str, value: str | int) -> None:
        """Fill in a field; 0 and an empty text are what an empty field means."""
        if value:
            self.given[name] = str(value)

    def all_of(self, found: Iterable[steps.Step]) -> QueryDict:
        for step in found:
            self.step(step)
        return self.given

    def step(self, step: steps.Step) -> None:
        match step:
            case steps.EndScenario():
                self.end(step)
            case steps.InterludePlayed():
                self.enter("interlude", step.interlude)
                self.given.setlist("part", step.seats or tuple(self.state.active))
                self.enter("choice", step.choice)
            case steps.ExperienceAdjusted():
                for seat, by in step.amounts.items():
                    self.enter(f"xp-{seat}", by)
            case steps.TraumaChanged():
                for seat, kinds in step.changes.items():
                    for kind, by in kinds.items():
                        self.enter(f"{kind}-{seat}", by)
            case steps.InvestigatorLost():
                self.enter(f"lost-{step.seat}", step.status)
            case steps.ResearchDone():
                self.given.appendlist("research", f"{step.task}:{step.seat}")
                self.enter(f"research-value-{step.task}", step.value or "")
            case steps.BearersChanged():
                for change in step.changes:
                    self.bearer(change)
            case steps.WeaknessDrawn() | steps.WeaknessDrawnByGroup():
                self.weakness(step)
            case steps.LogWritten():
                for line in step.changes:
                    self.line(line)
            case steps.TokensChanged():
                for token, by in step.tokens.items():
                    self.enter(f"token-{token}", by)
            case steps.PricePaid():
                for seat, share in step.shares.items():
                    self.given[share_field(step.price, seat)] = str(share)
                    self.enter(heals_field(step.price, seat), step.heals)
            case steps.RewardsUnlocked():
                self.given.setlist("reward", step.cards)

    def end(self, step: steps.EndScenario) -> None:
        self.enter("resolution", step.resolution)
        self.enter("victory", "" if step.victory is None else str(step.victory))
        self.enter("bonus", step.bonus)
        self.enter("replay", "yes" if step.replay else "")
        self.enter("won", {None: "", True: "won", False: "lost"}[step.won])
        self.given.setlist("ally", step.lost_allies)
        for id, fate in step.fates.items():
            self.fate(self.state.seats[id], fate)

    def fate(self, seat: Seat, fate: Fate) -> None:
        for name in ("how", "choice", "lost", "physical", "mental", "osiris"):
            self.enter(f"{name}-{seat.id}", getattr(fate, name))
        self.enter(f"xp-{seat.id}", fate.experience)
        for code, deck, second_deck in fate.exiled:
            self.enter(f"exile-{seat.id}-{code}", deck)
            self.enter(f"exile-{seat.id}-{reader.SECOND_DECK}{code}", second_deck)
        prices = {question.card: question for question in reader.price_questions(seat, self.game)}
        for code, question in prices.items():
            name = reader.price_condition_field(seat) + code
            self.enter(name, _price_condition(question, fate.conditions, fate.attached_to))
        for code, times in fate.conditions.items():
            mental = fate.mental_conditions.get(code, 0)
            self.enter(f"condition-{seat.id}-{code}", times - mental)
            self.enter(f"condition-{seat.id}-{code}-mental", mental)

    def bearer(self, change: steps.BearerChange) -> None:
        if change.lost:
            seat = self.state.seats[change.seat]
            held = max(seat.story.get(change.card, 0), seat.granted.get(change.card, 0))
            self.enter(field_name(change.seat, change.card), ALL if change.copies >= held else change.copies)
            return
        self.enter(f"gain-{change.card}-{change.seat}", "yes")
        if change.card not in self.offered:
            self.enter("story-other", change.card)

    def weakness(self, step: steps.WeaknessDrawn | steps.WeaknessDrawnByGroup) -> None:
        self.given.setlist("weakness-trait", step.traits)
        if isinstance(step, steps.WeaknessDrawnByGroup):
            self.given.appendlist(f"drew-{step.seat}", step.card)
        else:
            name = f"draw-{step.seat}"
            self.given[name] = str(int(self.given.get(name, "0")) + 1)

    def line(self, line: steps.LogChange) -> None:
        if line.do == "cross-out":
            self.given.appendlist("cross", line.entry)
        elif line.do == "count":
            self.enter(f"count|{line.section}|{line.key}|{line.seat}", line.number or 0)
        elif line.key and line.text == as_words(line.key) and self.picked < reader.PHRASE_ROWS:
            self.enter(reader.phrase_field(self.picked), f"{line.section}|{line.key}")
            self.picked += 1
        else:
            row = self.notes
            self.enter(f"note-section-{row}", line.section)
            self.enter(f"note-text-{row}", line.text)
            self.enter(f"note-number-{row}", "" if line.number is None else str(line.number))
            self.enter(f"note-seat-{row}", line.seat)
            self.notes += 1


def _price_condition(question: PriceQuestion, conditions: Mapping[str, int], attached_to: str) -> str | int:
    times = conditions.get(question.card, 0)
    if not question.attaches:
        return times
    return ITSELF if times else attached_to
