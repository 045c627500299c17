"""The reader of one line of a deck list: a card and its quantity, a heading, a note, a name, or unknown."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import datetime

from decks.formats import headings
from decks.formats.errors import _
from decks.formats.titles import NOTHING_ELSE, Named, Titles, normal
from rules.cards.catalogue import Catalogue
from rules.cards.model import Tick

BLANK, CARD, HEADING, INVESTIGATOR, NAME, NOTE, UNKNOWN = (
    "blank", "card", "heading", "investigator", "name", "note", "unknown",
)  # fmt: skip

#: Longer than any title with subtitle, level and box.
_LONGEST = 300

_BULLET = re.compile(r"^(?:[-*+•·‣◦–—>|]\s+|\[[ xX]\]\s+)+")
_LINK = re.compile(r"!?\[([^\[\]]{1,200})\]\(([^()\s]{0,300})\)")
_CODE_IN_LINK = re.compile(r"/card/(\w{5,12})")
_BEFORE = re.compile(r"^(\d{1,3})(?:\s*[xX×✕]\s+|\s*[xX×✕](?=[^\w\s])|[xX×✕](?=[^\W\d_])|\s+)(?=\S)")
_AFTER = re.compile(
    r"(?:\s+[xX×✕]\s*(\d{1,3})|\s*\(\s*[xX×✕]\s*(\d{1,3})\s*\)|\s*\(\s*(\d{1,3})\s*[xX×✕]\s*\)|\s*[,;:\t]\s*(\d{1,3}))$"
)
_GROUP = re.compile(r"\s*(?:\(((?:[^()]|\([^()]{1,40}\)){1,80})\)|\[([^\[\]]{1,80})\]|\{([^{}]{1,80})\})\s*$")
_PIPS = re.compile(r"\s*([•●⬤★☆·]{1,5})\s*$")
_LEVEL = re.compile(r"\s+(?:level|lvl|lv|stufe|xp)\.?\s*(\d)$", re.IGNORECASE)
_COUNT = re.compile(r"\s*(?:\(\s*\d{1,3}[^()]{0,12}\)|:?\s+\d{1,3})\s*$")
_BOX = re.compile(r"^box (\d{1,2}): (\d{1,2}) experience(?: \((.{1,200})\))?$", re.IGNORECASE)
#: A card's code on ArkhamDB, also one that the catalogue does not have yet.
_CODE = re.compile(r"\d{5}[a-z]?")
_SEPARATORS = (" :", ": ", " - ", " – ", " — ", ", ")


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a list and how it was read."""

    number: int
    text: str
    kind: str = UNKNOWN
    title: str = ""
    named: Named = NOTHING_ELSE
    quantity: int = 0
    code: str = ""
    """The code of the card that is meant, or the best guess."""
    candidates: tuple[str, ...] = ()
    """Codes of other cards that may be meant."""
    where: str = ""
    problem: str = ""
    """Why the line was not understood: a msgid."""
    investigators: tuple[str, ...] = ()
    key: str = ""
    value: str = ""
    tick: Tick | None = None
    indented: bool = False
    explicit: bool = False
    """Whether the line has a quantity."""
    listed: bool = False
    """Whether the line begins with a bullet."""
    by_code: bool = False

    @property
    def mismatch(self) -> str:
        return _("A card with this title exists, but not with this level or subtitle.")


