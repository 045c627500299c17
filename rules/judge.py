"""May this deck be played, and may this card be added? The one judge, asked by pages, API and commands."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

from rules import concerns
from rules.access import STANDARD, Entry
from rules.assignment import assign
from rules.catalogue import Catalogue
from rules.circumstances import ANYWHERE, Circumstances
from rules.deckbuilding import DECK_RULES
from rules.deckbuilding.card_pool import card_pool_of
from rules.deckbuilding.copies import copies_by_title
from rules.deckbuilding.environments import strangers
from rules.deckbuilding.requirements import places_reserved
from rules.deckbuilding.unread import rule_for, unreadable
from rules.deckbuilding.weaknesses import basic_weaknesses_held, basic_weaknesses_owed, to_be_drawn
from rules.editions import edition
from rules.law import ERROR, WARNING, DeckRule
from rules.limits import title_limit
from rules.model import Card, Choices, Deck
from rules.options import apply_choices, name_of, possible_choices
from rules.reading import Reading, read
from rules.verdict import Figures, LimitedLine, Verdict, Violation, _


@lru_cache(maxsize=4096)
def rules_concerned(bits: int) -> tuple[DeckRule, ...]:
    """The rules to ask of a deck that raises these concerns."""
    return tuple(rule for rule in DECK_RULES if rule.concerns & bits or not rule.concerns)


def judge(catalogue: Catalogue, deck: Deck, circumstances: Circumstances = ANYWHERE) -> Verdict:
    """Every violation, warning and note at once, in rule order. A bad deck is judged, never refused."""
    reading = read(catalogue, deck, circumstances)
    return _nobody(catalogue, deck, circumstances) if reading is None else verdict_on(reading)


def verdict_on(reading: Reading) -> Verdict:
    """The verdict on a deck that was read."""
    return _verdict(reading, hear(reading))


@dataclass
class Findings:
    violations: list[Violation]
    lacking: list[Violation]
    """Those of the violations that more cards would settle."""
    warnings: list[Violation]
    notes: list[Violation]

    @cached_property
    def by_card(self) -> dict[tuple[str, str], list[Violation]]:
        """The violations by rule and card; asked for only when the findings are complete."""
        found: dict[tuple[str, str], list[Violation]] = {}
        for violation in self.violations:
            found.setdefault(_about(violation), []).append(violation)
        return found


def hear(reading: Reading) -> Findings:
    """Ask every rule that the deck concerns."""
    found = Findings([], [], [], [])
    law = reading.edition
    for rule in rules_concerned(reading.concerns):
        for severity, message, facts, interpretation, lacking in rule.check(reading):
            violation = Violation(rule.id, message, facts, law, interpretation)
            if severity is ERROR:
                found.violations.append(violation)
                if lacking:
                    found.lacking.append(violation)
            elif severity is WARNING:
                found.warnings.append(violation)
            else:
                found.notes.append(violation)
    return found


def _verdict(reading: Reading, found: Findings) -> Verdict:
    limited: tuple[LimitedLine, ...] = ()
    if reading.access.limited:
        limited = _limited_lines(reading)
    figures = Figures(
        reading.size,
        reading.needed,
        reading.experience,
        limited,
        basic_weaknesses_held(reading),
        basic_weaknesses_owed(reading),
        to_be_drawn(reading) if reading.concerns & concerns.PLACEHOLDER else 0,
    )
    return Verdict(tuple(found.violations), tuple(found.warnings), tuple(found.notes), figures)


def _limited_lines(reading: Reading) -> tuple[LimitedLine, ...]:
    seats = reading.seating.seats if reading.concerns & concerns.LIMITED else {}
    return tuple(
        LimitedLine(
            name_of(line),
            line.limit or 0,
            sum(seats.get(index, {}).values()),
            seats.get(index, {}),
            line.granted_by,
        )
        for index, line in reading.access.limited
    )


def _nobody(catalogue: Catalogue, deck: Deck, circumstances: Circumstances) -> Verdict:
    """A deck without an investigator who builds decks: nothing else can be judged."""
    law = edition(circumstances.edition)
    facts = {"code": deck.investigator}
    card = catalogue.resolve(deck.investigator)
    if card is not None:
        message = _("{title} ({code}) is no investigator for whom decks are built.")
        facts["title"] = card.title
    elif deck.investigator:
        message = _("The catalogue knows no investigator with the code {code}.")
    else:
        message = _("The deck has no investigator.")
    odd = [(rule_for(oddity), unreadable(oddity)) for oddity in deck.oddities]
    return Verdict(
        (Violation("deck.one-investigator", message, facts, law),),
        tuple(Violation(rule, row.message, row.facts, law) for rule, row in odd),
        figures=Figures(size=sum(n for n in deck.slots.values() if n.__class__ is int and n > 0)),
    )


def why(
    catalogue: Catalogue, deck: Deck, code: str, circumstances: Circumstances = ANYWHERE
) -> tuple[Violation, ...]:
    """Why may one more copy of this card not be added? Nothing, if it may.

    The answer is what the verdict on the deck with that copy has against it beyond the verdict on the deck as
    it is; what more cards would settle does not count. A card is also refused when it takes the last room for
    what the investigator, or a card, still asks for.
    """
    before = read(catalogue, deck, circumstances)
    if before is None:
        return _nobody(catalogue, deck, circumstances).violations
    after = _with_one_more(before, code)
    reasons = _new_reasons(hear(before), after)
    short = places_reserved(after)
    if short and short > after.needed - after.size and short >= places_reserved(before):
        message = _("The last {room} places are needed for cards that {investigator}'s deck must have.")
        room = max(0, before.needed - before.size)
        facts = {"room": room, "investigator": after.access.back.title}
        reasons.append(Violation("deck.additional-requirements", message, facts, after.edition))
    return tuple(reasons)


def _with_one_more(before: Reading, code: str) -> Reading:
    deck = before.deck
    held = deck.slots.get(code, 0)
    grown = replace(deck, slots={**deck.slots, code: (held if held.__class__ is int else 0) + 1})
    after = read(before.catalogue, grown, before.circumstances)
    assert after is not None
    return after


def _new_reasons(old: Findings, after: Reading) -> list[Violation]:
    new = hear(after)
    known = old.by_card
    return [v for v in new.violations if v not in known.get(_about(v), ()) and v not in new.lacking]


def _about(violation: Violation) -> tuple[str, str]:
    """The rule and the card, to find a violation among many."""
    return violation.rule, str(violation.facts.get("card", ""))


@dataclass(frozen=True, slots=True)
class PoolCard:
    """A card of the pool: how it comes in, and how many more copies of it may."""

    card: Card
    open: bool
    lines: tuple[int, ...]
    """Limited lines that would take it; none = free."""
    copies: int
    """In the deck now, all versions of the title together."""
    limit: int
    room: bool
    """May one more copy be added, whatever the deck's size? What `why` says, but for the size."""
    reason: Violation | None = None
    """The rule that leaves no room, where neither copies nor limited lines do."""


