"""The journal of a deck's edits: each is stored with a patch forward and a patch back.

An edit names the revision that its author saw. If another edit came in between, it is refused with a list of
what changed, instead of overwriting it. A request that is sent twice, because the connection dropped before
the answer came, is recognized by its key and applied once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from decks.errors import BadEdit, InPlay, NothingToRedo, NothingToUndo, StaleEdit, TooManyVersions
from decks.examined import ExaminedDeck
from decks.formats.arkhamdb import MOST_SLOTS
from decks.models import Deck, DeckVersion, Edit
from decks.models import Purchase as PurchaseRow
from decks.models.decks import Mode
from decks.models.versions import LONGEST_HISTORY
from decks.services.card_index import index_cards
from decks.services.judging import remember
from rules.deck.verdict import Verdict

#: Parts of a version that are mappings by code.
PARTS = ("slots", "wish_list", "second_deck", "ignored", "customizations", "attachments", "annotations")
#: Those parts that a campaign plays with. The wish list and remarks belong to the player.
CARDS = frozenset({"slots", "second_deck", "customizations"})
#: Columns of a deck that edits may change.
FIELDS = (
    "name", "investigator", "front", "back", "choices", "taboo", "edition", "environment", "card_pool",
    "mode", "notes",
)  # fmt: skip
#: The most different cards in each part of a deck.
MOST_CARDS = MOST_SLOTS
#: The most edits of one version that are kept.
MOST_EDITS = 1_000
#: Edits of a text within this time are joined into one.
TYPING = timedelta(seconds=60)
TYPED = ("notes", "annotation", "name")

Patch = dict[str, Any]
"""`{"slots": {code: quantity or None}, "deck": {column: value}, "purchase": row, "purchases": rows}`.

`purchase` and `purchases` are added to the ledger; `ledger` replaces all of it.
"""
#: The columns of a row of the ledger.
LEDGER = ("way", "card", "replaces", "place", "price", "reasons", "boxes", "lot", "removal_reason")


@dataclass(frozen=True, slots=True)
class Edited:
    """A deck after an edit, examined by the rules."""

    examined: ExaminedDeck
    edit: Edit | None
    """The edit that was made; None if nothing had to be changed."""

    @property
    def deck(self) -> Deck:
        return self.examined.deck

    @property
    def verdict(self) -> Verdict:
        return self.examined.verdict

    @property
    def revision(self) -> int:
        return self.examined.version.revision


def next_number(deck: Deck) -> int:
    """The number of a deck's next version; refused where the history is as long as it can be."""
    last = deck.versions.aggregate(last=Max("number"))["last"] or 0
    if last >= LONGEST_HISTORY:
        message = _("This deck has %(most)d versions, and no room for more. Continue with a copy of it.")
        raise TooManyVersions(message % {"most": LONGEST_HISTORY})
    return last + 1


def locked(deck: Deck) -> tuple[Deck, DeckVersion]:
    """Return the deck and its working version, locked until the transaction ends."""
    held = Deck.objects.select_for_update().get(pk=deck.pk)
    version = DeckVersion.objects.select_for_update().get(deck=held, pk=held.working_id or 0)
    held.working = version
    version.deck = held
    return held, version


@transaction.atomic
def make_edit(
    deck: Deck,
    *,
    kind: str,
    facts: dict[str, Any],
    patch: Patch,
    by: User | None = None,
    expected_revision: int | None = None,
    key: str = "",
) -> Edited:
    """Change the working version. StaleEdit if the author saw an earlier revision."""
    held, version = locked(deck)
    return edit_locked(
        held,
        version,
        kind=kind,
        facts=facts,
        patch=patch,
        by=by,
        expected_revision=expected_revision,
        key=key,
    )


def check_cards_free(deck: Deck, version: DeckVersion, patch: Patch) -> None:
    """Refuse changes to the cards of a deck in play, except during an upgrade."""
    if not version.is_open and CARDS & patch.keys():
        check_not_in_play(deck)


def check_not_in_play(deck: Deck) -> None:
    """Refuse changes to a deck that a campaign has played with: only the campaign changes it."""
    if deck.mode == Mode.CAMPAIGN and deck.seat is not None and deck.seat.is_in_play:
        raise InPlay(_("This deck is played in a campaign: buy its cards on the campaign’s page."))


def edit_locked(
    held: Deck,
    version: DeckVersion,
    *,
    kind: str,
    facts: dict[str, Any],
    patch: Patch,
    by: User | None = None,
    expected_revision: int | None = None,
    key: str = "",
) -> Edited:
    """Change the working version of a deck that the caller has locked."""
    if made := made_before(held, version, {"key": key}):
        return made
    check_revision(version, expected_revision)
    check_cards_free(held, version, patch)
    backward = _current(held, version, patch)
    if backward == patch:
        return Edited(ExaminedDeck(held), None)
    last = version.edits.order_by("-number").first()
    if last and last.undone:
        # A new edit replaces what was undone, which cannot be redone any more.
        version.edits.filter(undone=True).delete()
        last = version.edits.order_by("-number").first()
    if last and _is_typing_on(last, kind, facts, by):
        last.forward = patch
        last.key = key[:64]
        last.save(update_fields=["forward", "key"])
        edit = last
    else:
        edit = Edit.objects.create(
            version=version,
            number=(last.number if last else 0) + 1,
            kind=kind,
            facts=facts,
            forward=patch,
            backward=backward,
            by=by,
            key=key[:64],
        )
        if edit.number % 100 == 0:
            version.edits.filter(number__lte=edit.number - MOST_EDITS).delete()
    return Edited(_apply(held, version, patch), edit)