def read_line(titles: Titles, number: int, text: str) -> Line:
    """Read a line by itself. If several cards match, the deck's other lines decide later."""
    line = Line(number, text[:_LONGEST], indented=text[:2].isspace() and len(text[:2]) == 2)
    row = text.strip().replace("\N{DAGGER}", "").replace("\N{NO-BREAK SPACE}", " ")
    if not row or not row.strip("-=_*~`#| "):
        return replace(line, kind=BLANK)
    if len(row) > _LONGEST:
        return replace(line, title=row[:_LONGEST])
    if row.startswith("#"):
        return _markdown_heading(line, row)
    if row.startswith("//"):
        return replace(line, kind=NOTE)
    bare = _BULLET.sub("", row)
    line = replace(line, listed=bare != row)
    link = _LINK.search(bare)
    code = ""
    if link:
        found = _CODE_IN_LINK.search(link[2])
        code = found[1] if found else ""
        bare = bare[: link.start()] + link[1] + bare[link.end() :]
    bare = bare.replace("**", "").replace("`", "").strip().strip("_").strip()
    if box := _BOX.match(bare):
        return replace(line, kind=NOTE, tick=Tick(int(box[1]) - 1, int(box[2]), box[3] or ""))
    if (note := _note(titles, line, bare)) is not None:
        return note
    uncounted = _COUNT.sub("", bare)
    if part := headings.part_of(uncounted):
        return replace(line, kind=HEADING, where=part)
    if headings.is_heading(uncounted) and not titles.is_title(uncounted):
        return replace(line, kind=HEADING)
    return _card(titles, line, bare, code)


def _markdown_heading(line: Line, row: str) -> Line:
    title = row.lstrip("#").strip()
    uncounted = _COUNT.sub("", title)
    if part := headings.part_of(uncounted):
        return replace(line, kind=HEADING, where=part)
    if row.startswith("##") or headings.is_heading(uncounted):
        return replace(line, kind=HEADING)
    return replace(line, kind=NAME, title=title)


def _note(titles: Titles, line: Line, row: str) -> Line | None:
    """Return the line as a note “key: value” if the key is known; None otherwise."""
    key, colon, value = row.partition(":")
    about = headings.KEYS.get(normal(key)) if colon else None
    value = value.strip()
    if about is None:
        return None
    if about == "investigator":
        investigators = _investigators(titles, value)
        return (
            replace(line, kind=INVESTIGATOR, title=value, investigators=investigators)
            if investigators
            else None
        )
    if about == "name":
        return replace(line, kind=NAME, title=value)
    if about == "class":
        value = headings.CLASSES.get(normal(value), "")
    elif about == "taboo":
        value = _taboo(titles.catalogue, value)
    elif about == "faces":
        value = " ".join(side for side in ("front", "back") if f"parallel {side}" in value.casefold())
    elif about == "size":
        value = value if value.isascii() and value.isdecimal() and len(value) < 4 else ""
    return replace(line, kind=NOTE, key=about if value else "", value=value)


def _taboo(catalogue: Catalogue, text: str) -> str:
    """Return the code of a taboo list, given by its code or by its date as other programs write it."""
    for word in text.replace("(", " ").replace(")", " ").split():
        if word in catalogue.taboo_lists:
            return word
    dates = {entry.date: code for code, entry in catalogue.taboo_lists.items()}
    inner = _GROUP.search(text)
    for part in (text, inner[1] if inner and inner[1] else ""):
        for form in ("%Y-%m-%d", "%b %d, %Y", "%B %d, %Y", "%d.%m.%Y"):
            try:
                day = datetime.strptime(part.strip(), form).date().isoformat()
            except ValueError:
                continue
            return dates.get(day, "")
    return ""


def _investigators(titles: Titles, text: str) -> tuple[str, ...]:
    for title, subtitle in _splits(text):
        if _CODE.fullmatch(subtitle) and (card := titles.catalogue.resolve(subtitle)):
            return (card.code,) if card.investigator else ()
        if investigators := titles.find_investigator(title, subtitle):
            return tuple(card.code for card in investigators)
    return ()


def _splits(text: str) -> list[tuple[str, str]]:
    """Return the ways to read a text as title and subtitle, the whole text first."""
    ways = [(text, "")]
    if group := _GROUP.search(text):
        ways.append((text[: group.start()], group[1] or group[2] or group[3]))
    for separator in _SEPARATORS:
        title, found, subtitle = text.partition(separator)
        if found and title.strip() and subtitle.strip():
            ways.append((title.strip(), subtitle.strip()))
    return ways


