"""Previews of imports: the decks in a text with their verdicts, and the lines that were not understood.

A preview saves nothing. `decks.services.save_import` saves its decks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from accounts.models import User
from cards.adapters import catalogue
from decks.adapters import OURS
from decks.check_budget import Reach
from decks.checking import read_environment
from decks.errors import BadQuestion
from decks.formats.arkhamdb import MOST_SLOTS, TOO_MANY_CARDS, Record, read_record
from decks.formats.documents import Entry, read_document
from decks.formats.errors import Unreadable, UnreadableDeck, UnreadableText, _
from decks.formats.jsontext import storable
from decks.formats.lines import Line
from decks.formats.meta import Meta, Oddity
from decks.formats.text import TextDeck, read_text
from decks.formats.titles import Titles
from decks.models import Deck
from decks.models.versions import LONGEST_HISTORY
from rules.deck.circumstances import FREE, MODES, Circumstances
from rules.deck.verdict import Verdict
from rules.rulebook.editions import DEFAULT, EDITIONS

Item = TypeVar("Item")

#: More decks than a user imports at once; the backup of a whole account has fewer.
MOST_DECKS = 500
#: The most decks including earlier versions, which ArkhamDB exports as decks of their own.
MOST_VERSIONS = 5_000
TOO_LONG_A_HISTORY = _("This deck has {count} versions; there is room for {most}.")


@dataclass(frozen=True, slots=True)
class Preview:
    """A deck that can be imported; or, with `error`, an entry that cannot be read."""

    number: int
    record: Record | None = None
    history: tuple[Record, ...] = ()
    """Earlier versions, oldest first."""
    verdict: Verdict | None = None
    """None also where the document is too large for all of its decks to be judged (`decks.check_budget`)."""
    lines: tuple[Line, ...] = ()
    """The lines of a pasted text and how they were read."""
    namesakes: tuple[str, ...] = ()
    """Other investigators that the name in the text may mean."""
    line: int = 0
    """The line number in JSON lines."""
    error: Unreadable | None = None
    already: Deck | None = None
    """The owner's deck that was already imported from the same source."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    """Mode, edition, environment and folder, from an export of Casebook."""

    @property
    def oddities(self) -> tuple[Oddity, ...]:
        """What was not understood, whether or not it affects the deck's legality."""
        return (*self.record.deck.oddities, *self.record.oddities) if self.record else ()

    @property
    def not_understood(self) -> tuple[Line, ...]:
        return tuple(line for line in self.lines if line.problem)


def preview(
    text: str, *, owner: User | None = None, decisions: Mapping[int, str] | None = None
) -> list[Preview]:
    """Return the decks of a text: any JSON of decks, or a pasted list. Unreadable if there are none.

    `decisions` are the player's choices of codes for ambiguous lines of a list, by line number.
    """
    text, reach = storable(text), Reach()
    if text.lstrip("\N{BYTE ORDER MARK} \t\r\n")[:1] in ("{", "["):
        try:
            found = _from_entries(_few_enough(read_document(text)), reach)
        except UnreadableText:
            # A list may begin with a bracket, too.
            try:
                found = _from_texts(read_text(Titles.of(catalogue()), text, decisions), reach)
            except UnreadableText:
                found = []
            if not found:
                raise
    else:
        found = _from_texts(read_text(Titles.of(catalogue()), text, decisions), reach)
    return _with_known(_not_too_many(found, MOST_DECKS), owner)


def _not_too_many(found: list[Item], most: int) -> list[Item]:
    if len(found) > most:
        raise UnreadableText(
            _("This has {decks} decks; at most {most} can be imported at once."), decks=len(found), most=most
        )
    return found


def _few_enough(entries: list[Entry]) -> list[Entry]:
    """The same entries, before anything is made of them; UnreadableText where they are too many decks."""
    _not_too_many(entries, MOST_VERSIONS)
    decks = [entry.data for entry in entries if isinstance(entry.data, dict)]
    earlier = {str(data["previous_deck"]) for data in decks if data.get("previous_deck")}
    _not_too_many([data for data in decks if str(data.get("id")) not in earlier], MOST_DECKS)
    return entries