def made_before(held: Deck, version: DeckVersion, author: Mapping[str, Any]) -> Edited | None:
    """Return the edit that this request already made, if it was sent twice. Call it before other checks."""
    key = author.get("key", "")
    made = version.edits.filter(key=key[:64]).first() if key else None
    return Edited(ExaminedDeck(held), made) if made else None


def check_revision(version: DeckVersion, expected: int | None) -> None:
    if expected is None or expected == version.revision:
        return
    since = version.edits.filter(undone=False).order_by("-number")[: max(1, version.revision - expected)]
    changes = [{"kind": edit.kind, "facts": edit.facts} for edit in reversed(since)]
    raise StaleEdit(
        _("The deck was changed in another window. Reload the page to see the changes, then try again."),
        revision=version.revision,
        expected=expected,
        changes=changes,
    )


def _is_typing_on(last: Edit, kind: str, facts: dict[str, Any], by: User | None) -> bool:
    return (
        kind in TYPED
        and (last.kind, last.facts, last.by_id) == (kind, facts, by.pk if by else None)
        and timezone.now() - last.created < TYPING
    )


@transaction.atomic
def undo(deck: Deck, *, expected_revision: int | None = None) -> Edited:
    """Undo the last edit."""
    held, version = locked(deck)
    check_revision(version, expected_revision)
    edit = version.edits.filter(undone=False).order_by("-number").first()
    if edit is None:
        raise NothingToUndo(_("There is nothing to undo."))
    check_cards_free(held, version, edit.backward)
    edit.undone = True
    edit.save(update_fields=["undone"])
    return Edited(_apply(held, version, edit.backward), edit)


@transaction.atomic
def redo(deck: Deck, *, expected_revision: int | None = None) -> Edited:
    """Redo the edit that was undone last."""
    held, version = locked(deck)
    check_revision(version, expected_revision)
    edit = version.edits.filter(undone=True).order_by("number").first()
    if edit is None:
        raise NothingToRedo(_("There is nothing to redo."))
    check_cards_free(held, version, edit.forward)
    edit.undone = False
    edit.save(update_fields=["undone"])
    return Edited(_apply(held, version, edit.forward), edit)


def _current(deck: Deck, version: DeckVersion, patch: Patch) -> Patch:
    """Return the patch back: the values that the patch would overwrite."""
    current: Patch = {}
    for part, changes in patch.items():
        if part == "deck":
            current[part] = {column: getattr(deck, column) for column in changes}
        elif part == "purchase":
            current[part] = None
        elif part == "purchases":
            current[part] = len(changes)
        elif part == "ledger":
            current[part] = [row_fields(row) for row in version.purchases.order_by("position")]
        else:
            drawer = getattr(version, part)
            current[part] = {code: drawer.get(code) for code in changes}
    return current


def _apply(deck: Deck, version: DeckVersion, patch: Patch) -> ExaminedDeck:
    for part, changes in patch.items():
        if part == "deck":
            for column, value in changes.items():
                if column not in FIELDS:
                    raise BadEdit(_("A deck has no field “%(name)s”.") % {"name": column})
                setattr(deck, column, value)
        elif part == "purchase":
            _write_purchase(version, changes)
        elif part == "purchases":
            for row in changes if isinstance(changes, list) else [None] * changes:
                _write_purchase(version, row)
        elif part == "ledger":
            _write_ledger(version, changes)
        elif part in PARTS:
            drawer = getattr(version, part)
            for code, value in changes.items():
                if value is None:
                    drawer.pop(code, None)
                else:
                    drawer[code] = value
            if len(drawer) > MOST_CARDS:
                raise BadEdit(_("A deck can have at most %(most)d different cards.") % {"most": MOST_CARDS})
        else:
            raise BadEdit(_("A deck has no field “%(name)s”.") % {"name": part})
    version.revision += 1
    version.save()
    examined = ExaminedDeck(deck)
    remember(deck, examined.verdict)
    deck.save()
    index_cards(deck)
    return examined


def row_fields(row: PurchaseRow) -> dict[str, Any]:
    """Return a row of the ledger as a patch holds it."""
    return {column: getattr(row, column) for column in LEDGER}


def _write_ledger(version: DeckVersion, rows: list[dict[str, Any]]) -> None:
    """Replace all purchases of a version."""
    before = list(version.purchases.values_list("price", flat=True))
    version.purchases.all().delete()
    PurchaseRow.objects.bulk_create(
        PurchaseRow(version=version, position=position, **row) for position, row in enumerate(rows, 1)
    )
    version.cost += sum(row["price"] for row in rows) - sum(before)


def _write_purchase(version: DeckVersion, row: dict[str, Any] | None) -> None:
    """Add a purchase to the ledger, or remove the last one."""
    last = version.purchases.order_by("-position").first()
    if row is not None:
        PurchaseRow.objects.create(version=version, position=(last.position if last else 0) + 1, **row)
        version.cost += row["price"]
    elif last is not None:
        version.cost -= last.price
        last.delete()