def _card(titles: Titles, line: Line, row: str, code: str) -> Line:
    """Read a card: take off the quantity, then level, box, code and subtitle, until a title is left."""
    quantity, rest = _quantity(titles, row)
    explicit = quantity is not None
    title, named, inner_code, bare_level = _strip_groups(titles, rest)
    title, named = _strip_subtitle(titles, title, named)
    code = code or inner_code
    if not code and _CODE.fullmatch(title):
        code = title
    if code:
        line = replace(line, title=title, named=named, code=code, by_code=True)
        card = titles.catalogue.resolve(code)
        if card and card.type == "investigator":
            return replace(line, kind=INVESTIGATOR, investigators=(card.code,))
        return replace(line, kind=CARD, quantity=1 if quantity is None else quantity, explicit=explicit)
    line = replace(line, title=title, named=named, explicit=explicit)
    investigators = _investigators(titles, title if not named.subtitle else f"{title}: {named.subtitle}")
    if investigators and named.level is None and not (titles.is_title(title) and (explicit or line.listed)):
        return replace(line, kind=INVESTIGATOR, investigators=investigators, quantity=quantity or 0)
    if titles.is_title(title):
        if not explicit and bare_level and not titles.find(title, named):
            # “Machete (2)”, if there is no Machete of level 2, means two copies.
            unlevelled = replace(named, level=None)
            return replace(line, kind=CARD, named=unlevelled, quantity=bare_level, explicit=True)
        return replace(line, kind=CARD, quantity=1 if quantity is None else quantity)
    # An unknown line keeps its quantity, because the user may choose the card that it means.
    return replace(line, quantity=quantity or 0)


def _quantity(titles: Titles, row: str) -> tuple[int | None, str]:
    """Return the quantity and the rest of the line. “21 or Bust” is a title that begins with a number."""
    if titles.is_title(row):
        return None, row
    if before := _BEFORE.match(row):
        return int(before[1]), row[before.end() :]
    if after := _AFTER.search(row):
        count = next(group for group in after.groups() if group)
        return int(count), row[: after.start()]
    return None, row


def _strip_groups(titles: Titles, text: str) -> tuple[str, Named, str, int]:
    """Take marks off the end of a line: (3), [3], (C), (Core Set), (01016), •••, level 3."""
    named, code, bare_level = NOTHING_ELSE, "", 0
    if pips := _PIPS.search(text):
        text, named = text[: pips.start()], replace(named, level=len(pips[1]))
    while not titles.is_title(text):
        if spoken := _LEVEL.search(text):
            text, named = text[: spoken.start()], replace(named, level=int(spoken[1]))
            continue
        group = _GROUP.search(text)
        if not group or not group.start():
            break
        inner = (group[1] or group[2] or group[3]).strip()
        text = text[: group.start()].rstrip()
        level = _level_in(inner)
        if level is not None:
            named = replace(named, level=level)
            bare_level = level if inner.isdecimal() else 0
        elif _CODE.fullmatch(inner):
            code = inner
        else:
            named = _mark(titles, named, inner)
    return text.strip(), named, code, bare_level


def _level_in(text: str) -> int | None:
    parts = [part for part in normal(text).split() if part not in headings.LEVEL_WORDS]
    if len(parts) == 1 and parts[0].isascii() and parts[0].isdecimal() and int(parts[0]) <= 10:
        return int(parts[0])
    return None


def _mark(titles: Titles, named: Named, inner: str) -> Named:
    mark = normal(inner)
    pack = titles.packs.get(mark) or titles.packs.get(mark.rstrip("0123456789 "))
    if mark in headings.CUSTOMIZABLE:
        return replace(named, customizable=True)
    if mark in headings.ADVANCED:
        return replace(named, advanced=True)
    if pack:
        return replace(named, pack=pack)
    if mark in headings.MARKS:
        return named
    return replace(named, subtitle=inner)


def _strip_subtitle(titles: Titles, text: str, named: Named) -> tuple[str, Named]:
    if not titles.is_title(text):
        for title, subtitle in _splits(text)[1:]:
            if titles.is_title(title):
                text, named = title, replace(named, subtitle=subtitle)
                break
    if named.subtitle and titles.is_title(text) and not titles.find(text, replace(named, level=None)):
        # A remark in brackets that is not a subtitle of this title.
        named = replace(named, subtitle="")
    return text, named
