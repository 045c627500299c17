"""The order in which a deck is shown: assets by slot, events, skills, then cards outside the count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from cards.search.normalization import title_order
from cards.text.names import SLOTS, full_title, title_of
from decks.editor.prices import QuickUpgrade
from decks.editor.problems import Mark
from rules.cards.model import PLACEHOLDER, Card
from rules.deck.reading import Reading
from rules.deck.set_apart import SetApart
from rules.deck.standing import BASIC, BONDED, FOREIGN, SIGNATURE, STANDARD, STORY, WEAKNESS

MAIN, WISH_LIST, SECOND_DECK = "main", "side", "extra"

#: Labels of cards that are not bought, by their role in the deck.
ROLES = {
    SIGNATURE: lazy("signature"),
    BASIC: lazy("basic weakness"),
    WEAKNESS: lazy("weakness"),
    STORY: lazy("story card"),
    BONDED: lazy("bonded"),
    FOREIGN: lazy("another investigator’s signature"),
}


@dataclass(frozen=True, slots=True)
class DeckRow:
    """One printing in one part of the deck."""

    code: str
    copies: int
    where: str
    card: Card | None
    """None if the catalogue does not know the code."""
    role: str = ""
    stopped: Callable[[str], str] = lambda code: ""
    """Returns why no further copy may be added. Only the editor calls it, because it needs the card pool."""
    problems: tuple[Mark, ...] = ()
    annotation: str = ""
    ignored: int = 0
    spent: int = 0
    """Experience spent on its upgrade sheet."""
    attached: tuple[str, ...] = ()
    """Titles of the cards that are set apart for it."""
    most_attached: int = 0
    apart: int = 0
    """Copies of it that are set apart."""
    unowned: str = ""
    """That the reader's boxes have too few copies."""
    upgrades: tuple[QuickUpgrade, ...] = ()
    """Higher versions, while the deck is upgraded."""

    @property
    def id(self) -> str:
        return self.code if self.where == MAIN else f"{self.where}-{self.code}"

    @property
    def name(self) -> str:
        return full_title(self.card) if self.card else self.code

    @property
    def stop(self) -> str:
        """Why no further copy may be added; empty if one may."""
        return self.stopped(self.card.code) if self.card else ""

    @property
    def each(self) -> range:
        """A range with one number for each copy."""
        return range(self.copies)

    @property
    def counts(self) -> bool:
        return self.card is not None and self.role == STANDARD and self.card.counts

    @property
    def label(self) -> str:
        """The role of a card that is outside the count."""
        if self.card is None:
            return ""
        if self.code == PLACEHOLDER:
            return _("to be drawn")
        if self.role == SIGNATURE and self.card.weakness:
            return _("signature weakness")
        if self.card.permanent:
            return _("permanent")
        return str(ROLES.get(self.role, ""))


@dataclass(slots=True)
class Group:
    title: str
    icon: str = ""
    rows: list[DeckRow] = field(default_factory=list)

    @property
    def copies(self) -> int:
        return sum(row.copies for row in self.rows)


@dataclass(slots=True)
class Section:
    title: str
    groups: list[Group] = field(default_factory=list)
    note: str = ""

    @property
    def copies(self) -> int:
        return sum(group.copies for group in self.groups)

    @property
    def rows(self) -> list[DeckRow]:
        return [row for group in self.groups for row in group.rows]


def by_title(row: DeckRow) -> tuple[str, int, str]:
    card = row.card
    return (title_order(title_of(card)) if card else "", card.level or 0 if card else 0, row.code)


def slot_of(card: Card) -> str:
    """Return the first slot of an asset, under which it is listed; empty if it takes none."""
    return next((slot for slot in SLOTS if slot in card.slots), "")


