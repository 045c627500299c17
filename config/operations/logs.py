"""How log records become lines: readable ones by default, JSON for machines that collect them.

Both name the request and the job that a record belongs to. Neither shows what identifies somebody, or a key
that opens something.
"""

import json
import logging
import re
from datetime import UTC, datetime
from typing import Any

from config.operations import current
from jobs import tracing

FORMATS = ("line", "json")
#: What a caller may pass as `extra`; the status is Django's name for it or ours.
EXTRA = {"status": "status", "status_code": "status", "duration_ms": "duration_ms", "state": "state"}

_HIDDEN = "[hidden]"
_SECRETS = re.compile(
    # A name that a secret follows, and the password in the address of a server.
    r"(?P<name>(?i:\b(?:token|bearer|basic)[ =:]+['\"]?)(?=[\w.~+/=-]{16})"
    r"|(?i:\b(?:password|secret|secret_key|api[-_]?key)['\"]?\s*[=:]\s*['\"]?)"
    r"|://[^\s/:@]*:(?=[^\s/@]+@))[^\s'\",;@]+"
    # An e-mail address.
    r"|(?<![\w.+-])[\w.+-]{1,254}@[\w-]+(?:\.[\w-]+)+"
    # A key of the API, and the token of a link.
    r"|\b[0-9a-f]{40,}\b|(?<![\w-])(?=[\w-]*[A-Z])[\w-]{43}(?![\w-])"
)
# PostgreSQL repeats the values of a row that it refuses.
_VALUES = re.compile(r"^(DETAIL|CONTEXT):.*$", re.M)


def scrub(text: str) -> str:
    """The text without e-mail addresses, keys, passwords, and the values of refused rows."""
    text = _SECRETS.sub(lambda found: (found["name"] or "") + _HIDDEN, text)
    return _VALUES.sub(rf"\1: {_HIDDEN}", text)


class WithoutAddresses(logging.Filter):
    """Replaces the address of a request by its route, where Django logs it."""

    def filter(self, record: logging.LogRecord) -> bool:
        request: Any = getattr(record, "request", None)
        path = getattr(request, "path", None)
        if path and isinstance(record.args, tuple):
            route = current.route_of(request)
            record.args = tuple(route if value == path else value for value in record.args)
        return True


def context() -> dict[str, Any]:
    """What is being done at the moment, and for whom."""
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
    """A line for people, with the ids of request, job and user at its end."""

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
    """An object in a line of its own."""

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
    """Django's LOGGING. The access log, and what jobs came to, have a switch of their own."""
    formatter = JsonFormatter if form == "json" else LineFormatter
    loggers: dict[str, Any] = {
        "django": {"handlers": ["stderr"], "level": "INFO", "propagate": False},
        "casebook": {"level": "INFO" if access_log else "WARNING"},
    }
    if access_log:
        # Refusals are in the access log; only faults are worth a second line.
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
