"""Everything that changes who somebody is here."""

import secrets
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth import login
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone

from accounts import belongings, limits
from accounts.keys import keys_of
from accounts.models import User
from jobs.models import Job

BACKEND = "django.contrib.auth.backends.ModelBackend"
GUEST_PREFIX = "guest-"
AN_HOUR = 60 * 60


def user_for_saving(request: HttpRequest) -> User:
    """Who shall own what is about to be saved: the visitor, who becomes a guest if nobody is signed in."""
    if isinstance(request.user, User):
        return request.user
    count_newcomer(request)
    guest = create_guest(language=getattr(request, "LANGUAGE_CODE", ""))
    login(request, guest, backend=BACKEND)
    return guest


def count_newcomer(request: HttpRequest) -> None:
    """Nobody makes guests and players without end."""
    visitor = limits.network_of(request)
    limits.spend("newcomers", visitor, most=settings.GUESTS_PER_HOUR, seconds=AN_HOUR)


def create_guest(*, language: str = "") -> User:
    guest = User(username=GUEST_PREFIX + secrets.token_hex(16), is_guest=True, language=language)
    guest.set_unusable_password()
    guest.last_seen = timezone.localdate()
    guest.save()
    return guest


@transaction.atomic
def sign_up(*, user: User, username: str, email: str, password: str) -> User:
    """Make a player of a visitor. A guest keeps the row, and so everything that hangs on it."""
    user.username, user.email, user.is_guest = username, email, False
    user.last_seen = timezone.localdate()
    user.set_password(password)
    user.save()
    return user


@transaction.atomic
def bring_along(*, guest: User, user: User) -> None:
    """Give a guest's things to the player that the guest turned out to be."""
    for kind in belongings.kinds():
        kind.move(guest, user)
    Job.objects.filter(owner=guest).update(owner=user)
    guest.delete()


def remember_display(*, user: User, **wishes: str) -> None:
    """Keep how this player wants to see the site."""
    for name, value in wishes.items():
        setattr(user, name, value)
    if wishes:
        user.save(update_fields=list(wishes))


def change_email(*, user: User, email: str) -> None:
    user.email = email
    user.save(update_fields=["email"])


@transaction.atomic
def delete_account(user: User) -> None:
    """Forget a player and all that is theirs alone."""
    for kind in belongings.kinds():
        kind.release(user)
    user.delete()


def export_account(user: User) -> dict[str, Any]:
    """Everything we know of a player, for the player."""
    account = {
        "username": None if user.is_guest else user.username,
        "email": user.email,
        "guest": user.is_guest,
        "language": user.language,
        "theme": user.theme,
        "joined": user.date_joined.isoformat(),
        "api_keys": [
            {"name": key.name, "created": key.created.isoformat(), "last_used": str(key.last_used or "")}
            for key in keys_of(user)
        ],
    }
    things = {kind.name: kind.export(user) for kind in belongings.kinds()}
    return {
        "format": "casebook-export-1",
        "exported": timezone.now().isoformat(),
        "account": account,
        **things,
    }


def see(user: User) -> bool:
    """Note that this player was here today. True on the first visit of the day."""
    today = timezone.localdate()
    if user.last_seen == today:
        return False
    user.last_seen = today
    User.objects.filter(pk=user.pk).update(last_seen=today)
    return True


def clear_stale_guests(*, days: int) -> int:
    """Delete guests who were not here for so long: their session is over, so nobody can come back to them."""
    before = timezone.localdate() - timedelta(days=days)
    stale = User.objects.filter(is_guest=True, last_seen__lt=before)
    count = 0
    for guest in stale.iterator(chunk_size=200):
        delete_account(guest)
        count += 1
    return count
