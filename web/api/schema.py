"""The schema of the API: a description of each operation, and every response that it can give.

Responses of the views' own code are declared there, with `extend_schema`. Responses that follow from the kind
of view (permissions, throttles, request body) are added here, so that no view has to repeat them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from http import HTTPStatus
from typing import Any

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ComponentIdentity, ResolvedComponent
from rest_framework.authentication import SessionAuthentication
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.permissions import SAFE_METHODS, IsAuthenticated, IsAuthenticatedOrReadOnly

from accounts import idempotency
from operations.requests import HEADER
from web.api.error_schema import ERROR, ERRORS, HEADERS, error_response


class Described(AutoSchema):
    """An operation with a summary and with all of its responses.

    Views declare only what is special about them: `also_answers` are further statuses by method, as in
    `also_answers = {"GET": (403,)}`.
    """

    def get_summary(self) -> str | None:
        """Return the first sentence of the description, which is shown beside the URL."""
        description = " ".join((self.get_description() or "").split())
        return re.split(r"(?<=[.?])\s", description, maxsplit=1)[0].rstrip(".") or None

    def get_operation(self, *args: Any) -> dict[str, Any] | None:
        operation: dict[str, Any] | None = super().get_operation(*args)
        if operation is None:
            return None
        responses = operation["responses"]
        for status, response in responses.items():
            response["description"] = response.get("description") or HTTPStatus(int(status)).phrase
            response.setdefault("headers", {})[HEADER] = self._shared("headers", "RequestId", HEADERS[HEADER])
        for status in sorted(self.error_statuses(operation)):
            self._shared("schemas", "Error", ERROR)
            responses[str(status)] = self._shared(
                "responses", ERRORS[status].name, error_response(ERRORS[status])
            )
        return operation

    def error_statuses(self, operation: dict[str, Any]) -> Iterator[int]:
        """Every error status that this operation can return."""
        # Any URL can contain text that cannot be stored, any request can have too large a body, and any can
        # meet an error or an outage.
        yield from (400, 413, 500, 503)
        writes = self.method not in SAFE_METHODS
        if self.view.authentication_classes:
            yield 401
        if writes and SessionAuthentication in self.view.authentication_classes:
            yield 403
        parameters = {each["name"] for each in operation.get("parameters", ())}
        if "{" in self.path or "page" in parameters:
            yield 404
        if idempotency.HEADER in parameters:
            yield from (410, 422)
        if self._minds_accept_header():
            yield 406
        if writes and self._needs_account():
            yield 409
        if "requestBody" in operation:
            yield 415
        if self.view.throttle_classes:
            yield 429
        yield from getattr(self.view, "also_answers", {}).get(self.method, ())

    def _minds_accept_header(self) -> bool:
        select = self.view.content_negotiation_class.select_renderer
        return bool(select == DefaultContentNegotiation.select_renderer)

    def _needs_account(self) -> bool:
        kinds = (IsAuthenticated, IsAuthenticatedOrReadOnly)
        return any(isinstance(each, kinds) for each in self.view.get_permissions())

    def _shared(self, kind: str, name: str, content: dict[str, Any]) -> dict[str, str]:
        """Return a reference to a component that operations share."""
        component = ResolvedComponent(name, kind, content, ComponentIdentity(f"{kind}/{name}"))
        self.registry.register_on_missing(component)
        found: dict[str, str] = component.ref
        return found
