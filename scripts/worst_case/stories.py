"""Long campaigns, described by a few numbers."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from campaigns.campaign_rules import game
from campaigns.services.creation import FORMAT
from campaigns.services.recording import LARGEST_STEP, MOST_STEPS
from decks.formats.arkhamdb import read_deck
from rules.campaign import EMPTY, CampaignState, Fate, Refusal, apply, step_to_json, steps
from rules.chaos_bag import TOKENS
from scripts.worst_case.materials import Input

#: Kinds of passages; a passage is a kind, its number of steps, and the size of each.
KINDS = (
    "log",
    "tokens",
    "play",
    "deck",
    "trauma",
    "experience",
    "count",
    "reward",
    "undone",
    "remark",
    "cards",
)
#: The maximum size of an import, and the maximum number of notes in a log.
MOST_CHARACTERS, MOST_NOTES = 4_900_000, 5_000
Passage = tuple[str, int, int]


class Story:
    """A sequence of steps that the rules accept; refused steps are left out."""

    def __init__(self, campaign: str, decks: list[Input]) -> None:
        self.state: CampaignState = EMPTY
        self.rows: list[dict[str, Any]] = []
        self.size = 0
        self.decks = [read_deck(deck) for deck in decks]
        self.then(steps.StartCampaign(campaign=campaign, difficulty="standard", title="A long campaign"))
        for number, deck in enumerate(self.decks, 1):
            self.then(steps.SeatJoins(seat=f"s{number}", player=f"p{number}", investigator=deck.investigator))
            self.choose(number - 1)

    def then(self, step: steps.Step, *, undone: bool = False) -> bool:
        """Add a step; return whether there was room for it and the rules accept it."""
        plain = step_to_json(step)
        size = len(json.dumps(plain))
        if (
            len(self.rows) >= MOST_STEPS
            or self.size + size > MOST_CHARACTERS
            or len(self.state.notes) >= MOST_NOTES
        ):
            return False
        number = len(self.rows) + 1
        after = apply(self.state, step, game(), number)
        if isinstance(after, Refusal):
            return False
        row: dict[str, Any] = {"number": number, "step": plain, "previous": self.state.number}
        if undone:
            row["undone"] = True
        else:
            self.state = after
        self.rows.append(row)
        self.size += size + 60
        return True

    def choose(self, place: int) -> None:
        waived = frozenset({"xp.spend-not-exceed"})
        self.then(
            steps.DeckChosen(seat=f"s{place + 1}", deck=self.decks[place], waives=waived, note="measured")
        )

    def passage(self, kind: str, times: int, size: int) -> None:
        for turn in range(times):
            if not self.write(kind, turn, size):
                return

    def write(self, kind: str, turn: int, size: int) -> bool:
        """Add one step of a kind; `size` is the amount of text in it."""
        seats = list(self.state.active)
        seat = seats[turn % len(seats)] if seats else ""
        if kind in ("log", "undone"):
            lines = tuple(
                steps.LogChange(do="record", text=f"{turn} {line} " + "y" * (size % 100))
                for line in range(max(1, min(size, LARGEST_STEP // 200)))
            )
            return self.then(steps.LogWritten(changes=lines), undone=kind == "undone")
        if kind == "count":
            return self.then(
                steps.LogWritten(
                    changes=(steps.LogChange(do="count", key=f"k{turn % (size + 1)}", number=1),)
                )
            )
        if kind == "remark":
            change = steps.LogChange(do="record", text="y" * min(4_000, size + 1))
            return self.then(steps.LogWritten(changes=(change,), note="n" * min(4_000, size)))
        if kind == "tokens":
            token = TOKENS[size % len(TOKENS)]
            return self.then(
                steps.TokensChanged(tokens={token: 1 if turn % 2 else -1}, cause="c")
            ) or self.then(steps.TokensChanged(tokens={token: -1 if turn % 2 else 1}, cause="c"))
        if kind == "trauma":
            by = -1 if turn % 2 else 1
            return self.then(steps.TraumaChanged(changes={seat: {"physical": by}}, cause="c"))
        if kind == "experience":
            return self.then(steps.ExperienceAdjusted(amounts=dict.fromkeys(seats, 1), cause="c"))
        if kind == "deck" and seat:
            held = self.state.seats[seat].deck or self.decks[0]
            return self.then(steps.DeckChanged(seat=seat, deck=held, cause="c"))
        if kind == "cards" and seat:
            codes = list(game().catalogue.cards)[: 1 + size % 200]
            changes = tuple(steps.BearerChange(card=code, seat=seat) for code in codes)
            return self.then(steps.BearersChanged(changes=changes))
        if kind == "reward":
            return self.then(
                steps.RewardsUnlocked(cards=tuple(game().catalogue.cards)[turn : turn + size + 1])
            )
        return self.play(seats) if kind == "play" and seats else False

    def play(self, seats: list[str]) -> bool:
        waived = frozenset({"rbw.one-required", "party.unique-campaign-card-passes"})
        scenario = "spreading_flames" if self.state.campaign == "boa" else "the_gathering"
        self.then(
            steps.Advance(
                scenario=scenario, verdicts=dict.fromkeys(seats, ()), waives=waived, note="measured"
            )
        )
        self.then(steps.BeginScenario(scenario=scenario, lead=seats[0]))
        return self.then(steps.EndScenario(resolution="R1", fates=dict.fromkeys(seats, Fate()), victory=1))

    def export(self) -> dict[str, Any]:
        return {"format": FORMAT, "name": "A long one", "campaign": self.state.campaign, "steps": self.rows}


def story_of(given: Input) -> Story:
    """Return the story of an input."""
    return _story_of(given["campaign"], json.dumps(given["decks"]), tuple(map(tuple, given["passages"])))


@lru_cache(maxsize=2)
def _story_of(campaign: str, decks: str, passages: tuple[Passage, ...]) -> Story:
    story = Story(campaign, json.loads(decks))
    for kind, times, size in passages:
        story.passage(kind, times, size)
    return story
