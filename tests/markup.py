"""What markup does a page hold, however its templates are laid out?"""

import re

from django.http import HttpResponse


def markup_of(answer: HttpResponse) -> str:
    """The page on one line: no indentation beside a tag, and one space for any other run of spaces."""
    text = re.sub(r"(?<=>)\s*\n\s*|\s*\n\s*(?=<)", "", answer.content.decode())
    return re.sub(r"\s+(?=>)", "", re.sub(r"\s+", " ", text))
