"""The reader of the guided form that is filled in after a scenario.

It turns the fields into steps, in the order in which the rules apply them. The name of a field says what it
records and for which seat: `how-s1`, `exile-s1-60123`, `token-skull`. Empty fields record nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.http import QueryDict
from django.utils.translation import gettext as _

from campaigns.drawing.requests import ToDraw, WeaknessToDraw
from campaigns.errors import BadStep
from campaigns.forms import guide_prices
from campaigns.forms.fields import number
from campaigns.forms.story_cards import cards_lost
from campaigns.guidance import proposals
from campaigns.log import form as log_form
from campaigns.log.page import key_for
from campaigns.models import Campaign
from campaigns.party import deck_verdicts
from campaigns.scenario_form.question_text import condition
from campaigns.text import names
from campaigns.text.log_words import as_words
from campaigns.text.steps import card_title
from decks import conditions as price_conditions
from rules.campaign import (
    CampaignState,
    EffectQuestion,
    Fate,
    Game,
    Seat,
    cards_due,
    may_bring,
    questions,
    steps,
)
from rules.campaign.gained_cards import is_story_card
from rules.campaign.offered_gains import NOTHING
from rules.campaign.scenarios import allies_at_stake
from rules.campaign.state import MENTAL, OUTCOMES, PHYSICAL, UNRESOLVED
from rules.cards import effects
from rules.chaos_bag import AUTO_FAIL, BLOOD, ELDER_SIGN, FROST, NUMBERS, SYMBOLS
from rules.deck.circumstances import STANDALONE
from rules.outcome import NO_CARDS, Piles
from rules.upgrade.conditions import PriceQuestion, questions_about

#: Tokens that stay in the bag from one scenario to the next.
TOKENS = (*NUMBERS, *SYMBOLS, AUTO_FAIL, ELDER_SIGN, FROST, BLOOD)
NOTE_ROWS = 100
#: Phrases of the guide that can be picked at once.
PHRASE_ROWS = 3
#: Weaknesses that one investigator may draw at the end of one scenario.
MOST_DRAWN = 3


#: The condition of a card is met at most this often in a game.
MOST_TIMES = 20


@dataclass(frozen=True, slots=True)
class EnteredScenario:
    """The content of the form, as steps."""

    end: steps.EndScenario
    others: tuple[steps.Step | ToDraw, ...]
    """The other steps. Draws are requests here; they are made when the steps are recorded."""

    @property
    def all(self) -> tuple[steps.Step | ToDraw, ...]:
        return (self.end, *self.others)


class Reader:
    """Reads the guided form of one scenario of one campaign."""

    def __init__(self, campaign: Campaign, state: CampaignState, game: Game, given: QueryDict) -> None:
        self.campaign = campaign
        self.state = state
        self.game = game
        self.given = given
        self.seats = [state.seats[id] for id in (state.playing.seats if state.playing else ())]
        self.scenario = state.playing.scenario if state.playing else ""
        may = may_bring(state, game.scenario(state.campaign, self.scenario))
        self.accepted = proposals.accepted(may, [seat.id for seat in self.seats], given)

    def read(self) -> EnteredScenario:
        given = self.given
        replay = bool(given.get("replay"))
        won = {"won": True, "lost": False}.get(given.get("won", ""))
        resolution = given.get("resolution", "").strip()[:60]
        if self.state.mode == STANDALONE and resolution and resolution not in UNRESOLVED and won is None:
            raise BadStep(_("Choose whether you won or lost. The text of the resolution says it."))
        end = steps.EndScenario(
            resolution=resolution,
            fates={seat.id: self.fate(seat) for seat in self.seats},
            victory=None if replay else number(given, "victory", least=0, what=_("Victory display")),
            bonus=0 if replay else number(given, "bonus", what=_("Bonus")) + self.accepted.bonus,
            replay=replay,
            lost_allies=tuple(given.getlist("ally")),
            won=won,
        )
        return EnteredScenario(end, tuple(self.others()))

    def fate(self, seat: Seat) -> Fate:
        given, id = self.given, seat.id
        how = given.get(f"how-{id}", "survived")
        trauma = self.accepted.trauma.get(id, {})
        price_outcome = price_conditions.read_conditions(
            given, price_questions(seat, self.game), price_condition_field(seat)
        )
        return Fate(
            how=how if how in OUTCOMES else "survived",
            choice=given.get(f"choice-{id}", "") if how in ("both", "last-agenda") else "",
            lost=given.get(f"lost-{id}", "") or self.accepted.lost.get(id, ""),
            physical=number(given, f"physical-{id}", what=_("Physical trauma")) + trauma.get(PHYSICAL, 0),
            mental=number(given, f"mental-{id}", what=_("Mental trauma")) + trauma.get(MENTAL, 0),
            osiris=given.get(f"osiris-{id}", ""),
            exiled=self.exiled(seat),
            conditions={**self.conditions(seat), **price_outcome.conditions},
            mental_conditions=self.mental_conditions(seat),
            attached_to=price_outcome.attached_to,
            experience=number(given, f"xp-{id}", what=_("Experience")) + self.accepted.experience.get(id, 0),
        )

    def exiled(self, seat: Seat) -> Piles:
        found = NO_CARDS
        for row in exilable(seat, self.game):
            copies = number(self.given, row.field(seat), least=0, most=9, what=row.title)
            found = found.plus(row.code, *((0, copies) if row.in_second_deck else (copies, 0)))
        return found

    def conditions(self, seat: Seat) -> dict[str, int]:
        found = {}
        for question in questions(self.state, self.game):
            if question.seat == seat.id and question.effect.kind != effects.EXILED_WHEN:
                name = f"condition-{seat.id}-{question.card}"
                times = number(self.given, name, least=0, most=MOST_TIMES, what=card_title(question.card))
                times += self.mental(question)
                if times:
                    found[question.card] = times
        return found

    def mental_conditions(self, seat: Seat) -> dict[str, int]:
        """Return how often the player chose mental trauma for the cards that leave the choice."""
        found = [question for question in questions(self.state, self.game) if question.seat == seat.id]
        return {question.card: times for question in found if (times := self.mental(question))}

    def mental(self, question: EffectQuestion) -> int:
        if not question.chooses_trauma:
            return 0
        name = mental_field(question)
        return number(self.given, name, least=0, most=MOST_TIMES, what=card_title(question.card))

    def others(self) -> Iterator[steps.Step | ToDraw]:
        research = [code for code in self.given.getlist("research") if code]
        for code in dict.fromkeys(research):
            task, _colon, seat = code.partition(":")
            value = number(self.given, f"research-value-{task}", least=0, what=_("Number"))
            yield steps.ResearchDone(task=task, seat=seat, value=value)
        changes = tuple(self.bearers())
        if changes:
            yield steps.BearersChanged(changes=changes)
        yield from self.weaknesses()
        lines = tuple(log_changes(self.state, self.given))
        if lines:
            yield steps.LogWritten(changes=lines)
        tokens = token_changes(self.given, self.accepted.tokens)
        if tokens:
            yield steps.TokensChanged(tokens=tokens)
        facts = self.game.scenario(self.state.campaign, self.scenario)
        yield from guide_prices.read(self.given, facts.prices if facts else (), self.seats)
        rewards = tuple(dict.fromkeys(self.given.getlist("reward")))
        if rewards:
            yield steps.RewardsUnlocked(cards=rewards)

    def bearers(self) -> Iterator[steps.BearerChange]:
        for code in offered_story_cards(self.state, self.game, self.scenario, self.given):
            for seat in self.seats:
                if self.given.get(f"gain-{code}-{seat.id}"):
                    yield steps.BearerChange(card=code, seat=seat.id)
        yield from cards_lost(self.seats, self.given)

    def weaknesses(self) -> Iterator[steps.Step | ToDraw]:
        """The random weaknesses of the scenario, beginning with those that the group drew itself."""
        cause = names.scenario_name(self.state.campaign, self.scenario)
        known = weakness_traits(self.state.campaign, self.scenario)
        traits = tuple(trait for trait in known if trait in self.given.getlist("weakness-trait"))
        for seat in self.seats:
            yield from drawn_by_group(self.campaign, seat, self.given, cause, traits)
        for seat in self.seats:
            times = number(self.given, f"draw-{seat.id}", least=0, most=MOST_DRAWN, what=_("Weaknesses"))
            for _turn in range(times):
                yield WeaknessToDraw(seat=seat.id, cause=cause, traits=traits)


def typed_notes(given: QueryDict) -> list[str]:
    """Return the texts of the note lines that are filled in."""
    lines = (given.get(f"note-text-{row}", "").strip() for row in range(NOTE_ROWS))
    return [line for line in lines if line]


def log_changes(state: CampaignState, given: QueryDict) -> Iterator[steps.LogChange]:
    """Yield what the fields of the log record: notes, notes crossed out, and counters."""
    for row in range(NOTE_ROWS):
        text = given.get(f"note-text-{row}", "").strip()[:500]
        if not text:
            continue
        section = given.get(f"note-section-{row}", "")
        plain = given.get(f"note-number-{row}", "").strip()
        yield steps.LogChange(
            do="record",
            section=section,
            text=text,
            key=key_for(state.campaign, section, text),
            number=number(given, f"note-number-{row}", least=-999, most=999, what=_("Number"))
            if plain
            else None,
            seat=given.get(f"note-seat-{row}", ""),
        )
    chosen = [phrase for row in range(PHRASE_ROWS) if (phrase := given.get(phrase_field(row), ""))]
    for phrase in dict.fromkeys(chosen):
        section, key = log_form.picked(state, phrase)
        yield steps.LogChange(do="record", section=section, text=as_words(key), key=key)
    for note in given.getlist("cross"):
        yield steps.LogChange(do="cross-out", entry=note)
    for name in given:
        if name.startswith("count|"):
            _count, section, key, seat = ([*name.split("|"), "", "", ""])[:4]
            by = number(given, name, what=_("Counter"))
            if by:
                yield steps.LogChange(do="count", section=section, key=key, seat=seat, number=by)


def phrase_field(row: int) -> str:
    """Return the name of a field in which a phrase of the guide is picked."""
    return f"phrase-{row}"


def token_changes(given: QueryDict, proposed: Mapping[str, int] = NOTHING) -> dict[str, int]:
    """Return the tokens that join or leave the bag: those entered, and those of proposals."""
    entered = {
        token: number(given, f"token-{token}", least=-20, most=20, what=names.token_name(token))
        for token in TOKENS
    }
    sums = {token: entered.get(token, 0) + proposed.get(token, 0) for token in {**entered, **proposed}}
    return {token: by for token, by in sums.items() if by}


def first_fields(state: CampaignState, game: Game) -> QueryDict:
    """Return the initial content of the form: the cards that the guide gives for sealed tokens."""
    given = QueryDict(mutable=True)
    for due in cards_due(state, game):
        given[f"gain-{due.card}-{due.seat}"] = "yes"
    return given


#: Prefix of the code of a card in the second deck; the same card may be in the first deck as well.
SECOND_DECK = "second-deck-"


@dataclass(frozen=True, slots=True)
class Exilable:
    code: str
    title: str
    copies: int
    certain: bool
    """Whether the card itself mentions exile. Other cards can be exiled by other cards' effects."""
    in_second_deck: bool = False
    condition: str = ""
    """Text of the condition under which the card is exiled, if it has one."""

    @property
    def name(self) -> str:
        """The name of the card in form fields."""
        return f"{SECOND_DECK if self.in_second_deck else ''}{self.code}"

    def field(self, seat: Seat) -> str:
        return f"exile-{seat.id}-{self.name}"


