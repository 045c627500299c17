"""The filters of the cards page: their values and labels."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from cards.search.boxes import cycles, investigator_label
from cards.search.index import Index, usual_order
from cards.text import names
from cards.titles import reader_language, title_in
from rules.cards.catalogue import Catalogue

COSTS = ("0", "1", "2", "3", "4", "5-99", "X", "none")
LEVELS = ("0", "1", "2", "3", "4", "5", "none")
#: Keywords on the page; the URL accepts all of them.
KEYWORDS = (
    *("fast", "permanent", "exceptional", "myriad", "exile", "researched", "customizable", "starting"),
    *("bonded", "reward", "signature", "unique"),
)


@dataclass(frozen=True)
class Choice:
    """One value of a filter."""

    name: str
    value: str
    label: str
    on: bool = False
    icon: str = ""
    css: str = ""


@dataclass(frozen=True)
class Choices:
    """A filter with its values."""

    title: str
    choices: list[Choice]


Given = Callable[[str], frozenset[str]]


def chips(given: Given) -> list[Choices]:
    """Return the filters that are shown as buttons, in the order of the page."""

    def choice(name: str, value: str, label: object, icon: str = "", css: str = "") -> Choice:
        return Choice(name, value, str(label), value in given(name), icon, css)

    classes = [choice("class", name, names.CLASSES[name], name, f"is-{name}") for name in names.CLASSES]
    classes[-1] = choice("keyword", "multiclass", names.CLASSES["multiclass"], "multiclass", "is-neutral")
    kinds = [choice("type", kind, names.TYPES[kind]) for kind in ("asset", "event", "skill", "investigator")]
    kinds.append(choice("weakness", "any", _("Weakness")))
    kinds.append(choice("story", "yes", _("Story")))
    return [
        Choices(_("Class"), classes),
        Choices(_("Type"), kinds),
        Choices(_("Level"), [choice("level", value, short(value)) for value in LEVELS]),
        Choices(_("Cost"), [choice("cost", value, short(value)) for value in COSTS]),
        Choices(_("Slot"), [choice("slot", name, names.SLOTS[name], name) for name in names.SLOTS]),
        Choices(
            _("Skill icons"),
            [choice("icon", name, str(names.SKILLS[name]).capitalize(), name) for name in names.SKILLS],
        ),
        Choices(_("Keyword"), [choice("keyword", name, names.KEYWORDS[name]) for name in KEYWORDS]),
    ]


def short(value: str) -> str:
    return {"none": "–", "5-99": "5+"}.get(value, value)


def investigators(catalogue: Catalogue) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the investigators who build decks: code and name, by class."""
    found: dict[str, list[tuple[str, str]]] = {}
    builders = (card for card in catalogue.investigators.values() if card.investigator and not card.hidden)
    language = reader_language(catalogue)
    for card in sorted(builders, key=lambda card: usual_order(card, title_in(catalogue, card, language))):
        label = investigator_label(card, catalogue)
        found.setdefault(str(names.CLASSES[names.class_of(card)]), []).append((card.code, label))
    return list(found.items())


def values(card_index: Index, name: str) -> list[str]:
    """Return every trait, or every kind of uses, that a card has."""
    return sorted(str(value) for value, _number in card_index.values(name))


def label(name: str, value: str, catalogue: Catalogue) -> str:
    """Return a condition as text; empty for what is not a condition."""
    return ", ".join(_label(name, part.strip(), catalogue) for part in split(name, value))


def split(name: str, value: str) -> Iterable[str]:
    return [value] if name == "q" else [part for part in value.split(",") if part.strip()]


def _label(name: str, value: str, catalogue: Catalogue) -> str:
    key = value.casefold()
    tables = {
        "class": names.CLASSES,
        "type": names.TYPES,
        "slot": names.SLOTS,
        "keyword": names.KEYWORDS,
        "tag": names.TAGS,
    }
    if name in tables:
        return str(tables[name].get(key, value))
    if name == "level":
        return _("no level") if key == "none" else _("level %(level)s") % {"level": value}
    if name == "cost":
        return _("no cost") if key == "none" else _("cost %(cost)s") % {"cost": short(value)}
    if name == "icon":
        skill, _colon, number = key.partition(":")
        return f"{names.SKILLS.get(skill, skill)}{' ×' if number else ''}{number}"
    if name in ("pack", "cycle"):
        code = value.removeprefix("cycle:")
        pack = catalogue.packs.get(code) if name == "pack" and code == value else None
        return names.pack_title(pack) if pack else cycles(catalogue).get(code, value)
    if name == "chapter":
        return _("Chapter One") if value == "1" else _("Chapter Two")
    if name == "usable_by":
        card = catalogue.resolve(value)
        return _("usable by %(who)s") % {"who": investigator_label(card, catalogue) if card else value}
    if name == "taboo":
        return _("taboo list %(list)s") % {"list": value}
    if name == "own_tag":
        return _("tag %(tag)s") % {"tag": value}
    if name == "uses":
        return _("uses of %(kind)s") % {"kind": names.uses_name(key)}
    return {
        ("weakness", "any"): _("Weakness"),
        ("weakness", "basic"): _("Basic weakness"),
        ("weakness", "other"): _("Other weakness"),
        ("weakness", "no"): _("no weaknesses"),
        ("story", "yes"): _("Story"),
        ("story", "no"): _("no story cards"),
        ("owned", "yes"): _("in the collection"),
        ("owned", "no"): _("not in the collection"),
        ("favourite", "yes"): _("favourites"),
        ("favourite", "no"): _("no favourites"),
    }.get((name, key), value)