@dataclass(frozen=True, slots=True)
class Pool:
    """Every standard card as it stands for one deck; what the editor shows at once."""

    cards: Mapping[str, PoolCard]
    lines: tuple[LimitedLine, ...]

    def free(self) -> list[Card]:
        return [row.card for row in self.cards.values() if row.open and not row.lines]

    def limited(self) -> list[Card]:
        return [row.card for row in self.cards.values() if row.lines]


#: What adding a card can do besides taking a copy and a seat. Where the deck or the card raises none of
#: these, copies and seats are all there is to say.
_FURTHER = (
    concerns.THINS | concerns.GROUPED | concerns.BRANDS | concerns.MODIFIED | concerns.GRANTS
    | concerns.REWARD | concerns.RESEARCHED | concerns.CREATION_ONLY | concerns.CAMPAIGN_ONLY
    | concerns.CREATION | concerns.STANDALONE | concerns.ENVIRONMENT | concerns.ULTIMATUMS
    | concerns.CUSTOMIZED | concerns.IGNORED | concerns.RESIZES | concerns.CARD_POOL
)  # fmt: skip
_SIZE = frozenset({"deck.size-exact", "deck.size-modifiers"})


def pool(catalogue: Catalogue, deck: Deck, circumstances: Circumstances = ANYWHERE) -> Pool:
    """The pool of an investigator with choices: free, limited by which line, or closed; what has room.

    Choices that nobody recorded are taken as the verdict takes them; a card that another choice would let in
    is open, too, where the verdict would then take that one.
    """
    reading = read(catalogue, deck, circumstances)
    if reading is None:
        return Pool({}, ())
    if reading.guessed is None:
        return _pool(reading)
    found = _pool(_with_choices(reading, reading.guessed))
    return Pool({**found.cards, **_open_by_another_choice(reading, found)}, found.lines)


def _with_choices(reading: Reading, choices: Choices) -> Reading:
    chosen = read(reading.catalogue, replace(reading.deck, choices=choices), reading.circumstances)
    assert chosen is not None
    return chosen


def _open_by_another_choice(reading: Reading, found: Pool) -> dict[str, PoolCard]:
    """Cards without room under the choices that were guessed, and with room under others that nobody has
    ruled out."""
    unmade = apply_choices(reading.access.facts, reading.deck.choices).unmade
    old, more = hear(reading), dict[str, PoolCard]()
    budget = Budget(reading, old)
    for choices in possible_choices(unmade, reading.deck.choices):
        if choices == reading.guessed:
            continue
        other = _with_choices(reading, choices)
        other.access.learn(found.cards)
        closed = [
            code
            for code, row in found.cards.items()
            if not row.room and row.copies < row.limit and code not in more
            and other.table[code].standing.way.open
        ]  # fmt: skip
        asked = _Asked(reading, old, copies_by_title(other), budget)
        for code, row in _pool(other, closed, budget).cards.items() if closed else ():
            if row.room and not asked.reason(row.card, other.table[code]):
                more[code] = row
    return more


