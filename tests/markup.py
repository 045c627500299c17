"""What markup does a page hold, however its templates are laid out?"""

import re

from django.http import HttpResponse


def on_one_line(markup: str) -> str:
    """No indentation beside a tag, and one space for any other run of spaces."""
    markup = re.sub(r"(?<=>)\s*\n\s*|\s*\n\s*(?=<)", "", markup)
    return re.sub(r"\s+(?=>)", "", re.sub(r"\s+", " ", markup))


def markup_of(answer: HttpResponse) -> str:
    return on_one_line(answer.content.decode())