def exilable(seat: Seat, game: Game) -> list[Exilable]:
    """Return the cards that may have been exiled, those that mention exile first."""
    rows = []
    for in_second_deck, pile in (
        ((False, seat.deck.slots), (True, seat.deck.second_deck)) if seat.deck else ()
    ):
        for code, copies in pile.items():
            card = game.card(code)
            if card and card.standard:
                exiled_when = [condition(str(each["when"])) for each in card.effects_of(effects.EXILED_WHEN)]
                certain = "exile" in card.keywords or bool(exiled_when)
                title = card_title(code)
                named = _("%(card)s in the second deck") % {"card": title} if in_second_deck else title
                rows.append(Exilable(code, named, copies, certain, in_second_deck, ", ".join(exiled_when)))
    return sorted(rows, key=lambda row: (not row.certain, row.title))


def offered_story_cards(
    state: CampaignState, game: Game, scenario: str, given: Mapping[str, str] | QueryDict | None = None
) -> list[str]:
    """Return the story cards of the scenario just played, and the card that the form names."""
    codes = list(may_bring(state, game.scenario(state.campaign, scenario)).get("cards", ()))
    wanted = (given or {}).get("story-other", "").strip()
    if wanted and (found := find_story_card(game, wanted)):
        codes.append(found)
    return [code for code in dict.fromkeys(codes) if game.card(code)]


