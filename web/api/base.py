"""Shared parts of the API: strict parsers, pagination, and the format of errors."""

from __future__ import annotations

import json
from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.pagination import PageNumberPagination
from rest_framework.parsers import DataAndFiles, JSONParser, MultiPartParser
from rest_framework.response import Response
from rest_framework.views import exception_handler as drf_exception_handler

from decks.formats.jsontext import is_crowded
from jobs.outages import RETRY_AFTER, database, is_outage
from web.errors import body
from web.outage import sentence
from web.request_text import problem_in_fields
from web.shared.errors import Refusal, TooMany

#: Values in the JSON of a request, where its view has no `json_limits` of its own.
USUAL = {"values": 100_000, "groups": 20_000}


class StrictJSONParser(JSONParser):
    """JSON that a database can hold: no endless nesting, no NaN, no NUL, no half characters; and not more of
    it than one request can be about."""

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        limits = getattr((parser_context or {}).get("view"), "json_limits", USUAL)
        try:
            # Some programs begin their files with a byte order mark.
            text = stream.read().decode("utf-8-sig")
            if is_crowded(text, **limits):
                raise exceptions.ParseError(_("This JSON has more values than can be read at once."))
            value = json.loads(text, parse_constant=_refuse_constant)
            # Only an escape can bring what a database cannot hold.
            escaped = "\\u" in text
            if escaped:
                json.dumps(value, ensure_ascii=False).encode("utf-8")
            holds_nul = escaped and _holds_nul(value)
        except RecursionError:
            raise exceptions.ParseError(_("This JSON is nested too deeply.")) from None
        except UnicodeError:
            raise exceptions.ParseError(_("This is not UTF-8 text.")) from None
        except json.JSONDecodeError as error:
            raise exceptions.ParseError(
                _("This is not JSON: there is a mistake in line %(line)d, column %(column)d.")
                % {"line": error.lineno, "column": error.colno}
            ) from None
        except _NotJSON as error:
            raise exceptions.ParseError(_("%(word)s is not JSON.") % {"word": error}) from None
        except ValueError:
            # Python does not parse integers with more digits than its limit.
            raise exceptions.ParseError(_("This JSON has a number with thousands of digits.")) from None
        if holds_nul:
            raise exceptions.ParseError(_("This JSON contains a NUL character."))
        return value


class StrictMultiPartParser(MultiPartParser):
    """A parser for forms with files, whose text a database can store."""

    def parse(
        self, stream: Any, media_type: str | None = None, parser_context: Any = None
    ) -> DataAndFiles[Any, Any]:
        found = super().parse(stream, media_type, parser_context)
        if problem := problem_in_fields(found.data, found.files):
            raise exceptions.ParseError(problem)
        return found


class _NotJSON(ValueError):
    """NaN and the infinities, which Python accepts as JSON."""


def _refuse_constant(name: str) -> None:
    raise _NotJSON(name)


def _holds_nul(value: Any) -> bool:
    if isinstance(value, str):
        return "\0" in value
    if isinstance(value, list):
        return any(map(_holds_nul, value))
    if isinstance(value, dict):
        return any("\0" in key or _holds_nul(item) for key, item in value.items())
    return False


class Pages(PageNumberPagination):
    """Pages of fifty results, unless another size is requested."""

    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 500


def exception_handler(exc: Exception, context: dict[str, Any]) -> Response | None:
    """Return every refusal in one format: {"error": {"code", "message", "fields"?}}."""
    if isinstance(exc, Refusal):
        headers = {"Retry-After": str(exc.seconds)} if isinstance(exc, TooMany) else {}
        return Response(body(exc.code, exc.message, **exc.facts), status=exc.status, headers=headers)
    if is_outage(exc):
        database.failed(exc)
        return Response(
            body("unavailable", sentence()), status=503, headers={"Retry-After": str(RETRY_AFTER)}
        )
    response = drf_exception_handler(exc, context)
    if response is None:
        return None
    if isinstance(exc, exceptions.ValidationError):
        fields = exc.detail if isinstance(exc.detail, dict) else {"non_field_errors": exc.detail}
        response.data = body("invalid", _("Some fields are not valid."), fields=fields)
    elif isinstance(exc, Http404):
        response.data = body("not_found", _("Not found."))
    elif isinstance(exc, exceptions.APIException):
        response.data = body(str(exc.get_codes()), exc.detail)
    else:
        response.data = body("forbidden", _("You don't have permission to do this."))
    return response
