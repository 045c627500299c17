"""Services of accounts: guests, sign-up, settings, deletion and export."""

import secrets
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth import login
from django.db import IntegrityError, transaction
from django.db.models import Max
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import account_data, idempotency, limits
from accounts.models import User
from jobs.models import Job
from jobs.progress import give_way
from web.shared.errors import Refusal

BACKEND = "django.contrib.auth.backends.ModelBackend"
GUEST_PREFIX = "guest-"
AN_HOUR = 60 * 60
#: Forms allowed for each new account: a name may be taken, or a password too short.
TRIES_PER_NEWCOMER = 5
#: Guests that are deleted in one transaction.
GUESTS_AT_ONCE = 100
#: Limits beyond which the clock is doubtful when guests are cleared.
LONGEST_SILENCE, FEW_GUESTS = timedelta(days=14), 3


def user_for_saving(request: HttpRequest) -> User:
    """Return the user who will own what is about to be saved; a visitor becomes a guest.

    Call it before the transaction that saves: a rollback would delete the guest that the session refers to.
    Simultaneous requests of one visitor create one guest.
    """
    if isinstance(request.user, User):
        return request.user
    visitor = idempotency.visitor_digest(request)
    guest = _guest_of(visitor)
    if guest is None:
        count_newcomer(request)
        guest = _new_guest_of(visitor, getattr(request, "LANGUAGE_CODE", ""))
    login(request, guest, backend=BACKEND)
    return guest


def _guest_of(visitor: str) -> User | None:
    """Return the guest that another request of this visitor has just created."""
    if not visitor:
        return None
    return User.objects.filter(is_guest=True, completed_requests__digest=visitor).first()


def _new_guest_of(visitor: str, language: str) -> User:
    """Create a guest, unless a simultaneous request of this visitor creates one."""
    if not visitor:
        return create_guest(language=language)
    try:
        with transaction.atomic():
            guest = create_guest(language=language)
            idempotency.save_visitor(visitor, guest)
            return guest
    except IntegrityError:
        return _guest_of(visitor) or create_guest(language=language)


def count_newcomer(request: HttpRequest) -> None:
    """Limit the number of new guests and players from one network."""
    visitor = limits.network_of(request)
    limits.spend("newcomers", visitor, most=settings.GUESTS_PER_HOUR, seconds=AN_HOUR)


def count_sign_up(request: HttpRequest) -> None:
    """Limit the use of the sign-up form, because it reveals which names are taken."""
    most = TRIES_PER_NEWCOMER * settings.GUESTS_PER_HOUR
    limits.spend("sign-up", limits.network_of(request), most=most, seconds=AN_HOUR)


def create_guest(*, language: str = "") -> User:
    guest = User(username=GUEST_PREFIX + secrets.token_hex(16), is_guest=True, language=language)
    guest.set_unusable_password()
    guest.last_seen = timezone.localdate()
    guest.save()
    return guest


def sign_up(*, user: User, username: str, email: str, password: str) -> User:
    """Make a visitor a player. A guest keeps the row, and with it all data.

    Hashing a password is slow on purpose, so nothing is locked meanwhile.
    """
    user.username, user.email, user.is_guest = username, email, False
    user.last_seen = timezone.localdate()
    user.set_password(password)
    with transaction.atomic():
        user.save()
    return user


@transaction.atomic
def bring_along(*, guest: User, user: User) -> None:
    """Move a guest's data to the player who has signed in."""
    for kind in account_data.kinds():
        kind.move(guest, user)
    Job.objects.filter(owner=guest).update(owner=user)
    if guest.preferences and not user.preferences:
        remember_preferences(user=user, preferences=guest.preferences)
    guest.delete()


def remember_display(*, user: User, **wishes: str) -> None:
    """Save the player's theme and language."""
    for name, value in wishes.items():
        setattr(user, name, value)
    if wishes:
        user.save(update_fields=list(wishes))


def remember_preferences(*, user: User, preferences: dict[str, Any]) -> None:
    user.preferences = preferences
    user.save(update_fields=["preferences"])


def change_email(*, user: User, email: str) -> None:
    user.email = email
    user.save(update_fields=["email"])


@transaction.atomic
def delete_account(user: User) -> None:
    """Delete a player and all data that no one else needs."""
    for kind in account_data.kinds():
        kind.release(user)
    user.delete()


def see(user: User) -> bool:
    """Save that this player was here today. Return True on the first visit of the day."""
    today = timezone.localdate()
    if user.last_seen == today:
        return False
    user.last_seen = today
    User.objects.filter(pk=user.pk).update(last_seen=today)
    return True


def clear_stale_guests(*, days: int, force: bool = False) -> int:
    """Delete guests who were not here for this many days; their sessions are over and cannot be resumed.

    Raise an error if the clock does not seem right, unless forced.
    """
    stale = User.objects.filter(is_guest=True, last_seen__lt=timezone.localdate() - timedelta(days=days))
    if not force:
        check_clock(stale.count())
    count = last = 0
    while batch := list(stale.filter(pk__gt=last).order_by("pk")[:GUESTS_AT_ONCE]):
        last = batch[-1].pk
        left = {guest.pk: guest for guest in batch}
        # One after the other, because what one hands over may come to the next.
        while owners := {key for kind in account_data.kinds() for key in kind.owners(list(left))}:
            for key in sorted(owners):
                delete_account(left.pop(key))
        # Those who came back meanwhile are no longer stale.
        stale.filter(pk__in=list(left)).delete()
        count += len(batch)
        give_way()
    return count


def check_clock(stale: int) -> None:
    """Raise an error if the dates look as if the clock had jumped ahead.

    The signs are that there were no visits for long before today, or that many guests became stale at once
    instead of a few each day.
    """
    today = timezone.localdate()
    last = User.objects.filter(last_seen__lt=today).aggregate(day=Max("last_seen"))["day"]
    guests = User.objects.filter(is_guest=True).count()
    if stale and last and today - last > LONGEST_SILENCE:
        raise Refusal(
            _("No activity between %(last)s and today. If the clock is right, use --force.") % {"last": last}
        )
    if stale > max(FEW_GUESTS, guests // 4):
        raise Refusal(
            _("%(stale)d of %(guests)d guests would be deleted at once. If the clock is right, use --force.")
            % {"stale": stale, "guests": guests}
        )