def drew_field(seat: Seat) -> str:
    """Return the name of the fields for the weaknesses that a seat's group drew itself."""
    return f"drew-{seat.id}"


def drew(seat: Seat, given: QueryDict) -> list[str]:
    return [code[:16] for code in given.getlist(drew_field(seat)) if code][:MOST_DRAWN]


def drawn_by_group(
    campaign: Campaign, seat: Seat, given: QueryDict, cause: str, traits: tuple[str, ...]
) -> Iterator[steps.WeaknessDrawnByGroup]:
    """Yield the weaknesses of a seat that the group drew from its own cards."""
    for code in drew(seat, given):
        yield steps.WeaknessDrawnByGroup(
            seat=seat.id, card=code, cause=cause, traits=traits, boxes=deck_verdicts.boxes(campaign)
        )


def weakness_traits(campaign: str, scenario: str) -> list[str]:
    """Return the traits that a scenario may require of a random weakness."""
    allowed = names.scenario_facts(campaign, scenario).get("may", {}).get("weakness_traits", ())
    return list(dict.fromkeys(trait for traits in allowed for trait in traits))


def find_story_card(game: Game, text: str) -> str:
    """Return the code of the story card with this code or complete title."""
    card = game.card(text)
    if card and is_story_card(card):
        return card.code
    title = text.casefold()
    for card in game.catalogue.cards.values():
        if title in (card.title.casefold(), card.title_de.casefold()) and is_story_card(card):
            return card.code
    return ""