def _from_texts(decks: Iterable[TextDeck], reach: Reach) -> list[Preview]:
    found = []
    for number, text_deck in enumerate(decks, 1):
        deck = text_deck.deck
        if len(deck.slots) > MOST_SLOTS:
            error = UnreadableDeck(TOO_MANY_CARDS, count=len(deck.slots), most=MOST_SLOTS)
            found.append(Preview(number, lines=text_deck.lines, error=error))
            continue
        record = Record(
            deck=deck,
            meta=Meta(choices=deck.choices, second_deck=deck.second_deck, customizations=deck.customizations),
            name=text_deck.name,
            notes=text_deck.notes,
        )
        found.append(
            _judged(Preview(number, record, lines=text_deck.lines, namesakes=text_deck.namesakes), reach)
        )
    return found


def _from_entries(entries: list[Entry], reach: Reach) -> list[Preview]:
    """Decks of JSON, with the chains of versions put together."""
    read: list[Preview] = []
    for entry in entries:
        try:
            if entry.error is not None:
                raise entry.error
            record = read_record(entry.data)
        except Unreadable as error:
            read.append(Preview(entry.number, line=entry.line, error=error))
        else:
            read.append(Preview(entry.number, record, line=entry.line))
    by_id = {row.record.id: row for row in read if row.record and row.record.id}
    earlier = {row.record.previous for row in read if row.record and row.record.previous in by_id}
    decks = []
    for row in read:
        if row.record is None:
            decks.append(row)
        elif row.record.id not in earlier or not row.record.id:
            history = _history(row.record, by_id)
            if len(history) >= LONGEST_HISTORY:
                problem = UnreadableDeck(TOO_LONG_A_HISTORY, count=len(history) + 1, most=LONGEST_HISTORY)
                decks.append(Preview(row.number, line=row.line, error=problem))
            else:
                decks.append(_judged(replace(row, history=history), reach))
    return [replace(deck, number=number) for number, deck in enumerate(decks, 1)]


def _history(record: Record, by_id: Mapping[str, Preview]) -> tuple[Record, ...]:
    """Return the versions before this one that are in the same document."""
    chain: list[Record] = []
    seen = {record.id}
    while record.previous in by_id and record.previous not in seen:
        found = by_id[record.previous].record
        assert found is not None
        seen.add(record.previous)
        chain.append(found)
        record = found
    return tuple(reversed(chain))


def _judged(row: Preview, reach: Reach) -> Preview:
    assert row.record is not None
    settings = _settings(row.record)
    cards = catalogue()
    circumstances = Circumstances(
        mode=settings["mode"],
        edition=settings["edition"],
        environment=read_environment(cards, settings["environment"]),
    )
    return replace(row, settings=settings, verdict=reach.judge(cards, row.record.deck, circumstances))


def _settings(record: Record) -> dict[str, Any]:
    """Return the settings in an export of Casebook, or the defaults."""
    exported = record.rest.get(OURS)
    exported = exported if isinstance(exported, dict) else {}
    environment = exported.get("environment")
    try:
        read_environment(catalogue(), environment if isinstance(environment, str) else "")
    except BadQuestion:
        environment = ""
    return {
        "mode": exported.get("mode") if exported.get("mode") in MODES else FREE,
        "edition": exported.get("edition") if exported.get("edition") in EDITIONS else DEFAULT,
        "environment": environment if isinstance(environment, str) else "",
        "folder": exported.get("folder") if isinstance(exported.get("folder"), str) else "",
    }


def _with_known(found: list[Preview], owner: User | None) -> list[Preview]:
    ids = [row.record.id for row in found if row.record and row.record.id]
    if owner is None or not ids:
        return found
    known = {deck.source: deck for deck in Deck.objects.filter(owner=owner, deleted_at=None, source__in=ids)}
    return [replace(row, already=known.get(row.record.id)) if row.record else row for row in found]
