"""Everything that changes who somebody is here."""

import secrets
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth import login
from django.db import transaction
from django.db.models import Max
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import belongings, limits
from accounts.errors import Refusal
from accounts.keys import keys_of
from accounts.models import User
from jobs.models import Job

BACKEND = "django.contrib.auth.backends.ModelBackend"
GUEST_PREFIX = "guest-"
AN_HOUR = 60 * 60
#: A name may be taken and a password too short: so many forms for one account are fine.
TRIES_PER_NEWCOMER = 5
#: What makes the clock doubtful when guests are cleared.
LONGEST_SILENCE, FEW_GUESTS = timedelta(days=14), 3


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


def count_sign_up(request: HttpRequest) -> None:
    """The form tells which names are taken; nobody asks it for all of them."""
    most = TRIES_PER_NEWCOMER * settings.GUESTS_PER_HOUR
    limits.spend("sign-up", limits.network_of(request), most=most, seconds=AN_HOUR)


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


def clear_stale_guests(*, days: int, force: bool = False) -> int:
    """Delete guests who were not here for so long: their session is over, so nobody can come back to them.

    Refused if the clock does not seem right, unless by force.
    """
    stale = User.objects.filter(is_guest=True, last_seen__lt=timezone.localdate() - timedelta(days=days))
    if not force:
        check_clock(stale.count())
    count = 0
    for guest in stale.iterator(chunk_size=200):
        delete_account(guest)
        count += 1
    return count


def check_clock(stale: int) -> None:
    """Refuse to clear guests when the dates look as if the clock had jumped ahead: nobody was here for long
    until today, or many guests have become stale at once, where it should be a few each day."""
    today = timezone.localdate()
    last = User.objects.filter(last_seen__lt=today).aggregate(day=Max("last_seen"))["day"]
    guests = User.objects.filter(is_guest=True).count()
    if stale and last and today - last > LONGEST_SILENCE:
        raise Refusal(
            _("Nobody was seen between %(last)s and today. If the clock is right, use --force.")
            % {"last": last}
        )
    if stale > max(FEW_GUESTS, guests // 4):
        raise Refusal(
            _("%(stale)d of %(guests)d guests would be deleted at once. If the clock is right, use --force.")
            % {"stale": stale, "guests": guests}
        )
