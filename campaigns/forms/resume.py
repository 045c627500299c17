"""The form of a start in the middle: what a group enters about a campaign that it began elsewhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from campaigns.campaign_rules import campaign_facts
from campaigns.errors import BadStep
from campaigns.forms.fields import number
from campaigns.log.page import sections_of
from campaigns.party import brought_decks
from campaigns.party.brought_decks import BroughtDeck
from campaigns.scenario_form.reader import find_story_card
from campaigns.text import names
from cards.text.names import title_of
from rules.campaign import CampaignState, Game, steps
from rules.campaign.bag import tokens_in_play
from rules.campaign.facts import SIDE
from rules.campaign.resuming import MOST_INVESTIGATORS
from rules.campaign.state import ACTIVE, LOST, RETIRED, STATUSES
from rules.cards.model import PLACEHOLDER, Card
from rules.chaos_bag import MOST_TOKENS
from rules.deck.rules.weaknesses import counts_as_basic

Facts = dict[str, Any]
MOST_EXPERIENCE, MOST_TRAUMA, MOST_COUNT = 500, 20, 999
NOTE_LENGTH, MOST_NOTES = 300, 100
#: The fields of each investigator; in the form, their names end with the code.
SEAT_FIELDS = ("player", "status", "earned", "left", "physical", "mental", "weaknesses", "story")


@dataclass(frozen=True, slots=True)
class Investigator:
    """An investigator of the form, with the deck if there is one. Its fields end with the code."""

    code: str
    card: Card
    brought: BroughtDeck | None = None


def lines_of(text: str) -> list[str]:
    return [line for each in text.splitlines() if (line := " ".join(each.split()))]


class ResumeForm:
    """What was entered, and the step that it makes. Everything is read from `given`, so nothing is lost."""

    def __init__(self, state: CampaignState, game: Game, user: Any, given: QueryDict, text: str) -> None:
        self.state = state
        self.game = game
        self.user = user
        self.given = given
        self.text = text
        self.facts: Facts = campaign_facts().get(state.campaign, {})

    # What the page shows

    def scenarios(self) -> list[Facts]:
        """The scenarios and interludes of the guide, in its order."""
        rows: list[Facts] = list(self.facts.get("scenarios", ()))
        order = list(dict.fromkeys([*self.facts.get("order", ()), *(self.facts.get("tarot") or ())]))
        rows.sort(key=lambda row: order.index(row["id"]) if row["id"] in order else len(order))
        return [self._scenario(row) for row in rows]

    def side_stories(self) -> list[Facts]:
        own = {row["id"] for row in self.facts.get("scenarios", ())}
        rows = campaign_facts().get(SIDE, {}).get("scenarios", ())
        return [self._scenario(row) for row in rows if row["id"] not in own]

    def _scenario(self, row: Facts) -> Facts:
        return {
            "id": row["id"],
            "name": names.in_language(row),
            "playable": row["kind"] == "scenario",
            "ticked": bool(self.given.get(f"played-{row['id']}")),
            "resolution": self.given.get(f"resolution-{row['id']}", ""),
            "resolutions": [(id, names.resolution_name(id)) for id in row.get("resolutions", ())],
        }

    def sections(self) -> list[Facts]:
        """The sections of the log for notes, then those for numbers."""
        return [
            {
                "id": row["id"],
                "title": names.in_language(row),
                "counts": row["kind"] == "count",
                "text": self.given.get(f"log-{row['id']}", ""),
            }
            for row in sorted(sections_of(self.state, later=True), key=lambda row: row["kind"] == "count")
            if row["kind"] in ("entries", "count")
        ]

    def tokens(self) -> list[tuple[str, str]]:
        """The tokens of this campaign with their numbers: as entered, or as they are in the bag now."""
        held = self.state.bag.tokens
        known = names.in_order(tokens_in_play(self.state, self.game))
        return [(token, self.given.get(f"token-{token}", str(held.get(token, 0)))) for token in known]

    # What was entered

    @cached_property
    def investigators(self) -> list[Investigator]:
        """The investigators with decks, then those without; BadStep names what cannot be read."""
        brought = [
            *brought_decks.read_decks(self.text),
            *brought_decks.own_decks(self.user, self.given.getlist("own")),
        ]
        found: dict[str, Investigator] = {}
        for each in brought:
            card = self.game.card(each.investigator)
            if card is None:
                raise BadStep(_("%(deck)s: the investigator is missing.") % {"deck": each.name})
            if card.code in found:
                facts = {"deck": each.name, "who": title_of(card)}
                raise BadStep(_("%(deck)s: there is another deck of %(who)s. Remove one of them.") % facts)
            found[card.code] = Investigator(card.code, card, each)
        for name in lines_of(self.given.get("without", ""))[: MOST_INVESTIGATORS + 1]:
            card = self._named(name)
            found.setdefault(card.code, Investigator(card.code, card))
        return list(found.values())

    def _named(self, name: str) -> Card:
        wanted = name.casefold()
        found = [
            card
            for card in self.game.catalogue.cards.values()
            if card.type == "investigator"
            and wanted in (card.code, card.title.casefold(), card.title_de.casefold())
        ]
        if not found:
            raise BadStep(
                _("There is no investigator “%(name)s”. Enter the full name.") % {"name": name[:60]}
            )
        return found[0]

    def unseen_fields(self) -> list[tuple[str, str]]:
        """Return what was entered for investigators whose decks cannot be read now, for hidden fields."""
        starts = tuple(f"{name}-" for name in SEAT_FIELDS)
        return [(name, str(value)) for name, value in self.given.items() if name.startswith(starts) and value]

    def seat_rows(self) -> list[Facts]:
        """The fields of each investigator as entered."""
        return [
            {
                "code": each.code,
                "card": each.card,
                "brought": each.brought,
                "name": title_of(each.card),
                **{name: self.given.get(f"{name}-{each.code}", "") for name in SEAT_FIELDS},
            }
            for each in self.investigators
        ]

    @property
    def has_all_seats(self) -> bool:
        """Whether the page that was sent had fields for each investigator."""
        return {each.code for each in self.investigators} <= set(self.given.getlist("seat"))

    def step(self) -> tuple[steps.CampaignResumed, dict[str, BroughtDeck]]:
        """Return the step without decks, and the decks by seat."""
        seats = list(self._seats())
        bag = {
            token: number(
                self.given, f"token-{token}", least=0, most=MOST_TOKENS, what=names.token_name(token)
            )
            for token, _value in self.tokens()
        }
        step = steps.CampaignResumed(
            played=tuple(self._played()),
            next_scenario=self._next(),
            seats=tuple(seats),
            log=tuple(self._log()),
            bag=bag if any(bag.values()) else {},
        )
        decks = {
            seat.seat: each.brought
            for seat, each in zip(seats, self.investigators, strict=True)
            if each.brought is not None
        }
        return step, decks

    def _played(self) -> Iterator[steps.EarlierScenario]:
        for row in (*self.scenarios(), *self.side_stories()):
            if row["ticked"]:
                yield steps.EarlierScenario(scenario=row["id"], resolution=row["resolution"])
        if self.game.is_open(self.state.campaign):
            for name in lines_of(self.given.get("played", "")):
                yield steps.EarlierScenario(scenario=name)

    def _next(self) -> str:
        name = " ".join(self.given.get("next_name", "").split())
        return self.given.get("next", "") or (name if self.game.is_open(self.state.campaign) else "")

    def _seats(self) -> Iterator[steps.ResumedSeat]:
        lost: dict[str, str] = {}
        for place, each in enumerate(self.investigators, 1):
            who = title_of(each.card)
            player = self._text("player", each)[:80]
            status = self._text("status", each) or ACTIVE
            if status not in STATUSES:
                raise BadStep(_("%(who)s: choose what became of them.") % {"who": who})
            yield steps.ResumedSeat(
                seat=f"s{place}",
                player=player or who,
                investigator=each.brought.investigator if each.brought else each.code,
                front=each.brought.front if each.brought else "",
                status=status,
                # A player whose investigator was lost plays another one now.
                replaces=lost.pop(player, "") if player and status == ACTIVE else "",
                earned=self._number("earned", each, MOST_EXPERIENCE, _("experience earned")),
                experience=self._number("left", each, MOST_EXPERIENCE, _("unspent experience")),
                physical=self._number("physical", each, MOST_TRAUMA, _("physical trauma")),
                mental=self._number("mental", each, MOST_TRAUMA, _("mental trauma")),
                weaknesses=Counter(self._weakness(line) for line in lines_of(self._text("weaknesses", each))),
                story=Counter(self._story(line) for line in lines_of(self._text("story", each))),
            )
            if player and status in LOST | {RETIRED}:
                lost[player] = f"s{place}"

    def _text(self, field: str, each: Investigator) -> str:
        return self.given.get(f"{field}-{each.code}", "").strip()

    def _number(self, field: str, each: Investigator, most: int, what: str) -> int:
        named = f"{title_of(each.card)}, {what}"
        return number(self.given, f"{field}-{each.code}", least=0, most=most, what=named)

    def _weakness(self, line: str) -> str:
        wanted = line.casefold()
        for card in self.game.catalogue.cards.values():
            if wanted in (card.code, card.title.casefold(), card.title_de.casefold()) and (
                card.code != PLACEHOLDER and counts_as_basic(self.game.catalogue, card.code)
            ):
                return card.code
        raise BadStep(_("There is no basic weakness “%(name)s”. Enter its full title.") % {"name": line[:60]})

    def _story(self, line: str) -> str:
        card = find_story_card(self.game, line)
        if not card:
            raise BadStep(_("There is no story card “%(name)s”. Enter its full title.") % {"name": line[:60]})
        return card

    def _log(self) -> Iterator[steps.LogChange]:
        noted = 0
        for section in self.sections():
            if section["counts"]:
                value = number(
                    self.given, f"log-{section['id']}", least=0, most=MOST_COUNT, what=section["title"]
                )
                if value:
                    yield steps.LogChange(do="count", section=section["id"], number=value)
                continue
            for line in lines_of(section["text"]):
                noted += 1
                if len(line) > NOTE_LENGTH or noted > MOST_NOTES:
                    facts = {"most": NOTE_LENGTH, "notes": MOST_NOTES}
                    raise BadStep(
                        _("A note has at most %(most)d characters, and there are at most %(notes)d.") % facts
                    )
                yield steps.LogChange(do="record", section=section["id"], text=line)
