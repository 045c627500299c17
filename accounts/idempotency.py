"""Idempotency keys: a request that is sent twice takes effect once.

A page form carries its key in a hidden field, a program sends it in the `Idempotency-Key` header. The service
that creates something claims the key and saves what it created under it, in one transaction: either both are
stored or neither. Of two simultaneous requests, the second waits for the first and returns its result. Keys
expire after a day.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any, TypeVar

from django.core.files.uploadedfile import UploadedFile
from django.db import connection, models
from django.db.transaction import TransactionManagementError
from django.http import HttpRequest, QueryDict
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from accounts.models import CompletedRequest, User
from web.shared.errors import Refusal

if TYPE_CHECKING:
    from rest_framework.request import Request

FIELD = "key"
HEADER = "Idempotency-Key"
LIFETIME = timedelta(days=1)

Row = TypeVar("Row", bound=models.Model)


class KeyReused(Refusal):
    """The key was used before with a different request."""

    status = 422
    code = "key_reused"

    def __init__(self) -> None:
        super().__init__(_("This key was used for a different request. Use a new key for every request."))


class ResultDeleted(Refusal):
    """What the first request with this key created no longer exists."""

    status = 410
    code = "result_deleted"

    def __init__(self) -> None:
        super().__init__(
            _("This was already created and has since been deleted. To create it again, reload the form.")
        )


@dataclass(frozen=True, slots=True)
class IdempotencyKey:
    """The key of one request. An empty digest means that the request came without a key."""

    digest: str = ""
    content: str = ""
    """A digest of the body, for keys that must not be reused with a different body."""

    def claim(self, owner: User, model: type[Row]) -> list[Row]:
        """Return what an earlier request with this key created; an empty list if this is the first.

        The first request has to call `save_result` in the same transaction.
        """
        if not self.digest:
            return []
        if not connection.in_atomic_block:
            raise TransactionManagementError("A key is claimed in the transaction that creates something.")
        kind = model._meta.label
        completed, is_new = CompletedRequest.objects.get_or_create(
            digest=self.digest, defaults={"owner": owner, "kind": kind, "content": self.content}
        )
        if is_new:
            return []
        if (completed.kind, completed.content) != (kind, self.content):
            raise KeyReused
        found = {str(row.pk): row for row in _existing(model, owner, completed.created_rows)}
        if len(found) < len(completed.created_rows):
            raise ResultDeleted
        return [found[pk] for pk in completed.created_rows]

    def save_result(self, *created: models.Model) -> None:
        """Store what this request created."""
        if self.digest:
            rows = [str(row.pk) for row in created]
            CompletedRequest.objects.filter(digest=self.digest).update(created_rows=rows)


#: For a request that came without a key: it takes effect every time it is sent.
NO_KEY = IdempotencyKey()


def _existing(model: type[Row], owner: User, pks: list[str]) -> list[Row]:
    """Return the rows that the owner still has and has not deleted."""
    rows = model._default_manager.filter(pk__in=pks, owner=owner)
    return [row for row in rows if getattr(row, "deleted_at", None) is None]


def form_key(request: HttpRequest, owner: User) -> IdempotencyKey:
    """Return the key of a page form. The same form with different values is a different request."""
    key = request.POST.get(FIELD, "")
    if not key:
        return NO_KEY
    fields = sorted((name, values) for name, values in request.POST.lists() if name != "csrfmiddlewaretoken")
    return IdempotencyKey(digest_of(f"user {owner.pk}", request.path, key, fields, files_in(request)))


def visitor_digest(request: HttpRequest) -> str:
    """Return what identifies a visitor without an account: the secret of the CSRF cookie.

    Signing in replaces the secret. Empty if there is none.
    """
    secret = request.META.get("CSRF_COOKIE", "")
    return digest_of("visitor", secret) if secret else ""


def save_visitor(digest: str, guest: User) -> None:
    """Store which guest was created for a visitor; raise `IntegrityError` if there is one already."""
    CompletedRequest.objects.create(
        digest=digest, owner=guest, kind=User._meta.label, created_rows=[str(guest.pk)]
    )


def files_in(request: HttpRequest | Request) -> list[tuple[str, list[str]]]:
    """Return the field names of the uploaded files, with digests of their content."""
    return sorted((name, [_file_digest(file) for file in files]) for name, files in request.FILES.lists())


def _file_digest(file: UploadedFile[Any]) -> str:
    digest = hashlib.sha256()
    for chunk in file.chunks():
        digest.update(chunk)
    file.seek(0)
    return digest.hexdigest()


def plain(data: object) -> object:
    """Return the parsed body of an API request as JSON values."""
    if isinstance(data, QueryDict):
        return sorted(data.lists())
    return dict(data) if isinstance(data, Mapping) else data


def digest_of(*parts: object) -> str:
    text = json.dumps(parts, sort_keys=True, default=str)
    return salted_hmac("accounts.idempotency", text, algorithm="sha256").hexdigest()


def delete_expired() -> int:
    """Delete expired keys; return their number."""
    deleted, _by_model = CompletedRequest.objects.filter(created__lt=timezone.now() - LIFETIME).delete()
    return deleted
