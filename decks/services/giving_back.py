"""Minus during an upgrade: a copy is taken out for another one, and purchases are given back, in any order.

A copy that was taken out stays in the ledger until a purchase takes its place or it is put back. When a
purchase is given back, the others are priced again, because a discount may now be theirs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Unpack

from django.db import transaction
from django.utils.translation import gettext as _

from cards.text.names import exact_title
from decks.adapters import purchase_fields, purchase_of
from decks.errors import BadEdit, NotEnoughExperience, NotForSale
from decks.examined import ExaminedDeck
from decks.models import Deck
from decks.models import Purchase as PurchaseRow
from decks.open_upgrade import LEAVES, TAKEN_OUT, OpenUpgrade
from decks.services.editing import Author
from decks.services.journal import Edited, Patch, edit_locked, locked, made_before, row_fields
from decks.services.upgrading import PART_OF, held_as
from rules.upgrade.purchase import DECK, GRANT, KEPT_LOWER, MARK, OVER_SIZE, Departure
from rules.upgrade.session import Quote


@transaction.atomic
def take_out(deck: Deck, *, code: str, place: str = DECK, **author: Unpack[Author]) -> Edited:
    """Take a copy out of the deck, so that another can take its place; give it back if it was just bought.

    Copies that the rules remove (over a limit, over the size) leave for good.
    """
    held, version = locked(deck)
    if made := made_before(held, version, author):
        return made
    upgrade = OpenUpgrade(ExaminedDeck(held))
    session = upgrade.session
    slots: Mapping[str, int] = getattr(version, PART_OF[place])
    leaving = held_as(slots, code)
    if not slots.get(leaving) or leaving not in session.taboo_view.printed:
        raise BadEdit(_("This card is not in the deck."))
    card = session.card(leaving)
    why = session.must_leave(card, place)
    if not why:
        bought = [row for row in upgrade.purchases if _brought(row, card.code, place, upgrade)]
        if bought:
            return _give_back(upgrade, bought[-1], author)
        why = OVER_SIZE if session.size(place) > session.needed(place) else TAKEN_OUT
    if why == TAKEN_OUT and not card.counts:
        raise NotForSale(
            _("%(title)s can’t be replaced: it does not count toward the deck’s size.")
            % {"title": exact_title(card)}
        )
    patch: Patch = {
        PART_OF[place]: {leaving: slots[leaving] - 1 or None},
        "purchase": {"way": LEAVES, "card": leaving, "price": 0, "place": place, "removal_reason": why},
    }
    facts = {"card": leaving, "quantity": 1, "why": why}
    return edit_locked(held, version, kind="take_out", facts=facts, patch=patch, **author)


def _brought(row: PurchaseRow, code: str, place: str, upgrade: OpenUpgrade) -> bool:
    """Return whether a row of the ledger brought a copy of this card."""
    return row.way not in (LEAVES, MARK) and row.place == place and upgrade.card(row.card).code == code


@transaction.atomic
def give_back(deck: Deck, *, position: int, **author: Unpack[Author]) -> Edited:
    """Take back one row of the ledger: a purchase, or a card that left."""
    held, version = locked(deck)
    if made := made_before(held, version, author):
        return made
    upgrade = OpenUpgrade(ExaminedDeck(held))
    row = next((row for row in upgrade.purchases if row.position == position), None)
    if row is None:
        raise BadEdit(_("This is not in the ledger any more."))
    return _give_back(upgrade, row, author)


def _give_back(upgrade: OpenUpgrade, row: PurchaseRow, author: Author) -> Edited:
    version = upgrade.examined.version
    patch = _put_back(upgrade, row) if row.way == LEAVES else _without_purchase(upgrade, row)
    patch["ledger"] = _priced_again(upgrade, row)
    cost = sum(each["price"] for each in patch["ledger"])
    if cost > version.experience_available:
        raise NotEnoughExperience(
            _("Without it, the other purchases cost %(price)d XP; you have %(have)d.")
            % {"price": cost, "have": version.experience_available}
        )
    kind = "put_back" if row.way == LEAVES else "give_back"
    facts = {"card": row.card, "replaces": row.replaces, "price": row.price}
    return edit_locked(upgrade.examined.deck, version, kind=kind, facts=facts, patch=patch, **author)


def _put_back(upgrade: OpenUpgrade, row: PurchaseRow) -> Patch:
    slots: Mapping[str, int] = getattr(upgrade.examined.version, PART_OF[row.place])
    return {PART_OF[row.place]: {row.card: slots.get(row.card, 0) + 1}}


def _without_purchase(upgrade: OpenUpgrade, row: PurchaseRow) -> Patch:
    """Return the way back from a purchase: the copy goes, and what it replaced comes back."""
    version = upgrade.examined.version
    previous = version.previous
    assert previous is not None
    part = PART_OF[row.place]
    slots: Mapping[str, int] = getattr(version, part)
    changed: dict[str, int | None] = {}
    ignored: dict[str, int | None] = {}
    patch: Patch = {part: changed}
    if row.way != MARK:
        if not slots.get(row.card):
            raise BadEdit(_("This card is not in the deck."))
        changed[row.card] = slots[row.card] - 1 or None
    if row.way == GRANT:
        ignored[row.card] = max(0, version.ignored.get(row.card, 0) - 1) or None
    if row.replaces:
        replaced = held_as(getattr(previous, part), row.replaces)
        if row.way == KEPT_LOWER:
            ignored[replaced] = max(0, version.ignored.get(replaced, 0) - 1) or None
        else:
            changed[replaced] = (changed.get(replaced) or slots.get(replaced, 0)) + 1
    if ignored:
        patch["ignored"] = ignored
    if row.boxes:
        patch["customizations"] = {row.card: _unmarked(version.customizations.get(row.card, ()), row.boxes)}
    return patch


def _unmarked(
    upgrade_sheet: Iterable[Iterable[Any]], marks: Iterable[Iterable[Any]]
) -> list[list[Any]] | None:
    """Return a sheet without the experience of some marks."""
    less = {box: experience for box, experience, _choice in marks}
    left = [[box, experience - less.get(box, 0), choice] for box, experience, choice in upgrade_sheet]
    return [row for row in left if row[1] > 0 or row[0] not in less] or None


def _priced_again(upgrade: OpenUpgrade, gone: PurchaseRow) -> list[dict[str, Any]]:
    """Return the ledger without a row. NotForSale if another purchase was possible only because of it."""
    before = _replayed(upgrade, upgrade.purchases)
    rest = [row for row in upgrade.purchases if row.pk != gone.pk]
    after = _replayed(upgrade, rest)
    ledger = []
    for row in rest:
        fields = row_fields(row)
        was, now = before.get(row.pk), after.get(row.pk)
        if was and now:
            if now.violations and not was.violations:
                raise NotForSale(
                    _("Give back %(title)s first: it was bought because of this one.")
                    % {"title": exact_title(upgrade.card(row.card))}
                )
            if was.purchase.price == row.price:
                fields |= purchase_fields(now.purchase)
        ledger.append(fields)
    return ledger


def _replayed(upgrade: OpenUpgrade, rows: Iterable[PurchaseRow]) -> dict[int, Quote]:
    """Return what each purchase costs if these rows are all that was done, in their order."""
    session = upgrade.new_session()
    quotes = {}
    for row in rows:
        if row.way == LEAVES:
            session.leave(Departure(row.card, row.removal_reason, row.place))
            continue
        made = purchase_of(row)
        quote = session.quote(made.way, made.card, replaces=made.replaces, place=made.place, ticks=made.ticks)
        quote = replace(quote, purchase=replace(quote.purchase, lot=made.lot))
        session.take(quote.purchase)
        quotes[row.pk] = quote
    return quotes
