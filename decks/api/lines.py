"""Many decks in one request: JSON lines in, JSON lines out, each answered as soon as it is judged.

A line that cannot be read is answered with an error, and the others are not affected. The number of lines is
limited, and so is the time of the processor that all of them get together.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from typing import Any

from django.http import StreamingHttpResponse
from django.utils import translation
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser
from rest_framework.renderers import JSONRenderer
from rest_framework.response import Response
from rest_framework.views import APIView

from decks.errors import NotADeck
from decks.formats import jsontext
from decks.formats.errors import Unreadable, UnreadableText
from decks.formats.errors import _ as mark
from decks.text import error_text
from web.shared.errors import Refusal

logger = logging.getLogger(__name__)

MEDIA_TYPE = "application/x-ndjson"
#: Lines of a body, and line feeds, empty lines included.
MOST_LINES, MOST_LINE_FEEDS = 1_000, 10_000
#: Values of one line, and arrays and objects among them: many times those of a deck.
MOST_VALUES, MOST_GROUPS = 20_000, 4_000
#: Seconds of the processor for one request. A thousand verdicts take a seventh of it, prices most of it.
MOST_SECONDS = 0.7

Answer = Callable[[Any], dict[str, Any]]


class Lines(tuple[tuple[int, str], ...]):
    """The lines of a body that are not empty, with their numbers."""

    __slots__ = ()


def too_many_lines() -> ParseError:
    return ParseError(_("Send at most %(n)d lines at once.") % {"n": MOST_LINES})


class LinesParser(BaseParser):
    media_type = MEDIA_TYPE

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        try:
            text = stream.read().decode("utf-8-sig")
        except UnicodeDecodeError:
            raise ParseError(_("This is not UTF-8 text.")) from None
        # Only line feeds end a line: JSON may contain other separators. They are counted before the text is
        # divided, because millions of short lines would take hundreds of megabytes.
        if text.count("\n") > MOST_LINE_FEEDS:
            raise too_many_lines()
        found = Lines((number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip())
        if not found:
            raise ParseError(_("There is nothing to read."))
        if len(found) > MOST_LINES:
            raise too_many_lines()
        return found


class LinesRenderer(JSONRenderer):
    """Lets clients name the media type in `Accept`. Without lines, the answer is the only line."""

    media_type = MEDIA_TYPE
    format = "ndjson"


class LinesView(APIView):
    """A view that answers one JSON value, or each line of many."""

    parser_classes = [*APIView.parser_classes, LinesParser]
    renderer_classes = [JSONRenderer, LinesRenderer]

    def handle_exception(self, exc: Exception) -> Response:
        response = super().handle_exception(exc)
        # A refusal of the whole request is not one of the lines.
        response.content_type = "application/json"
        return response

    def answered(self, data: Any, answer: Answer) -> Response | StreamingHttpResponse:
        if isinstance(data, Lines):
            language = translation.get_language() or ""
            return StreamingHttpResponse(answer_lines(data, answer, language), content_type=MEDIA_TYPE)
        try:
            return Response(answer(data))
        except Unreadable as error:
            raise NotADeck(error_text(error)) from None


#: What the schema says of the bodies and answers.
BODIES = {
    "application/json": OpenApiTypes.OBJECT,
    "multipart/form-data": OpenApiTypes.OBJECT,
    MEDIA_TYPE: OpenApiTypes.STR,
}
ABOUT_LINES = f"""

With the content type `{MEDIA_TYPE}`, each line of the body is such an object, {MOST_LINES:,} lines at most.
The answer has a line for each, in the same order and as soon as it is ready. It has the `line`'s number, its
`id`, and the answer that it would get alone; or its `error`, which does not stop the others."""


def answer_lines(lines: Lines, answer: Answer, language: str) -> Iterator[bytes]:
    """Yield the answer to each line. After the time for this request, the rest is refused line by line."""
    renderer = JSONRenderer()
    used = 0.0
    for number, line in lines:
        begun = time.thread_time()
        with translation.override(language or None):
            found = _answer(line, answer) if used < MOST_SECONDS else _too_much()
        written = renderer.render({"line": number, **found}) + b"\n"
        used += time.thread_time() - begun
        yield written


def _answer(line: str, answer: Answer) -> dict[str, Any]:
    """Return the answer to one line, or its error, with the id that the line has."""
    own = None
    try:
        data = _read(line)
        own = data.get("id") if isinstance(data, dict) else None
        return {"id": _shown(own), **answer(data)}
    except Unreadable as error:
        return {"id": _shown(own), **_error(NotADeck.code, error_text(error))}
    except Refusal as refusal:
        return {"id": _shown(own), **_error(refusal.code, str(refusal.message))}
    except Exception:
        logger.exception("A line could not be answered.")
        return {
            "id": _shown(own),
            **_error("server_error", _("Something went wrong on our side. It has been recorded.")),
        }


def _read(line: str) -> Any:
    if jsontext.is_crowded(line, values=MOST_VALUES, groups=MOST_GROUPS):
        raise UnreadableText(mark("This line holds more values than any deck."))
    return jsontext.loads(line.strip())


def _shown(own: Any) -> str | int | None:
    return own if isinstance(own, (str, int)) and not isinstance(own, bool) else None


def _too_much() -> dict[str, Any]:
    return {
        "id": None,
        **_error("too_much", _("The previous decks took the time of one request. Send this line again.")),
    }


def _error(code: str, message: str) -> dict[str, Any]:
    return {"error": {"code": code, "message": message}}
