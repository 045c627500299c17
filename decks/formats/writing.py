"""Decks written as text in ArkhamDB's form or as Markdown. `decks.formats.text` reads both.

The words of both forms are English, as other programs expect; titles may be German. Annotations, attachments
and ignored copies fit into neither form and are only in the JSON.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from decks.formats.arkhamdb import Record
from decks.formats.titles import NOTHING_ELSE, Titles
from rules.cards.model import Card, Deck

_HEADINGS = {
    "asset": "Assets",
    "event": "Events",
    "skill": "Skills",
    "treachery": "Treacheries",
    "enemy": "Enemies",
}
_OTHER = "Other cards"


def write_text(titles: Titles, record: Record, *, german: bool = False) -> str:
    """Return the deck as text in ArkhamDB's form: `2x Name :Subtitle [3] (Box)`."""
    deck = record.deck

    def line(code: str, quantity: int) -> str:
        return f"{quantity}x {_name(titles, deck.investigator, code, german, ' :{}', ' [{}]', box=True)}"

    blocks = [[record.name or "Deck"], [_investigator(titles, deck, german), *_choices(titles, deck)]]
    blocks += [[heading, *rows] for heading, _n, rows in _groups(titles, deck.slots, deck, line)]
    for title, slots in (("Side deck", deck.wish_list), ("Extra deck", deck.second_deck)):
        if slots:
            rows = [row for _heading, _n, rows in _groups(titles, slots, None, line) for row in rows]
            blocks.append([title, *rows])
    return "\n\n".join("\n".join(block) for block in blocks) + "\n"


def write_markdown(
    titles: Titles, record: Record, *, german: bool = False, experience: int | None = None
) -> str:
    """Return the deck as Markdown with headings, and the notes quoted at the end."""
    deck = record.deck

    def line(code: str, quantity: int) -> str:
        return f"- {quantity}x {_name(titles, deck.investigator, code, german, ': {}', ' ({})', box=False)}"

    head = [f"Investigator: {_investigator(titles, deck, german)}", *_choices(titles, deck)]
    if experience is not None:
        head.append(f"Experience: {experience}")
    blocks = [[f"# {record.name or 'Deck'}"], [row + "  " for row in head]]
    for title, slots, of in (
        ("Deck", deck.slots, deck),
        ("Side deck", deck.wish_list, None),
        ("Extra deck", deck.second_deck, None),
    ):
        if slots:
            blocks.append([f"## {title}"])
            blocks += [[f"**{h}** ({n})  ", *rows] for h, n, rows in _groups(titles, slots, of, line)]
    if record.notes:
        blocks += [["## Notes"], [f"> {row}".rstrip() for row in record.notes.splitlines()]]
    return "\n\n".join("\n".join(block) for block in blocks) + "\n"


def _investigator(titles: Titles, deck: Deck, german: bool) -> str:
    card = titles.catalogue.resolve(deck.investigator)
    if card is None:
        return deck.investigator
    title, subtitle = _titles(card, german)
    if [person.code for person in titles.find_investigator(title)] == [card.code]:
        return title
    if [person.code for person in titles.find_investigator(title, subtitle)] == [card.code]:
        return f"{title}: {subtitle}"
    return f"{title} ({card.code})"


def _choices(titles: Titles, deck: Deck) -> list[str]:
    """Return the player's choices, a line each, in the words that deck lists use."""
    chosen, rows = deck.choices, []
    if chosen.front or chosen.back:
        faces = (("front", chosen.front), ("back", chosen.back))
        original = deck.investigator
        sides = [f"{'Parallel' if code and code != original else 'Original'} {face}" for face, code in faces]
        rows.append(f"Parallel: {', '.join(sides)}")
    rows += [f"Class Choice: {name.capitalize()}" for name in chosen.classes.values()]
    if chosen.option:
        rows.append(f"Trait Choice: {chosen.option.capitalize()}")
    if chosen.size is not None:
        rows.append(f"Deck Size: {chosen.size}")
    if deck.taboo:
        known = titles.catalogue.taboo_lists.get(deck.taboo)
        rows.append(f"Taboo list: {deck.taboo}" + (f" ({known.date})" if known else ""))
    return rows


def _groups(
    titles: Titles, slots: Mapping[str, int], deck: Deck | None, line: Callable[[str, int], str]
) -> Iterable[tuple[str, int, list[str]]]:
    """Yield headings with their numbers of copies and lines, in the order of the card types."""
    groups: dict[str, list[tuple[str, int, str, int]]] = {}
    for code, quantity in slots.items():
        card = titles.catalogue.resolve(code)
        kind = card.type if card else ""
        sort = (card.title, card.level or 0) if card else (code, 0)
        groups.setdefault(kind if kind in _HEADINGS else "", []).append((*sort, code, quantity))
    for kind in (*_HEADINGS, ""):
        if rows := sorted(groups.get(kind, ())):
            written = []
            for _title, _level, code, quantity in rows:
                written.append(line(code, quantity))
                written += _boxes(deck, code)
            yield _HEADINGS.get(kind, _OTHER), sum(row[3] for row in rows), written


def _boxes(deck: Deck | None, code: str) -> list[str]:
    ticks = deck.customizations.get(code, ()) if deck else ()
    return [
        f"  - Box {tick.box + 1}: {tick.experience} experience" + (f" ({tick.choice})" if tick.choice else "")
        for tick in ticks
    ]


def _titles(card: Card, german: bool) -> tuple[str, str]:
    if german and card.title_de:
        return card.title_de, card.subtitle_de
    return card.title, card.subtitle


def _name(
    titles: Titles, investigator: str, code: str, german: bool, subtitle: str, level: str, *, box: bool
) -> str:
    """Return title, subtitle, level and box; with the code if these would be read as another card."""
    catalogue = titles.catalogue
    card = catalogue.resolve(code)
    if card is None:
        return code
    title, under = _titles(card, german)
    name = (
        title + (subtitle.format(under) if under else "") + (level.format(card.level) if card.level else "")
    )
    printing = catalogue.printings.get(code)
    pack = catalogue.packs.get(printing.pack) if printing else None
    named = replace(NOTHING_ELSE, level=card.level or None, subtitle=under)
    if box and pack:
        name += f" ({pack.title_de or pack.title if german else pack.title})"
        named = replace(named, pack=pack.code)
    found = titles.find(title, named, investigator)
    understood = [titles.printing(c, named.pack) or c.code for c in found]
    return name if understood == [code] else f"{name} ({code})"
