"""The navigation of the top bar."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True)
class Entry:
    """An entry of the top bar: its name, view and icon."""

    label: str | Promise
    view: str
    icon: str
    more: tuple[str, ...] = ()
    """Beginnings of other addresses that belong to it."""


ENTRIES = (
    Entry(_("Decks"), "deck-list", "deck", more=("/d/", "/parties/", "/players/")),
    Entry(_("Campaigns"), "campaign-list", "campaign"),
    Entry(_("Games"), "game-list", "dice"),
    Entry(_("Cards"), "card-list", "search"),
    Entry(_("Collection"), "collection", "collection"),
    Entry(_("Rules"), "rule-list", "rules"),
)


@dataclass(frozen=True)
class Link:
    label: str | Promise
    url: str
    icon: str
    here: bool


def links(path: str) -> list[Link]:
    """Return the entries of the top bar, with the current one marked."""
    found = [(entry, reverse(entry.view)) for entry in ENTRIES]
    return [Link(entry.label, url, entry.icon, path.startswith((url, *entry.more))) for entry, url in found]
