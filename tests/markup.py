"""The markup of a page, independent of the layout of its templates, and the fields of its forms."""

import re
from html.parser import HTMLParser

from django.http import HttpResponse


def on_one_line(markup: str) -> str:
    """Return markup without indentation beside tags, and with single spaces elsewhere."""
    markup = re.sub(r"(?<=>)\s*\n\s*|\s*\n\s*(?=<)", "", markup)
    return re.sub(r"\s+(?=>)", "", re.sub(r"\s+", " ", markup))


def markup_of(answer: HttpResponse) -> str:
    return on_one_line(answer.content.decode())


class _Fields(HTMLParser):
    """Collects the fields of one form."""

    def __init__(self, form: str) -> None:
        super().__init__()
        self.form = form
        self.inside = False
        self.select = ""
        self.found: dict[str, list[str]] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.inside = self.form in (has.get("id"), *has.get("class", "").split())
        if not self.inside:
            return
        name, value = has.get("name", ""), has.get("value", "")
        if tag == "select":
            self.select = name
        if tag == "option" and "selected" in has:
            self.found.setdefault(self.select, []).append(value)
        is_set = "checked" in has or has.get("type") not in ("checkbox", "radio")
        if tag == "input" and name and is_set:
            self.found.setdefault(name, []).append(value)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.inside = False


def fields_of(answer: HttpResponse, form: str) -> dict[str, list[str]]:
    """Return the fields of the form with this id or class, as a browser sends them when it is submitted."""
    parser = _Fields(form)
    parser.feed(answer.content.decode())
    return parser.found
