"""Error reports to Sentry or a compatible server, if the operator configures one.

A report contains the error and its location, but no personal data: no cookies, headers, bodies, queries, URLs
or values of variables, and only the id of the user.
"""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ImproperlyConfigured

from jobs import tracing
from operations import current
from operations.logs import scrub

MISSING = (
    "SENTRY_DSN is set, but the package sentry-sdk is not installed. Install it"
    " (pip install --require-hashes -r requirements-sentry.txt) or remove the setting."
)


def begin(dsn: str, *, environment: str, release: str) -> None:
    """Start to report errors. The package is imported only here, so it is not needed without a DSN."""
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
            # Log messages before an error may contain personal data.
            max_breadcrumbs=0,
            before_send=without_personal_data,
        )
    except BadDsn as wrong:
        raise ImproperlyConfigured(f"SENTRY_DSN is not right: {wrong}.") from None


def without_personal_data(event: Any, hint: dict[str, Any]) -> Any:
    """Add the ids that are in the log, and remove personal data."""
    event.pop("user", None)
    event.pop("extra", None)  # arguments of a command or a task
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
    """Return a log message without the URL, because Sentry reads it before our formatter does."""
    request = current.current_request()
    message, params = str(entry.get("message", "")), entry.get("params") or ()
    if request is not None and isinstance(params, list | tuple):
        params = tuple(current.route_of(request) if value == request.path else value for value in params)
    try:
        return message % tuple(params)
    except (TypeError, ValueError):
        return message
