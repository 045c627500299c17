"""Reports of errors to Sentry, or to a server that speaks its language; only if the operator asks for them.

A report says what went wrong and where, not who was asking for what: no cookies, headers, bodies, queries or
addresses, no values of variables, and of the user the number alone.
"""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ImproperlyConfigured

from config.operations import current
from config.operations.logs import scrub
from jobs import tracing

MISSING = (
    "SENTRY_DSN is set, but the package sentry-sdk is not installed. Install it"
    " (pip install --require-hashes -r requirements-sentry.txt) or remove the setting."
)


def begin(dsn: str, *, environment: str, release: str) -> None:
    """Report errors from now on. The package is imported only here: without a DSN nobody needs it."""
    try:
        import sentry_sdk
        from sentry_sdk.utils import BadDsn
    except ImportError:
        raise ImproperlyConfigured(MISSING) from None
    try:
        sentry_sdk.init(
            dsn=dsn,
            environment=environment,
            release=release,
            max_request_body_size="never",
            include_local_variables=False,
            # What was logged before an error may name anybody.
            max_breadcrumbs=0,
            before_send=without_people,
        )
    except BadDsn as wrong:
        raise ImproperlyConfigured(f"SENTRY_DSN is not right: {wrong}.") from None


def without_people(event: Any, hint: dict[str, Any]) -> Any:
    """Add what leads to the log, and remove what leads to a person."""
    event.pop("user", None)
    event.pop("extra", None)  # the words of a command, the arguments of a task
    event.setdefault("tags", {}).update(_tags())
    event.pop("request", None)
    request = current.current_request()
    if request is not None:
        event["transaction"] = current.route_of(request)
        event["request"] = {"method": current.method_of(request)}
        if (user := current.user_of(request)) is not None:
            event["user"] = {"id": user}
    for error in event.get("exception", {}).get("values", []):
        error["value"] = scrub(error.get("value") or "")
    if "logentry" in event:
        event["logentry"] = {"message": scrub(_message(event["logentry"]))}
    return event


def _tags() -> dict[str, str]:
    found = {"request_id": tracing.request_id()} if tracing.request_id() else {}
    if job := tracing.current_job():
        found |= {"job": str(job.pk), "kind": job.kind}
    return found


def _message(entry: dict[str, Any]) -> str:
    """The message of a log record with a request's address replaced: Sentry sees it before our formatter."""
    request = current.current_request()
    message, params = str(entry.get("message", "")), entry.get("params") or ()
    if request is not None and isinstance(params, list | tuple):
        params = tuple(current.route_of(request) if value == request.path else value for value in params)
    try:
        return message % tuple(params)
    except (TypeError, ValueError):
        return message
