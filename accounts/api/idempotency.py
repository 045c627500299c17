"""Idempotency keys of API requests, in the header `Idempotency-Key`."""

from __future__ import annotations

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from accounts.idempotency import HEADER, NO_KEY, IdempotencyKey, digest_of, files_in, plain
from accounts.models import User

HEADER_PARAMETER = OpenApiParameter(
    HEADER,
    str,
    OpenApiParameter.HEADER,
    description="A unique name for this request, such as a UUID. If the request is sent again with the same"
    " key within a day, nothing new is created and the response shows what the first request created. The"
    " same key with a different body is an error (422), and so is a key whose result was deleted (410).",
)


def header_key(request: Request, owner: User) -> IdempotencyKey:
    """Return the key of an API request. It may be used at other URLs, but not with another body."""
    key = request.headers.get(HEADER, "").strip()
    if not key:
        return NO_KEY
    content = digest_of(sorted(request.query_params.lists()), plain(request.data), files_in(request))
    return IdempotencyKey(digest_of(f"user {owner.pk}", request.method, request.path, key), content)
