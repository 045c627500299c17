"""The markup of a page, independent of the layout of its templates."""

import re

from django.http import HttpResponse


def on_one_line(markup: str) -> str:
    """Return markup without indentation beside tags, and with single spaces elsewhere."""
    markup = re.sub(r"(?<=>)\s*\n\s*|\s*\n\s*(?=<)", "", markup)
    return re.sub(r"\s+(?=>)", "", re.sub(r"\s+", " ", markup))


def markup_of(answer: HttpResponse) -> str:
    return on_one_line(answer.content.decode())