def research_tasks(state: CampaignState, game: Game) -> list[tuple[str, str, list[Seat]]]:
    """Return the unfinished research tasks of the party's cards: task, card, and seats with the card."""
    done = {task.task for task in state.research}
    found: dict[str, tuple[str, list[Seat]]] = {}
    for id in state.playing.seats if state.playing else state.active:
        seat = state.seats[id]
        for code in seat.deck.slots if seat.deck else ():
            card = game.card(code)
            if card and card.research and not card.research.source and card.research.task not in done:
                holders = found.setdefault(card.research.task, (card_title(code), []))[1]
                if seat not in holders:
                    holders.append(seat)
    return [(task, title, seats) for task, (title, seats) in found.items()]


def allies(state: CampaignState, game: Game) -> list[tuple[str, str]]:
    """Return the unique allies that the Ultimatum of the Scream could remove."""
    rows = ((code, card_title(code)) for code in allies_at_stake(state, game))
    return sorted(rows, key=lambda row: row[1])


def price_questions(seat: Seat, game: Game) -> tuple[PriceQuestion, ...]:
    """Return the conditions of this seat's prices that only the players know."""
    return questions_about(game.catalogue, seat.deck) if seat.deck else ()


def price_condition_field(seat: Seat) -> str:
    """Return the prefix of the fields for the conditions that a seat's prices depend on."""
    return f"price-condition-{seat.id}-"


def mental_field(question: EffectQuestion) -> str:
    """Return the field that counts the mental trauma of a choice; the plain field counts physical."""
    return f"condition-{question.seat}-{question.card}-mental"
