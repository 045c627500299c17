"""Services that change the working version of a deck and can be undone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, TypedDict, Unpack

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from cards.adapters import catalogue
from decks.adapters import choice_fields, rules_deck
from decks.checking import read_environment
from decks.errors import BadEdit, UpgradeUnderWay
from decks.formats.jsontext import storable
from decks.models import Deck, DeckVersion
from decks.models.decks import CODE_LENGTH, NAME_LENGTH
from decks.services.journal import Edited, Patch, edit_locked, locked, make_edit
from rules.cards.model import NOTHING, Choices, Tick
from rules.deck.circumstances import MODES
from rules.deck.set_apart import set_apart
from rules.rulebook.editions import EDITIONS

#: The parts of a deck.
MAIN, WISH_LIST, SECOND_DECK, IGNORED = "main", "side", "extra", "ignored"
PLACES = {MAIN: "slots", WISH_LIST: "wish_list", SECOND_DECK: "second_deck", IGNORED: "ignored"}

#: Larger quantities are mistakes and are refused; illegal ones are not.
MOST_COPIES = 99
LONGEST_NOTES = 50_000
LONGEST_ANNOTATION = 2_000


class Author(TypedDict, total=False):
    """The author of an edit, the revision that the author saw, and the key of the request."""

    by: User | None
    expected_revision: int | None
    key: str


@transaction.atomic
def set_quantity(
    deck: Deck, *, code: str, quantity: int, where: str = MAIN, **author: Unpack[Author]
) -> Edited:
    """Set the copies of a card in a part of the deck. Drafts may be illegal; the verdict reports it."""
    _check_place(where)
    _check_code(code)
    return _hold(*locked(deck), code, quantity, where, author)


@transaction.atomic
def change_quantity(
    deck: Deck, *, code: str, change: int, where: str = MAIN, **author: Unpack[Author]
) -> Edited:
    """Add to or subtract from the copies that the deck has when this runs, even after a concurrent edit."""
    _check_place(where)
    _check_code(code)
    held, version = locked(deck)
    have = getattr(version, PLACES[where]).get(code, 0)
    return _hold(held, version, code, max(0, have + change), where, author)


def _hold(held: Deck, version: DeckVersion, code: str, quantity: int, where: str, author: Author) -> Edited:
    if not 0 <= quantity <= MOST_COPIES:
        raise BadEdit(_("The number of copies must be between 0 and %(most)d.") % {"most": MOST_COPIES})
    if where in (MAIN, SECOND_DECK):
        _check_no_upgrade(version, code)
    facts = {"card": code, "quantity": quantity, "where": where}
    patch: Patch = {PLACES[where]: {code: quantity or None}}
    if where == MAIN and not quantity:
        # What belongs to a card leaves with it.
        patch |= {"ignored": {code: None}, "customizations": {code: None}, "attachments": {code: None}}
    return edit_locked(held, version, kind="quantity", facts=facts, patch=patch, **author)


@transaction.atomic
def move_card(
    deck: Deck, *, code: str, quantity: int, source: str, target: str, **author: Unpack[Author]
) -> Edited:
    """Move copies between the parts of a deck, for example from the side deck to the main deck."""
    if source not in PLACES or target not in PLACES or source == target:
        raise BadEdit(_("Copies can only be moved between parts of the deck."))
    _check_code(code)
    held, version = locked(deck)
    _check_no_upgrade(version, code)
    have = getattr(version, PLACES[source]).get(code, 0)
    there = getattr(version, PLACES[target]).get(code, 0)
    if not 0 < quantity <= have or there + quantity > MOST_COPIES:
        raise BadEdit(_("There are not enough copies to move."))
    patch = {PLACES[source]: {code: (have - quantity) or None}, PLACES[target]: {code: there + quantity}}
    facts = {"card": code, "quantity": quantity, "source": source, "target": target}
    return edit_locked(held, version, kind="move", facts=facts, patch=patch, **author)


def _check_place(where: str) -> None:
    if where not in PLACES:
        raise BadEdit(_("A deck has no part “%(name)s”.") % {"name": str(where)[:20]})


def _check_code(code: str) -> None:
    if not (0 < len(code) <= CODE_LENGTH and code.isascii() and code.isprintable()):
        raise BadEdit(_("This is not a valid card code."))


def _check_no_upgrade(version: DeckVersion, code: str) -> None:
    """Refuse an edit during an upgrade: cards with a level are bought then. Story cards may be edited."""
    card = catalogue().resolve(code)
    if version.is_open and card is not None and card.standard:
        raise UpgradeUnderWay(_("This deck is being upgraded: buy, upgrade or swap cards instead."))


@transaction.atomic
def customize(deck: Deck, *, code: str, ticks: Iterable[Tick], **author: Unpack[Author]) -> Edited:
    """Set the experience on the boxes of a customizable card's sheet, and the choices."""
    card = catalogue().resolve(code)
    if card is None or not card.customizable:
        raise BadEdit(_("This card has no upgrade sheet."))
    held, version = locked(deck)
    _check_no_upgrade(version, code)
    rows: list[list[Any]] = []
    for tick in ticks:
        if not 0 <= tick.box < len(card.customizations):
            raise BadEdit(_("This card's sheet has %(n)d boxes.") % {"n": len(card.customizations)})
        if not 0 <= tick.experience <= card.customizations[tick.box].price:
            raise BadEdit(_("You can't mark more experience in a box than it has marks."))
        choice = storable(tick.choice[:200])
        if "," in choice or "|" in choice:
            raise BadEdit(_("A choice can't contain commas or bars (|)."))
        if tick.experience or choice:
            rows.append([tick.box, tick.experience, choice])
    if len({row[0] for row in rows}) != len(rows):
        raise BadEdit(_("Each box can appear only once."))
    patch: Patch = {"customizations": {code: sorted(rows) or None}}
    return edit_locked(held, version, kind="customize", facts={"card": code}, patch=patch, **author)