def sections(rows: Iterable[DeckRow]) -> list[Section]:
    """Return the sections of the main deck, from top to bottom."""
    ordered = sorted(rows, key=by_title)
    counted = [row for row in ordered if row.counts]
    known = {row.code for row in counted}
    found = [
        Section(_("Assets"), list(_by_slot(row for row in counted if _type(row) == "asset"))),
        *(
            Section(title, [Group("", rows=[row for row in counted if _type(row) == kind])])
            for kind, title in (("event", _("Events")), ("skill", _("Skills")))
        ),
        Section(_("Other"), [Group("", rows=[row for row in counted if _type(row) not in TYPES])]),
        Section(
            _("Not counted towards deck size"),
            [Group("", rows=sorted((r for r in ordered if r.card and r.code not in known), key=outside))],
        ),
        Section(_("Unknown cards"), [Group("", rows=[row for row in ordered if row.card is None])]),
    ]
    for section in found:
        section.groups = [group for group in section.groups if group.rows]
    return [section for section in found if section.groups]


TYPES = ("asset", "event", "skill")


def _type(row: DeckRow) -> str:
    return row.card.type if row.card else ""


def _by_slot(rows: Iterator[DeckRow]) -> Iterator[Group]:
    groups = {slot: Group(str(title), slot) for slot, title in SLOTS.items()}
    groups[""] = Group(_("No slot"))
    for row in rows:
        assert row.card is not None
        groups[slot_of(row.card)].rows.append(row)
    yield from groups.values()


def outside(row: DeckRow) -> tuple[int, str, int, str]:
    """Sort key for cards outside the count: permanents, own cards, weaknesses, and the placeholder last."""
    order = (STANDARD, SIGNATURE, STORY, BONDED, FOREIGN, WEAKNESS, BASIC)
    place = order.index(row.role) if row.role in order else len(order)
    weak = row.card is not None and bool(row.card.weakness)
    return (place + 10 * weak + 100 * (row.code == PLACEHOLDER), *by_title(row))


def titles_of(codes: Iterable[str], reading: Reading) -> tuple[str, ...]:
    """Return the titles of cards of the deck, each once, with the number of copies if there are several."""
    counts = Counter(codes)
    names = {code: full_title(reading.table[code].standing.card) for code in counts}
    ordered = sorted(counts, key=lambda code: names[code])
    return tuple(f"{names[code]} × {counts[code]}" if counts[code] > 1 else names[code] for code in ordered)


def rows_of(
    reading: Reading,
    slots: Mapping[str, int],
    where: str,
    *,
    stop: Callable[[str], str] = lambda code: "",
    problems: Mapping[str, list[Mark]] | None = None,
    annotations: Mapping[str, str] | None = None,
    unowned: Callable[[Card], str] = lambda card: "",
    apart: Iterable[SetApart] = (),
) -> list[DeckRow]:
    """Return the rows of a part of the deck.

    `stop` is called with the card's own code, when `DeckRow.stop` is read.
    """
    # The verdict reads the main deck alone, so the codes of other parts may be new to the table.
    reading.access.learn(slots)
    rows = []
    holders = {each.holder: each for each in apart}
    gone = Counter(code for each in apart for code in each.codes)
    for code, copies in slots.items():
        holder = holders.get(code) if where == MAIN else None
        entry = reading.table.get(code)
        card = entry.standing.card if entry else None
        sheet = reading.deck.customizations.get(code, ()) if where == MAIN else ()
        rows.append(
            DeckRow(
                code=code,
                copies=copies,
                where=where,
                card=card,
                role=entry.standing.role if entry else "",
                stopped=stop,
                problems=tuple((problems or {}).get(code, ())) if where == MAIN else (),
                annotation=(annotations or {}).get(code, ""),
                ignored=reading.deck.ignored.get(code, 0) if where == MAIN else 0,
                spent=sum(tick.experience for tick in sheet),
                attached=titles_of(holder.codes, reading) if holder else (),
                most_attached=holder.most if holder else 0,
                apart=gone.get(code, 0) if where == MAIN else 0,
                unowned=unowned(card) if card else "",
            )
        )
    return rows
