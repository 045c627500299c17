"""The history of a card on the taboo lists."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from cards.models import TabooEntry, TabooList


@dataclass(frozen=True)
class TabooStatus:
    """The entry of one list, as a mark and in words; both empty if the list does not name the card."""

    taboo_list: TabooList
    mark: str
    text: str


@dataclass(frozen=True)
class Span:
    """Consecutive lists with the same entry."""

    first: TabooList
    last: TabooList
    text: str

    def __str__(self) -> str:
        begun, ended = date_format(self.first.date, "F Y"), date_format(self.last.date, "F Y")
        when = begun if begun == ended else _("%(begun)s to %(ended)s") % {"begun": begun, "ended": ended}
        return f"{when}: {self.text}"


def history(lists: list[TabooList], entries: dict[str, TabooEntry]) -> list[TabooStatus]:
    """Return the entries of all lists, oldest first."""
    return [
        TabooStatus(each, mark(entry), text(entry))
        if (entry := entries.get(each.code))
        else TabooStatus(each, "", "")
        for each in sorted(lists, key=lambda each: each.date)
    ]


def spans(statuses: list[TabooStatus]) -> list[Span]:
    """Return the history in a few sentences."""
    found = []
    for text, group in groupby(statuses, key=lambda each: each.text):
        rows = list(group)
        if text:
            found.append(Span(rows[0].taboo_list, rows[-1].taboo_list, text))
    return found


def mark(entry: TabooEntry) -> str:
    """Return the shortest form of an entry: “+2”, “✕” for forbidden, “★” for exceptional, “¶” for others."""
    if entry.forbidden:
        return "✕"
    if entry.price:
        return f"{entry.price:+d}".replace("-", "−")
    if entry.exceptional:
        return "★"
    return "¶"


def text(entry: TabooEntry) -> str:
    parts = []
    if entry.forbidden:
        parts.append(_("forbidden"))
    if entry.price > 0:
        parts.append(
            ngettext("%(n)d experience more", "%(n)d experience more", entry.price) % {"n": entry.price}
        )
    if entry.price < 0:
        parts.append(
            ngettext("%(n)d experience less", "%(n)d experience less", -entry.price) % {"n": -entry.price}
        )
    if entry.exceptional is not None:
        parts.append(_("exceptional") if entry.exceptional else _("no longer exceptional"))
    if entry.limit is not None:
        parts.append(_("at most %(n)d in a deck") % {"n": entry.limit})
    if entry.campaign_only:
        parts.append(_("campaign mode only"))
    if entry.deck or entry.options:
        parts.append(_("changed deckbuilding options"))
    if entry.customizations:
        parts.append(_("changed upgrade sheet"))
    if entry.reworded:
        parts.append(_("reworded"))
    return ", ".join(parts) or _("changed")
