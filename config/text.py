"""Text in requests: always UTF-8, and refused with a 400 if no database could store it.

NUL and halves of surrogate pairs are looked for once, after decoding: here for the address, the query and
forms, and in `config.api` for JSON. What follows can take every text for granted.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.translation import gettext as _

from rules.campaign.plain import is_storable


class Decoding:
    """Before anything is read: a request cannot choose its own encoding, since some of Python's make lone
    surrogates or fail; and cookies that no browser sends are not there at all."""

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
    """What is wrong with the text of the path and the query, in a sentence; nothing, if it is fine."""
    if not is_storable(request.path_info):
        return _("The address holds a character that is not text, such as NUL.")
    return _problem(request.GET.lists())


def problem_in_form(request: HttpRequest) -> str:
    """The same for a form that was posted, and for the names of its files. This reads the body."""
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
            return _("“%(name)s” holds a character that is not text, such as NUL.") % {"name": shown}
    return ""
