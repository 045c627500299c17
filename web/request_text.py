"""Text in requests: always UTF-8, and refused with a 400 if a database could not store it.

NUL and lone surrogates are detected once, after decoding: here for the path, the query and forms, and in
`web.api.base` for JSON. All other code can rely on it.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.translation import gettext as _

from rules.codec import is_storable


class Decoding:
    """Middleware that fixes the encoding of a request and removes invalid cookies before anything is read.

    A request cannot choose its own encoding, because some of Python's produce lone surrogates or fail.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.encoding:
            request.encoding = "utf-8"
        for name, value in list(request.COOKIES.items()):
            if not is_storable(name) or not is_storable(value):
                del request.COOKIES[name]
        return self.get_response(request)


def problem_in_address(request: HttpRequest) -> str:
    """Return what is wrong with the text of the path and the query, as a sentence; empty if it is fine."""
    if not is_storable(request.path_info):
        return _("The address contains a character that is not text, such as NUL.")
    return _problem(request.GET.lists())


def problem_in_form(request: HttpRequest) -> str:
    """Return the same for a posted form and the names of its files. This reads the body."""
    if request.method != "POST":
        return ""
    return problem_in_fields(request.POST, request.FILES)


def problem_in_fields(fields: QueryDict, files: Mapping[str, Any]) -> str:
    names = [(name, [str(getattr(file, "name", ""))]) for name, file in files.items()]
    return _problem([*fields.lists(), *names])


def _problem(rows: Iterable[tuple[str, list[Any]]]) -> str:
    for name, values in rows:
        if not all(is_storable(str(text)) for text in (name, *values)):
            shown = name.encode("ascii", "replace").decode().replace("\0", "?")[:40]
            return _("“%(name)s” contains a character that is not text, such as NUL.") % {"name": shown}
    return ""
