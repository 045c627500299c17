"""Services for published decks: likes, reports, hiding by operators, and parties."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.idempotency import NO_KEY, IdempotencyKey
from accounts.models import User
from accounts.quotas import check_room
from decks.errors import BadEdit
from decks.formats.jsontext import storable
from decks.models import Deck, Like, PublishedParty, Report, Visibility
from decks.models.published import REASON_LENGTH
from decks.services.editing import proper_name
from decks.services.organizing import publish

MOST_IN_A_PARTY = 4
LONGEST_NOTES = 20_000


@transaction.atomic
def set_like(deck: Deck, *, user: User, liked: bool) -> int:
    """Like a published deck, or take that back; return its likes. Guests and owners have no say."""
    if user.is_guest or deck.owner_id == user.pk:
        raise BadEdit(_("Sign in to like decks of other players."))
    if liked:
        _like, changed = Like.objects.get_or_create(deck=deck, user=user)
    else:
        changed = bool(Like.objects.filter(deck=deck, user=user).delete()[0])
    if changed:
        # The time of the last change is left alone.
        Deck.objects.filter(pk=deck.pk).update(likes=F("likes") + (1 if liked else -1))
    return int(Deck.objects.values_list("likes", flat=True).get(pk=deck.pk))


def report(deck: Deck, *, reporter: User | None, reason: str) -> Report:
    """Tell the operators about a published deck. A user's second report replaces the reason of the first."""
    text = " ".join(storable(reason).split())[:REASON_LENGTH]
    if not text:
        raise BadEdit(_("Write what is wrong with this deck."))
    if reporter is None:
        return Report.objects.create(deck=deck, reason=text)
    try:
        with transaction.atomic():
            return Report.objects.create(deck=deck, reporter=reporter, reason=text)
    except IntegrityError:
        found = Report.objects.get(deck=deck, reporter=reporter, closed_at=None)
        found.reason = text
        found.save(update_fields=["reason"])
        return found


@transaction.atomic
def hide(deck: Deck, *, hidden: bool) -> Deck:
    """Hide a published deck from everybody but its owner, or show it again, and close its reports."""
    deck.hidden_at = timezone.now() if hidden else None
    deck.save(update_fields=["hidden_at"])
    Report.objects.filter(deck=deck, closed_at=None).update(closed_at=timezone.now())
    return deck


@transaction.atomic
def publish_party(
    decks: Sequence[Deck],
    *,
    owner: User,
    name: str,
    notes: str = "",
    key: IdempotencyKey = NO_KEY,
) -> PublishedParty:
    """Publish several decks together."""
    if earlier := key.claim(owner, PublishedParty):
        return earlier[0]
    if not 2 <= len(decks) <= MOST_IN_A_PARTY:
        raise BadEdit(_("A party has two to %(most)d decks. Select them first.") % {"most": MOST_IN_A_PARTY})
    check_room(owner, "decks", PublishedParty.objects.filter(owner=owner))
    party = PublishedParty.objects.create(
        owner=owner, name=proper_name(name or _("Party")), notes=storable(notes)[:LONGEST_NOTES]
    )
    for deck in decks:
        if deck.visibility != Visibility.PUBLIC:
            publish(deck)
    party.decks.set(decks)
    key.save_result(party)
    return party


def change_party(party: PublishedParty, *, name: str, notes: str) -> PublishedParty:
    party.name = proper_name(name)
    party.notes = storable(notes)[:LONGEST_NOTES]
    party.save(update_fields=["name", "notes"])
    return party


def dissolve_party(party: PublishedParty) -> None:
    """Delete the page of a party. Its decks stay published."""
    party.delete()
