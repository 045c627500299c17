"""Where can a visitor go from everywhere?"""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True)
class Entry:
    """A place in the top bar: its name, the view behind it, and the icon that stands for it."""

    label: str | Promise
    view: str
    icon: str


ENTRIES = (
    Entry(_("Decks"), "deck-list", "deck"),
    Entry(_("Campaigns"), "campaign-list", "campaign"),
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
    """The entries of the top bar, the one we are in marked."""
    found = [(entry, reverse(entry.view)) for entry in ENTRIES]
    return [Link(entry.label, url, entry.icon, path.startswith(url)) for entry, url in found]
