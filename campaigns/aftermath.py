"""What does the guided page after a scenario say? Its fields become acts, in the order of the rules.

A field's name says what and whose: `how-s1`, `exile-s1-60123`, `token-skull`. What is left empty says
nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from campaigns import judging, naming, prices
from campaigns.logsheet import key_for
from campaigns.models import Campaign
from campaigns.reading import number
from campaigns.undrawn import ToDraw, WeaknessToDraw
from campaigns.wording import card_title
from decks import happenings
from rules import effects
from rules.campaign import CampaignState, Fate, Law, Question, Seat, acts, cards_due, may_bring, questions
from rules.campaign.gains import is_story_card
from rules.campaign.scenarios import allies_at_stake
from rules.campaign.state import OUTCOMES
from rules.chaos import AUTO_FAIL, BLOOD, ELDER_SIGN, FROST, NUMBERS, SYMBOLS
from rules.prices.questions import Question as PriceQuestion
from rules.prices.questions import questions_about

#: Tokens that stay in the bag from one scenario to the next.
TOKENS = (*NUMBERS, *SYMBOLS, AUTO_FAIL, ELDER_SIGN, FROST, BLOOD)
NOTE_ROWS = 12
#: Weaknesses that one investigator may draw by the end of one scenario.
MOST_DRAWN = 3


@dataclass(frozen=True, slots=True)
class Told:
    """Everything that the form says, as acts."""

    end: acts.EndScenario
    others: tuple[acts.Act | ToDraw, ...]
    """What is to be drawn is drawn when it is recorded."""

    @property
    def all(self) -> tuple[acts.Act | ToDraw, ...]:
        return (self.end, *self.others)


class Reader:
    """Reads the guided form of one scenario of one campaign."""

    def __init__(self, campaign: Campaign, state: CampaignState, law: Law, given: QueryDict) -> None:
        self.campaign = campaign
        self.state = state
        self.law = law
        self.given = given
        self.seats = [state.seats[id] for id in (state.playing.seats if state.playing else ())]
        self.scenario = state.playing.scenario if state.playing else ""

    def read(self) -> Told:
        given = self.given
        replay = bool(given.get("replay"))
        won = {"won": True, "lost": False}.get(given.get("won", ""))
        end = acts.EndScenario(
            resolution=given.get("resolution", "").strip()[:60],
            fates={seat.id: self.fate(seat) for seat in self.seats},
            victory=None if replay else number(given, "victory", least=0, what=_("Victory display")),
            bonus=0 if replay else number(given, "bonus", what=_("Bonus")),
            replay=replay,
            lost_allies=tuple(given.getlist("ally")),
            won=won,
        )
        return Told(end, tuple(self.others()))

    def fate(self, seat: Seat) -> Fate:
        given, id = self.given, seat.id
        how = given.get(f"how-{id}", "survived")
        exiled, spirits = self.exiled(seat)
        happened, attached = happenings.read(given, price_questions(seat, self.law), happened_field(seat))
        return Fate(
            how=how if how in OUTCOMES else "survived",
            choice=given.get(f"choice-{id}", "") if how in ("both", "last-agenda") else "",
            lost=given.get(f"lost-{id}", ""),
            physical=number(given, f"physical-{id}", what=_("Physical trauma")),
            mental=number(given, f"mental-{id}", what=_("Mental trauma")),
            osiris=given.get(f"osiris-{id}", ""),
            exiled=exiled,
            exiled_extra=spirits,
            claims={**self.claims(seat), **happened},
            mental_claims=self.mental_claims(seat),
            attached_to=attached,
            experience=number(given, f"xp-{id}", what=_("Experience")),
        )

    def exiled(self, seat: Seat) -> tuple[dict[str, int], dict[str, int]]:
        """Copies exiled in all, and those of them that left the second deck."""
        found: dict[str, int] = {}
        spirits: dict[str, int] = {}
        for row in exilable(seat, self.law):
            copies = number(self.given, row.field(seat), least=0, most=9, what=row.title)
            if copies:
                found[row.code] = found.get(row.code, 0) + copies
            if copies and row.extra:
                spirits[row.code] = copies
        return found, spirits

    def claims(self, seat: Seat) -> dict[str, int]:
        found = {}
        for question in questions(self.state, self.law):
            if question.seat == seat.id and question.effect.kind != effects.EXILED_WHEN:
                name = f"claim-{seat.id}-{question.card}"
                times = number(self.given, name, least=0, most=9, what=card_title(question.card))
                times += self.mental(question)
                if times:
                    found[question.card] = times
        return found

    def mental_claims(self, seat: Seat) -> dict[str, int]:
        """How often the player chose mental trauma, where a card leaves the choice."""
        asked = [question for question in questions(self.state, self.law) if question.seat == seat.id]
        return {question.card: times for question in asked if (times := self.mental(question))}

    def mental(self, question: Question) -> int:
        if not question.chooses_trauma:
            return 0
        name = mental_field(question)
        return number(self.given, name, least=0, most=9, what=card_title(question.card))

    def others(self) -> Iterator[acts.Act | ToDraw]:
        research = [code for code in self.given.getlist("research") if code]
        for code in dict.fromkeys(research):
            task, _colon, seat = code.partition(":")
            value = number(self.given, f"research-value-{task}", least=0, what=_("Number"))
            yield acts.ResearchDone(task=task, seat=seat, value=value)
        changes = tuple(self.bearers())
        if changes:
            yield acts.BearersChanged(changes=changes)
        yield from self.weaknesses()
        lines = tuple(self.log())
        if lines:
            yield acts.LogWritten(changes=lines)
        tokens = {
            token: by
            for token in TOKENS
            if (by := number(self.given, f"token-{token}", least=-20, most=20, what=naming.token_name(token)))
        }
        if tokens:
            yield acts.TokensChanged(tokens=tokens)
        facts = self.law.scenario(self.state.campaign, self.scenario)
        yield from prices.read(self.given, facts.prices if facts else (), self.seats)
        rewards = tuple(dict.fromkeys(self.given.getlist("reward")))
        if rewards:
            yield acts.RewardsUnlocked(cards=rewards)

    def bearers(self) -> Iterator[acts.BearerChange]:
        for code in story_offers(self.state, self.law, self.scenario, self.given):
            for seat in self.seats:
                if self.given.get(f"gain-{code}-{seat.id}"):
                    yield acts.BearerChange(card=code, seat=seat.id)
        for seat in self.seats:
            for code, copies in (*seat.story.items(), *seat.granted.items()):
                if self.given.get(f"lose-{seat.id}-{code}"):
                    yield acts.BearerChange(card=code, seat=seat.id, lost=True, copies=copies)

    def weaknesses(self) -> Iterator[acts.Act | ToDraw]:
        """Random ones that the guide hands out; first those that the group drew itself."""
        cause = naming.scenario_name(self.state.campaign, self.scenario)
        known = weakness_traits(self.state.campaign, self.scenario)
        traits = tuple(trait for trait in known if trait in self.given.getlist("weakness-trait"))
        for seat in self.seats:
            for code in drew(seat, self.given):
                yield acts.WeaknessDrawnByGroup(
                    seat=seat.id, card=code, cause=cause, traits=traits, boxes=judging.boxes(self.campaign)
                )
        for seat in self.seats:
            times = number(self.given, f"draw-{seat.id}", least=0, most=MOST_DRAWN, what=_("Weaknesses"))
            for _turn in range(times):
                yield WeaknessToDraw(seat=seat.id, cause=cause, traits=traits)

    def log(self) -> Iterator[acts.LogChange]:
        given = self.given
        for row in range(NOTE_ROWS):
            text = given.get(f"note-text-{row}", "").strip()[:500]
            if not text:
                continue
            section = given.get(f"note-section-{row}", "")
            plain = given.get(f"note-number-{row}", "").strip()
            yield acts.LogChange(
                do="record",
                section=section,
                text=text,
                key=key_for(self.state.campaign, section, text),
                number=number(given, f"note-number-{row}", least=-999, most=999, what=_("Number"))
                if plain
                else None,
                seat=given.get(f"note-seat-{row}", ""),
            )
        for note in given.getlist("cross"):
            yield acts.LogChange(do="cross-out", entry=note)
        for name in given:
            if name.startswith("count|"):
                _count, section, key, seat = ([*name.split("|"), "", "", ""])[:4]
                by = number(given, name, what=_("Counter"))
                if by:
                    yield acts.LogChange(do="count", section=section, key=key, seat=seat, number=by)


def first_fields(state: CampaignState, law: Law) -> QueryDict:
    """What the form holds before anybody has written in it: cards that the guide gives for sealed tokens."""
    given = QueryDict(mutable=True)
    for due in cards_due(state, law):
        given[f"gain-{due.card}-{due.seat}"] = "yes"
    return given


#: Stands before the code of a card in a second deck, which may be in the first as well.
SECOND_DECK = "extra-"


@dataclass(frozen=True, slots=True)
class Exilable:
    code: str
    title: str
    copies: int
    certain: bool
    """Does the card speak of exile? Others can be exiled by other cards."""
    extra: bool = False
    """Is it in the second deck?"""

    @property
    def name(self) -> str:
        """The card, as forms name it."""
        return f"{SECOND_DECK if self.extra else ''}{self.code}"

    def field(self, seat: Seat) -> str:
        return f"exile-{seat.id}-{self.name}"


def exilable(seat: Seat, law: Law) -> list[Exilable]:
    """What may have been exiled: cards that say so first; any other card on request."""
    rows = []
    for extra, pile in ((False, seat.deck.slots), (True, seat.deck.extra)) if seat.deck else ():
        for code, copies in pile.items():
            card = law.card(code)
            if card and card.standard:
                says = "exile" in card.keywords or bool(card.effects_of(effects.EXILED_WHEN))
                title = card_title(code)
                named = _("%(card)s in the second deck") % {"card": title} if extra else title
                rows.append(Exilable(code, named, copies, says, extra))
    return sorted(rows, key=lambda row: (not row.certain, row.title))


def story_offers(
    state: CampaignState, law: Law, scenario: str, given: Mapping[str, str] | QueryDict | None = None
) -> list[str]:
    """Story cards of the scenario just played, and one that the form names by its code or title."""
    codes = list(may_bring(state, law.scenario(state.campaign, scenario)).get("cards", ()))
    wanted = (given or {}).get("story-other", "").strip()
    if wanted and (found := find_story_card(law, wanted)):
        codes.append(found)
    return [code for code in dict.fromkeys(codes) if law.card(code)]


def drew_field(seat: Seat) -> str:
    """The name of the fields that tell which weaknesses a seat's group drew itself."""
    return f"drew-{seat.id}"


