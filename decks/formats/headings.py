"""Words in deck lists besides the names of cards: headings, notes and marks, in English and German."""

from __future__ import annotations

from decks.formats.titles import normal

MAIN, WISH_LIST, SECOND_DECK, NOTES = "main", "side", "extra", "notes"

#: Headings that begin another part of the deck.
PARTS = {
    normal(word): part
    for part, words in {
        MAIN: ("Deck", "Main deck", "Cards", "Hauptdeck", "Karten", "Slots"),
        WISH_LIST: ("Side deck", "Sidedeck", "Sideboard", "Side", "Upgrades", "Nebendeck", "Zweitdeck"),
        NOTES: ("Notes", "Description", "Notizen"),
        SECOND_DECK: ("Extra deck", "Spirit deck", "Geisterdeck", "Extradeck"),
    }.items()
    for word in words
}

#: Words in headings of groups of cards.
GROUPS = frozenset(
    {
        "card", "cards",
        "asset", "assets", "event", "events", "skill", "skills", "treachery", "treacheries", "enemy",
        "enemies", "weakness", "weaknesses", "basic", "permanent", "permanents", "hand", "hands", "ally",
        "allies", "arcane", "accessory", "body", "head", "tarot", "no", "other", "slot", "and",
        "signature", "signatures", "story", "bonded", "required", "special", "outside", "the", "count",
        "level", "location", "locations", "investigator", "vorteil", "vorteile", "ereignis", "ereignisse",
        "fertigkeit", "fertigkeiten", "verrat", "gegner", "schwache", "schwachen", "permanente",
        "verbundeter", "verbundete", "arkan", "zubehor", "korper", "kopf", "kein", "keine", "und",
        "geschichte", "ermittler",
    }
)  # fmt: skip

#: Subjects of lines of the form “key: value”, by key.
KEYS = {
    normal(word): key
    for key, words in {
        "investigator": ("Investigator", "Ermittler", "Ermittlerin"),
        "class": ("Class Choice", "Secondary Class", "Class", "Klasse", "Zweite Klasse"),
        "size": ("Deck Size", "Deckgröße"),
        "option": ("Trait Choice", "Option", "Merkmal"),
        "faces": ("Parallel", "Faces"),
        "taboo": ("Taboo list", "Taboo", "Tabuliste"),
        "name": ("Deck", "Name", "Title", "Deck name"),
        "": (
            *("Packs", "XP", "Experience", "Experience required", "Erfahrung", "Author", "Link", "URL"),
            *("Tags", "Version", "Verdict", "Source", "Size", "Cards", "Karten"),
        ),
    }.items()
    for word in words
}

CLASSES = {
    "guardian": "guardian", "seeker": "seeker", "rogue": "rogue", "mystic": "mystic", "survivor": "survivor",
    "beschutzer": "guardian", "wahrheitssucher": "seeker", "schurke": "rogue", "mystiker": "mystic",
    "uberlebender": "survivor", "uberlebenskunstler": "survivor",
}  # fmt: skip

#: Marks after a title that do not help to identify the card.
MARKS = frozenset(
    {
        *CLASSES, "neutral", "multiclass", "fast", "permanent", "exceptional", "myriad", "exile", "unique",
        "signature", "weakness", "basic weakness", "asset", "event", "skill", "treachery", "enemy",
        "parallel", "replacement", "taboo", "bonded", "story", "customizable",
    }
)  # fmt: skip
ADVANCED = frozenset({"advanced", "adv", "fortgeschritten"})
CUSTOMIZABLE = frozenset({"c", "customizable", "modifizierbar"})
LEVEL_WORDS = frozenset({"level", "lvl", "lv", "l", "xp", "exp", "ep", "stufe", "grad", "experience"})


def is_heading(text: str) -> bool:
    """Return whether a text is a heading of a group of cards, such as “Assets (13)” or “Ally. Arcane.”."""
    words = [word for word in normal(text).split() if not word.isdigit() and word != "x2"]
    return bool(words) and all(word in GROUPS for word in words)


def part_of(text: str) -> str:
    """Return the part of the deck that a heading begins; empty if it begins none."""
    return PARTS.get(" ".join(word for word in normal(text).split() if not word.isdigit()), "")
