"""Log formatting: readable lines by default, JSON for log collectors.

Both name the request and the job of a record. Neither shows personal data, keys or tokens.
"""

import json
import logging
import re
from datetime import UTC, datetime
from typing import Any

from jobs import tracing
from operations import current

FORMATS = ("line", "json")
#: Keys that a caller may pass as `extra`; the status has Django's name or ours.
EXTRA = {"status": "status", "status_code": "status", "duration_ms": "duration_ms", "state": "state"}

_HIDDEN = "[hidden]"
_SECRETS = re.compile(
    # A name that a secret follows, and the password in the URL of a server.
    r"(?P<name>(?i:\b(?:token|bearer|basic)[ =:]+['\"]?)(?=[\w.~+/=-]{16})"
    r"|(?i:\b(?:password|secret|secret_key|api[-_]?key)['\"]?\s*[=:]\s*['\"]?)"
    r"|://[^\s/:@]*:(?=[^\s/@]+@))[^\s'\",;@]+"
    # An email address.
    r"|(?<![\w.+-])[\w.+-]{1,254}@[\w-]+(?:\.[\w-]+)+"
    # An API key, and the token of a link.
    r"|\b[0-9a-f]{40,}\b|(?<![\w-])(?=[\w-]*[A-Z])[\w-]{43}(?![\w-])"
)
# PostgreSQL repeats the values of a row that it refuses.
_VALUES = re.compile(r"^(DETAIL|CONTEXT):.*$", re.M)


def scrub(text: str) -> str:
    """Return the text without email addresses, keys, passwords, and the values of refused rows."""
    text = _SECRETS.sub(lambda found: (found["name"] or "") + _HIDDEN, text)
    return _VALUES.sub(rf"\1: {_HIDDEN}", text)


class WithoutAddresses(logging.Filter):
    """Replaces the URL of a request by its route in Django's log records."""

    def filter(self, record: logging.LogRecord) -> bool:
        request: Any = getattr(record, "request", None)
        path = getattr(request, "path", None)
        if path and isinstance(record.args, tuple):
            route = current.route_of(request)
            record.args = tuple(route if value == path else value for value in record.args)
        return True


def context() -> dict[str, Any]:
    """Return the current request, job and user."""
    found: dict[str, Any] = {}
    if request_id := tracing.request_id():
        found["request_id"] = request_id
    if job := tracing.current_job():
        found |= {"job": str(job.pk), "kind": job.kind}
    if request := current.current_request():
        found |= {"method": current.method_of(request), "view": current.view_of(request)}
        if (user := current.user_of(request)) is not None:
            found["user"] = user
    return found


class LineFormatter(logging.Formatter):
    """A readable line, with the ids of request, job and user at its end."""

    def __init__(self) -> None:
        super().__init__("{asctime} {levelname} {name}: {message}", style="{")

    def formatMessage(self, record: logging.LogRecord) -> str:
        line = scrub(super().formatMessage(record)).replace("\r", "\\r").replace("\n", "\\n")
        found = context()
        named = [found["request_id"]] if "request_id" in found else []
        named += [f"{key} {found[key]}" for key in ("job", "user") if key in found]
        return f"{line} [{', '.join(named)}]" if named else line

    def formatException(self, ei: Any) -> str:
        return scrub(super().formatException(ei))


class JsonFormatter(logging.Formatter):
    """One JSON object per line."""

    def format(self, record: logging.LogRecord) -> str:
        entry: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": scrub(record.getMessage()),
            **context(),
        }
        entry |= {name: vars(record)[key] for key, name in EXTRA.items() if key in vars(record)}
        if record.exc_info:
            entry["exception"] = scrub(self.formatException(record.exc_info))
        entry["process"] = record.process
        return json.dumps(entry, ensure_ascii=False, default=str)


def configuration(*, form: str, level: str, access_log: bool) -> dict[str, Any]:
    """Return Django's LOGGING. `access_log` switches the lines for requests and jobs."""
    formatter = JsonFormatter if form == "json" else LineFormatter
    loggers: dict[str, Any] = {
        "django": {"handlers": ["stderr"], "level": "INFO", "propagate": False},
        "casebook": {"level": "INFO" if access_log else "WARNING"},
    }
    if access_log:
        # Refusals are in the access log; only errors need a second line.
        loggers["django.request"] = {"level": "ERROR"}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {"without_addresses": {"()": WithoutAddresses}},
        "formatters": {"chosen": {"()": formatter}},
        "handlers": {
            "stderr": {
                "class": "logging.StreamHandler",
                "formatter": "chosen",
                "filters": ["without_addresses"],
            }
        },
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": loggers,
    }
