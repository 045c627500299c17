"""The decks in a pasted text: ArkhamDB's and arkham.build's text formats, and lists typed by hand.

Every line has a result: understood (card and quantity), ambiguous (the best guess and the alternatives), or
not understood (with suggestions). No line is dropped silently.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from decks.formats.errors import UnreadableText, _
from decks.formats.headings import MAIN, NOTES, SECOND_DECK, WISH_LIST
from decks.formats.lines import BLANK, CARD, HEADING, INVESTIGATOR, NAME, NOTE, UNKNOWN, Line, read_line
from decks.formats.meta import nothing
from decks.formats.titles import Titles, normal
from rules.cards.model import NO_CHOICES, Card, Choices, Deck, Tick

#: Longer than any paste of decks; what is longer is not a deck.
MOST_LINES, MOST_CHARACTERS = 3_000, 300_000
#: Looking for what looks like a name takes a while, so only a limited number of them is looked up.
_MOST_GUESSES = 25


@dataclass(frozen=True, slots=True)
class TextDeck:
    """A deck read from a text, with its lines."""

    name: str = ""
    investigator: str = ""
    namesakes: tuple[str, ...] = ()
    """Other investigators that the name may mean."""
    lines: tuple[Line, ...] = ()
    choices: Choices = NO_CHOICES
    taboo: str = ""
    customizations: Mapping[str, tuple[Tick, ...]] = field(default_factory=nothing)
    notes: str = ""

    @property
    def deck(self) -> Deck:
        """The deck that was understood, ready to be judged."""
        slots: dict[str, dict[str, int]] = {MAIN: {}, WISH_LIST: {}, SECOND_DECK: {}}
        for line in self.lines:
            if line.kind == CARD:
                part = slots[line.where]
                part[line.code] = part.get(line.code, 0) + line.quantity
        return Deck(
            investigator=self.investigator,
            slots=slots[MAIN],
            wish_list=slots[WISH_LIST],
            second_deck=slots[SECOND_DECK],
            choices=self.choices,
            customizations=self.customizations,
            taboo=self.taboo,
        )

    @property
    def not_understood(self) -> tuple[Line, ...]:
        return tuple(line for line in self.lines if line.kind == UNKNOWN)

    @property
    def ambiguous(self) -> tuple[Line, ...]:
        return tuple(line for line in self.lines if line.candidates and line.kind == CARD)


def read_text(titles: Titles, text: str, decisions: Mapping[int, str] | None = None) -> list[TextDeck]:
    """Return the decks of a pasted text. `decisions` are the user's choices of codes, by line number.

    UnreadableText if no line names a card.
    """
    written = text.removeprefix("\N{BYTE ORDER MARK}").splitlines()
    if len(written) > MOST_LINES:
        raise UnreadableText(
            _("This text has {lines} lines; at most {most} can be imported at once."),
            lines=len(written),
            most=MOST_LINES,
        )
    if len(text) > MOST_CHARACTERS:
        raise UnreadableText(
            _("This list has {characters} characters; at most {most} can be read at once."),
            characters=len(text),
            most=MOST_CHARACTERS,
        )
    lines = [read_line(titles, number, row) for number, row in enumerate(written, 1)]
    decks = [_read_deck(titles, part, decisions or {}) for part in _parts(lines)]
    decks = [deck for deck in decks if deck.investigator or any(line.kind == CARD for line in deck.lines)]
    if not any(line.kind == CARD for deck in decks for line in deck.lines):
        raise UnreadableText(_("No card names found."))
    return _with_guesses(titles, decks)


def _parts(lines: list[Line]) -> Iterable[list[Line]]:
    """Split the lines into decks: a title or an investigator after cards begins a new one."""
    start, cards, notes = 0, False, False
    for at, line in enumerate(lines):
        notes = (notes or (line.kind == HEADING and line.where == NOTES)) and line.kind != NAME
        begins = line.kind in (INVESTIGATOR, NAME) and not notes
        if begins and cards:
            cut = at
            while lines[cut - 1].kind in (BLANK, UNKNOWN, NAME):
                cut -= 1
            yield lines[start:cut]
            start, cards = cut, False
        cards = cards or (line.kind == CARD and not notes)
    yield lines[start:]


def _read_deck(titles: Titles, lines: list[Line], decisions: Mapping[int, str]) -> TextDeck:
    lines, name = _named(lines)
    investigators = next((line.investigators for line in lines if line.kind == INVESTIGATOR), ())
    first_guess = investigators[0] if investigators else ""
    read, where = [], MAIN
    for line in lines:
        if where == NOTES:
            line = replace(line, kind=NOTE, key=NOTES, value=line.text.removeprefix(">").removeprefix(" "))
        elif line.kind == HEADING and line.where:
            where = line.where
        elif line.kind == BLANK:
            continue
        read.append(_settle(titles, line, where, first_guess, decisions))
    person, namesakes = _who(titles, investigators, [line.code for line in read if line.kind == CARD])
    chosen = decisions.get(next((line.number for line in read if line.kind == INVESTIGATOR), 0), "")
    if chosen in (card.code for card in (*person, *namesakes)):
        namesakes = [card for card in (*person, *namesakes) if card.code != chosen]
        person = [titles.catalogue.cards[chosen]]
    code = person[0].code if person else ""
    if code != first_guess:
        read = [_settle(titles, line, line.where or MAIN, code, decisions) for line in read]
    read, customizations = _ticked(titles, read)
    return TextDeck(
        name=name,
        investigator=code,
        namesakes=tuple(card.code for card in (*person[1:], *namesakes) if card.code != code),
        lines=tuple(read),
        choices=_choices(titles, read, code),
        taboo=next((line.value for line in read if line.key == "taboo"), ""),
        customizations=customizations,
        notes="\n".join(line.value for line in read if line.key == NOTES).strip(),
    )


def _named(lines: list[Line]) -> tuple[list[Line], str]:
    """Return the lines and the deck's name: a top-level heading, or an unknown line before all others.

    A line with a quantity is a misspelled card.
    """
    for at, line in enumerate(lines):
        if line.kind in (CARD, HEADING) or (line.kind == UNKNOWN and line.explicit):
            break
        if line.kind == NAME:
            return lines, line.title
        if line.kind == UNKNOWN:
            named = replace(line, kind=NAME)
            return [*lines[:at], named, *lines[at + 1 :]], line.title
    return lines, ""


def _settle(titles: Titles, line: Line, where: str, investigator: str, decisions: Mapping[int, str]) -> Line:
    """Decide which of the matching cards a line means, now that the investigator is known."""
    chosen = decisions.get(line.number, "")
    if line.kind == UNKNOWN and chosen and titles.catalogue.resolve(chosen):
        # Only the user understood this line, and chose its card.
        return replace(line, kind=CARD, where=where, code=chosen, quantity=line.quantity or 1)
    if line.kind != CARD:
        return line
    if chosen and titles.catalogue.resolve(chosen):
        return replace(line, where=where, code=chosen, candidates=())
    if line.by_code:
        return replace(line, where=where)
    cards = titles.find(line.title, line.named, investigator)
    if not cards:
        return replace(line, kind=UNKNOWN, where=where)
    code = (titles.printing(cards[0], line.named.pack) if line.named.pack else "") or cards[0].code
    return replace(line, where=where, code=code, candidates=tuple(card.code for card in cards[1:]))


def _who(titles: Titles, investigators: tuple[str, ...], codes: list[str]) -> tuple[list[Card], list[Card]]:
    """Return the investigators of a name that fit best, and the others.

    Investigators of the same name are distinguished by their signature cards. If that does not decide,
    originals come first, and of those the one whose class the deck has most in common with (Agatha Crane is
    Seeker or Mystic).
    """
    named = [titles.catalogue.cards[code] for code in investigators]
    if len(named) < 2:
        return named, []
    fitting = titles.of_these_cards(named, codes)
    originals = [card for card in fitting if not (card.parallel_of or card.same_as)]
    if len(originals) == 1:
        # A parallel investigator has the signatures of the original: only a named front or back would decide.
        return originals, []
    cards = [card for code in codes if (card := titles.catalogue.resolve(code))]
    fitting.sort(key=lambda person: -sum(bool(card.classes & person.classes) for card in cards))
    return fitting[:1], fitting[1:]


def _ticked(titles: Titles, lines: list[Line]) -> tuple[list[Line], dict[str, tuple[Tick, ...]]]:
    """Assign the boxes below customizable cards. Ours have numbers; names of boxes are not known here."""
    customizations: dict[str, tuple[Tick, ...]] = {}
    read: list[Line] = []
    card: Card | None = None
    for line in lines:
        if line.kind == CARD and not (line.indented and card and card.customizable and not line.explicit):
            card = titles.catalogue.resolve(line.code)
        elif card and card.customizable and line.tick is not None:
            customizations[card.code] = (*customizations.get(card.code, ()), line.tick)
        elif card and card.customizable and line.indented and line.kind in (UNKNOWN, CARD):
            problem = _("Names of upgrades are not recognized: tick the boxes on the card's upgrade sheet.")
            line = replace(line, kind=UNKNOWN, code="", quantity=0, problem=problem)
        read.append(line)
    return read, customizations


def _choices(titles: Titles, lines: list[Line], investigator: str) -> Choices:
    """Return the player's choices in the text, in the order in which the investigator offers them."""
    card = titles.catalogue.cards.get(investigator)
    if card is None or card.investigator is None:
        return NO_CHOICES
    values: dict[str, list[str]] = {}
    for line in lines:
        if line.kind == NOTE and line.key:
            values.setdefault(line.key, []).append(line.value)
    parallel = next(
        (c.code for c in titles.catalogue.investigators.values() if c.parallel_of == investigator), ""
    )
    faces = values.get("faces", [""])[0]
    back = titles.catalogue.cards.get(parallel if "back" in faces else investigator, card).investigator
    options = back.options if back else ()
    classes: dict[str, str] = {}
    names = iter(values.get("class", ()))
    for option in options:
        if option.choose_class and (name := next(names, "")):
            classes[option.id] = name
    size = values.get("size", [""])[0]
    trait = normal(values.get("option", [""])[0])
    offered = (o for line in options for o in line.choose_option)
    return Choices(
        front=parallel if "front" in faces else "",
        back=parallel if "back" in faces else "",
        classes=classes,
        option=next((o.id for o in offered if trait and trait in (normal(o.id), normal(o.name))), ""),
        size=int(size) if size else None,
    )


def _with_guesses(titles: Titles, decks: list[TextDeck]) -> list[TextDeck]:
    """Add suggestions to the lines that were not understood."""
    left = _MOST_GUESSES
    answered = []
    for deck in decks:
        lines = []
        for line in deck.lines:
            if line.kind == UNKNOWN and not line.problem:
                close: list[Card] = []
                if left and 2 < len(line.title) < 80:
                    left -= 1
                    close = titles.close_to(line.title)
                line = replace(
                    line,
                    problem=_("No card has this title.")
                    if not titles.is_title(line.title)
                    else line.mismatch,
                    candidates=tuple(card.code for card in close),
                )
            lines.append(line)
        answered.append(replace(deck, lines=tuple(lines)))
    return answered