def drew(seat: Seat, given: QueryDict) -> list[str]:
    return [code[:16] for code in given.getlist(drew_field(seat)) if code][:MOST_DRAWN]


def weakness_traits(campaign: str, scenario: str) -> list[str]:
    """The traits of which a scenario may ask for a random weakness."""
    asked = naming.scenario_facts(campaign, scenario).get("may", {}).get("weakness_traits", ())
    return list(dict.fromkeys(trait for traits in asked for trait in traits))


def find_story_card(law: Law, words: str) -> str:
    """A story card by its code, or by its whole title."""
    card = law.card(words)
    if card and is_story_card(card):
        return card.code
    title = words.casefold()
    for card in law.catalogue.cards.values():
        if title in (card.title.casefold(), card.title_de.casefold()) and is_story_card(card):
            return card.code
    return ""


def research_offers(state: CampaignState, law: Law) -> list[tuple[str, str, list[Seat]]]:
    """Tasks of cards in the decks on the table that are not done yet: task, card, and who holds the card."""
    done = {task.task for task in state.research}
    found: dict[str, tuple[str, list[Seat]]] = {}
    for id in state.playing.seats if state.playing else state.active:
        seat = state.seats[id]
        for code in seat.deck.slots if seat.deck else ():
            card = law.card(code)
            if card and card.research and not card.research.source and card.research.task not in done:
                holders = found.setdefault(card.research.task, (card_title(code), []))[1]
                if seat not in holders:
                    holders.append(seat)
    return [(task, title, seats) for task, (title, seats) in found.items()]


def allies(state: CampaignState, law: Law) -> list[tuple[str, str]]:
    """Unique allies that the Ultimatum of the Scream could take."""
    rows = ((code, card_title(code)) for code in allies_at_stake(state, law))
    return sorted(rows, key=lambda row: row[1])


def price_questions(seat: Seat, law: Law) -> tuple[PriceQuestion, ...]:
    """What prices will depend on that only the players know."""
    return questions_about(law.catalogue, seat.deck) if seat.deck else ()


def happened_field(seat: Seat) -> str:
    """How the names of the fields begin that tell what happened to a seat's cards."""
    return f"happened-{seat.id}-"


def mental_field(question: Question) -> str:
    """The field in which the mental trauma of a choice is counted; the plain one counts the physical."""
    return f"claim-{question.seat}-{question.card}-mental"


QUESTION_WORDS = {
    effects.EARNS: lazy("earned experience by it"),
    effects.SUFFERS: lazy("suffers trauma by it"),
    effects.IS_LOST: lazy("is lost by it"),
    effects.REPLACED_BY: lazy("it turns into its follow-up"),
}


def asked(question: Question) -> str:
    return str(QUESTION_WORDS.get(question.effect.kind, question.when.replace("-", " ")))
