"""Changes of the cards that a user has marked."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from cards.errors import MarkRefused
from cards.models import MarkedCard

MOST_MARKED = 3000
MOST_TAGS = 10
TAG_LENGTH = 40


@transaction.atomic
def mark_card(
    *, owner: User, code: str, favourite: bool | None = None, tags: Iterable[str] | None = None
) -> None:
    """Make a card a favourite, or not, and set its tags. What is not given stays as it is."""
    User.objects.select_for_update(no_key=True).get(pk=owner.pk)
    row = MarkedCard.objects.filter(owner=owner, card=code).first() or MarkedCard(owner=owner, card=code)
    if favourite is not None:
        row.favourite = favourite
    if tags is not None:
        row.tags = cleaned(tags)
    if not row.favourite and not row.tags:
        if row.pk:
            row.delete()
        return
    if not row.pk and MarkedCard.objects.filter(owner=owner).count() >= MOST_MARKED:
        raise MarkRefused(_("You have marked 3,000 cards, which is the limit. Unmark one first."))
    row.save()


def cleaned(tags: Iterable[str]) -> list[str]:
    """Return the names in small letters, each once. MarkRefused if they are too many or too long."""
    names = sorted({" ".join(tag.replace("\x00", "").casefold().split()) for tag in tags} - {""})
    if len(names) > MOST_TAGS:
        raise MarkRefused(_("A card can have at most 10 tags."))
    for name in names:
        if len(name) > TAG_LENGTH or any(sign in name for sign in ',"“”„()'):
            raise MarkRefused(_("A tag has at most 40 characters, without commas, quotes and brackets."))
    return names


@transaction.atomic
def move_marks(giver: User, taker: User) -> None:
    """Give all marks to another user, as when a guest signs in. Marks on the same card are joined."""
    known = {row.card: row for row in MarkedCard.objects.filter(owner=taker)}
    for row in MarkedCard.objects.filter(owner=giver):
        own = known.get(row.card)
        if own is None:
            row.owner = taker
            row.save(update_fields=["owner"])
            continue
        own.favourite |= row.favourite
        own.tags = sorted({*own.tags, *row.tags})[:MOST_TAGS]
        own.save()
        row.delete()
