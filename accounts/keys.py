"""API keys: several for each player, each with a name. A key is shown only when it is created.

A key is 256 random bits, so its plain SHA-256 is enough: trying all keys is impossible. The database and
every backup hold only this digest, from which the key cannot be computed.
"""

import hashlib
import secrets

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import ApiKey, User
from web.shared.errors import Refusal

#: Makes a key that was published by mistake easy to recognize.
PREFIX = "casebook_"
MOST_KEYS = 20


def digest_of(key: str) -> str:
    return hashlib.sha256(key.encode(errors="replace")).hexdigest()


def keys_of(user: User) -> QuerySet[ApiKey]:
    return user.api_keys.order_by("created", "pk")


@transaction.atomic
def create_key(user: User, *, name: str) -> str:
    """Create a key and return it. It cannot be read again later."""
    holder = User.objects.select_for_update().get(pk=user.pk)
    if holder.is_guest:
        raise Refusal(_("Sign up first: a key belongs to an account."))
    if holder.api_keys.count() >= MOST_KEYS:
        raise Refusal(_("You can't have more keys. Revoke one you no longer use."))
    key = PREFIX + secrets.token_urlsafe(32)
    ApiKey.objects.create(user=holder, name=name, digest=digest_of(key), ending=key[-4:])
    return key


def end_key(user: User, pk: int) -> bool:
    """Delete the key. Return False if the player has no such key."""
    ended, _rows = user.api_keys.filter(pk=pk).delete()
    return bool(ended)


def find_key(key: str) -> ApiKey | None:
    """Return the row of this key with its player, unless the account is closed; save the day of its use."""
    found = ApiKey.objects.select_related("user").filter(digest=digest_of(key), user__is_active=True).first()
    today = timezone.localdate()
    if found is not None and found.last_used != today:
        found.last_used = today
        ApiKey.objects.filter(pk=found.pk).update(last_used=today)
    return found