@transaction.atomic
def attach(deck: Deck, *, code: str, cards: Iterable[str], **author: Unpack[Author]) -> Edited:
    """Set the copies that are attached to a card: hunches, a market, a plan."""
    codes = sorted(cards)
    if len(codes) > MOST_COPIES:
        raise BadEdit(_("Too many cards are attached."))
    for each in (code, *codes):
        _check_code(each)
    held, version = locked(deck)
    _check_fits(held, version, code, codes)
    patch: Patch = {"attachments": {code: codes or None}}
    return edit_locked(held, version, kind="attach", facts={"card": code}, patch=patch, **author)


def _check_fits(deck: Deck, version: DeckVersion, code: str, codes: list[str]) -> None:
    """Refuse more cards than an investigator may set apart. No rule of deckbuilding says so afterwards."""
    content = replace(rules_deck(deck, version), attachments={code: tuple(codes)})
    for apart in set_apart(catalogue(), content):
        added = [each for each in apart.always if each not in codes and version.slots.get(each)]
        named = len(codes) + len(added)
        if apart.holder == code == deck.investigator and named > apart.most:
            raise BadEdit(
                _("Only %(most)d cards can be set apart; these are %(n)d.") % {"most": apart.most, "n": named}
            )


def annotate(deck: Deck, *, code: str, text: str, **author: Unpack[Author]) -> Edited:
    """Write a remark on a card, in Markdown."""
    _check_code(code)
    note = storable(text.strip())
    if len(note) > LONGEST_ANNOTATION:
        raise BadEdit(_("A note can have at most %(most)d characters.") % {"most": LONGEST_ANNOTATION})
    patch: Patch = {"annotations": {code: note or None}}
    return make_edit(deck, kind="annotation", facts={"card": code}, patch=patch, **author)


def settle(
    deck: Deck,
    *,
    name: str | None = None,
    notes: str | None = None,
    choices: Choices | None = None,
    changes: Mapping[str, Any] = NOTHING,
    **author: Unpack[Author],
) -> Edited:
    """Change name, notes, choices and settings, as far as they are given, in one edit."""
    fields: dict[str, Any] = {}
    if name is not None:
        fields["name"] = proper_name(name)
    if notes is not None:
        fields["notes"] = proper_notes(notes)
    if choices is not None:
        for code in filter(None, (choices.front, choices.back)):
            _check_code(code)
        fields |= choice_fields(choices)
    fields |= {column: setting(column, value) for column, value in changes.items()}
    # Consecutive typing in name or notes is merged into one edit.
    kind = next((typed for typed in ("name", "notes") if fields.keys() == {typed}), "settings")
    facts = {"columns": sorted(fields)} if kind == "settings" else {}
    return make_edit(deck, kind=kind, facts=facts, patch={"deck": fields}, **author)


def setting(column: str, value: Any) -> Any:
    """Return the value if it is valid for a deck's column; BadEdit otherwise."""
    cards = catalogue()
    if column == "taboo" and (value == "" or value in cards.taboo_lists):
        return value
    if column == "edition" and value in EDITIONS:
        return value
    if column == "mode" and value in MODES:
        return value
    if column == "environment" and isinstance(value, str) and len(value) <= 300:
        read_environment(cards, value)
        return value
    if column == "card_pool" and isinstance(value, (list, tuple)) and len(value) <= 200:
        for code in value:
            _check_code(str(code).removeprefix("cycle:"))
        return list(map(str, value))
    raise BadEdit(_("Invalid value for “%(name)s”.") % {"name": column[:20]})


def rename(deck: Deck, *, name: str, **author: Unpack[Author]) -> Edited:
    return settle(deck, name=name, **author)


def write_notes(deck: Deck, *, notes: str, **author: Unpack[Author]) -> Edited:
    """Replace the notes, in Markdown."""
    return settle(deck, notes=notes, **author)


def proper_name(name: str) -> str:
    name = " ".join(storable(name).split())
    if not name:
        raise BadEdit(_("Enter a name for the deck."))
    return name[:NAME_LENGTH]


def proper_notes(notes: str) -> str:
    text: str = storable(notes).replace("\r\n", "\n")
    if len(text) > LONGEST_NOTES:
        raise BadEdit(_("Notes can have at most %(most)d characters.") % {"most": LONGEST_NOTES})
    return text
