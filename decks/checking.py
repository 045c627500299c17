"""Checks of decks in ArkhamDB's JSON, for the command, the API and the page. Nothing is saved."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from django.db import DatabaseError
from django.utils.translation import gettext as _

from cards import adapters
from cards.importing.shipped import shipped_catalogue
from decks.errors import BadQuestion
from decks.formats.arkhamdb import read_deck
from rules.cards.catalogue import Catalogue
from rules.cards.model import Deck
from rules.deck.circumstances import FREE, MODES, VERSIONS, Circumstances, Environment
from rules.deck.party import Agreement, judge_party
from rules.deck.validate import judge
from rules.deck.verdict import Verdict
from rules.rulebook.editions import DEFAULT, EDITIONS

NO_TABOO = "none"
NEWEST_TABOO = "newest"
ENVIRONMENTS = ("current", "limited", "legacy")


@dataclass(frozen=True, slots=True)
class CheckTerms:
    """The terms of a check: mode, edition and environment, and the taboo list."""

    circumstances: Circumstances
    taboo: str | None = None
    """The taboo list to judge by: a code, "" for none, or None for the list that the deck names."""


def check_terms(
    catalogue: Catalogue, *, mode: str = "", edition: str = "", taboo: str = "", environment: str = ""
) -> CheckTerms:
    """Return the terms of a check; empty means the default. BadQuestion lists the valid values."""
    mode, edition = mode or FREE, edition or DEFAULT
    if mode not in MODES:
        raise _unknown(_("Unknown mode “%(requested)s”."), mode, MODES)
    if edition not in EDITIONS:
        raise _unknown(_("Unknown edition “%(requested)s”."), edition, EDITIONS)
    return CheckTerms(
        Circumstances(mode=mode, edition=edition, environment=read_environment(catalogue, environment)),
        _read_taboo(catalogue, taboo),
    )


def _unknown(message: str, value: str, known: Any) -> BadQuestion:
    there_are = _("Use one of: %(known)s.") % {"known": ", ".join(known)}
    return BadQuestion(f"{message % {'requested': value[:60]}} {there_are}", known=list(known))


def _read_taboo(catalogue: Catalogue, taboo: str) -> str | None:
    if not taboo:
        return None
    if taboo == NO_TABOO:
        return ""
    code = catalogue.newest_taboo if taboo == NEWEST_TABOO else taboo.zfill(3)
    if code not in catalogue.taboo_lists:
        known = (NO_TABOO, NEWEST_TABOO, *catalogue.taboo_lists)
        raise _unknown(_("Unknown taboo list “%(requested)s”."), taboo, known)
    return code


def read_environment(catalogue: Catalogue, text: str) -> Environment | None:
    """Return the environment that a text describes; None for an empty text.

    It is `current`, `current@2026-04-01`, `legacy`, `legacy:original` or `legacy:modified`, or `limited:`
    with up to three expansions. BadQuestion if it is none of these.
    """
    if not text:
        return None
    kind, _colon, more = text.partition(":")
    kind, _at, day = kind.partition("@")
    versions = more if kind == "legacy" and more in VERSIONS else ""
    packs = () if versions else tuple(filter(None, map(str.strip, more.split(","))))
    if kind not in ENVIRONMENTS or (packs and kind != "limited") or (day and kind != "current"):
        raise _unknown(_("Unknown environment “%(requested)s”."), text, ENVIRONMENTS)
    for code in packs:
        if code not in catalogue.packs:
            raise BadQuestion(_("Unknown expansion “%(requested)s”.") % {"requested": code[:60]})
    if day and not _is_day(day):
        raise BadQuestion(
            _("“%(requested)s” is not a date. Use the form 2026-04-01.") % {"requested": day[:60]}
        )
    return Environment(kind=kind, expansions=packs, as_of=day, versions=versions)


def _is_day(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def check(catalogue: Catalogue, data: Any, terms: CheckTerms) -> Verdict:
    """Return the verdict on a deck in ArkhamDB's JSON. UnreadableDeck if it is not a deck."""
    return judge(catalogue, _deck(data, terms), terms.circumstances)


def check_together(catalogue: Catalogue, decks: Iterable[Any], terms: CheckTerms) -> Verdict:
    """Return the verdict on what only several decks in one party can get wrong."""
    agreement = Agreement(edition=terms.circumstances.edition)
    return judge_party(catalogue, [_deck(data, terms) for data in decks], agreement)


def _deck(data: Any, terms: CheckTerms) -> Deck:
    deck = read_deck(data)
    return deck if terms.taboo is None else replace(deck, taboo=terms.taboo)


def catalogue_at_hand() -> Catalogue:
    """Return the site's catalogue, or the shipped one if the site has not been set up yet."""
    try:
        found = adapters.catalogue()
    except DatabaseError:
        found = None
    return found if found and found.cards else shipped_catalogue()