def _pool(reading: Reading, codes: Iterable[str] | None = None, budget: Budget | None = None) -> Pool:
    """Of all cards, or of these."""
    catalogue = reading.catalogue
    reading.access.learn(catalogue.cards)
    old = hear(reading)
    copies = copies_by_title(reading)
    versions: dict[str, int] = {}
    strictest: dict[str, int] = {}
    for _code, card, n in reading.standard():
        versions[card.code] = versions.get(card.code, 0) + n
        strictest[card.title] = min(strictest.get(card.title, 99), title_limit(card))
    for code, n in reading.ignored.items():
        versions[code] -= n
    further = reading.concerns & _FURTHER or not reading.edition.switches.signature_exempt_from_title_limit
    asked = _Asked(reading, old, copies, budget or Budget(reading, old))
    seats: dict[tuple[int, ...], bool] = {}
    rows: dict[str, PoolCard] = {}
    for code in catalogue.cards if codes is None else codes:
        entry = reading.table[code]
        standing = entry.standing
        if standing.role is not STANDARD:
            continue
        card = standing.card
        lines = standing.way.limited
        held = copies.get(card.title, 0)
        limit = min(title_limit(card), strictest.get(card.title, 99))
        open_ = standing.way.open and not standing.restricted and not card.forbidden
        room = open_ and held < limit and versions.get(code, 0) < entry.limit
        if room and lines:
            if lines not in seats:
                seats[lines] = _has_room(reading, lines)
            room = seats[lines]
        reason = None
        if room and (further or entry.concerns & _FURTHER):
            reason = asked.reason(card, entry)
        rows[code] = PoolCard(card, open_, lines if open_ else (), held, limit, room and not reason, reason)
    return Pool(rows, _limited_lines(reading))


#: Concerns under which a card's title, traits or text may matter: then every card is asked about.
_PERSONAL = concerns.THINS | concerns.GROUPED | concerns.BRANDS | concerns.ULTIMATUMS


#: Slots read for one pool: up to a second. Decks that can be played need a fraction of it.
MOST_SLOTS_READ = 900_000


class Budget:
    """How often the deck may still be read with one more card, for one pool."""

    def __init__(self, reading: Reading, found: Findings) -> None:
        unmade = apply_choices(reading.access.facts, reading.deck.choices).unmade
        readings = sum(1 for _ in possible_choices(unmade, reading.deck.choices))
        # A finding costs about as much as four slots, and every reading as twenty more.
        cost = (20 + len(reading.slots) + 4 * len(found.violations)) * readings
        self.left = MOST_SLOTS_READ // cost

    def take(self) -> bool:
        """Use one reading, if there is one left."""
        self.left -= 1
        return self.left >= 0


class _Asked:
    """What speaks against one more copy. Of cards that are alike to the rules only the first is asked about,
    which makes the pool of the largest investigator a matter of milliseconds. When the budget is used up,
    copies and seats have to do; the verdict on the deck says the rest."""

    def __init__(self, reading: Reading, old: Findings, held: Mapping[str, int], budget: Budget) -> None:
        self.budget = budget
        self.reading = reading
        self.old = old
        self.held = held
        environment = reading.circumstances.environment
        self.strange = strangers(reading.catalogue, environment) if environment else frozenset()
        self.pool = card_pool_of(reading.catalogue, reading.deck.card_pool)
        self.answers: dict[Hashable, tuple[Card, Violation | None]] = {}

    def reason(self, card: Card, entry: Entry) -> Violation | None:
        alike = self._alike(card, entry)
        if alike in self.answers:
            first, reason = self.answers[alike]
            return reason and _told_of(reason, first, card)
        if not self.budget.take():
            return None
        new = _new_reasons(self.old, _with_one_more(self.reading, card.code))
        reason = next((v for v in new if v.rule not in _SIZE), None)
        self.answers[alike] = card, reason
        return reason

    def _alike(self, card: Card, entry: Entry) -> Hashable:
        printings = self.reading.catalogue.printings_of.get(card.code, ())
        if (
            (self.reading.concerns | entry.concerns) & _PERSONAL
            or card.effects
            or card.title in self.held
            or (card.research and self.reading.circumstances.log.research)
            or any(printing.modified for printing in printings)
        ):
            return card.code
        concern = entry.concerns & ~concerns.LIMITED
        in_pool = self.pool.holds(self.reading.catalogue, card)
        return concern, card.level, card.price, card.code in self.strange, in_pool


def _told_of(violation: Violation, first: Card, card: Card) -> Violation:
    """The same finding about another card."""
    names = {first.code: card.code, first.title: card.title}
    if first.subtitle:
        names[first.subtitle] = card.subtitle

    def told(value: Any) -> Any:
        if isinstance(value, (list, tuple)):
            return [names.get(item, item) if isinstance(item, str) else item for item in value]
        return names.get(value, value) if isinstance(value, str) else value

    return violation._replace(facts={key: told(value) for key, value in violation.facts.items()})


def _has_room(reading: Reading, lines: tuple[int, ...]) -> bool:
    """Could one more copy that these lines take be seated?"""
    limits = {index: line.limit or 0 for index, line in reading.access.limited}
    seated = assign([*reading.demands(), ("one more", 1, lines)], limits)
    return sum(seated.left_over.values()) <= sum(reading.seating.left_over.values())
