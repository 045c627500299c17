"""The words of a page without its markup, as a reader sees them."""

import html
import re

from django.http import HttpResponse


def words_of(answer: HttpResponse) -> str:
    text = answer.content.decode()
    text = re.sub(r"(?s)<(script|style|template|svg)\b.*?</\1>", " ", text)
    text = re.sub(r"</(p|div|li|td|th|dd|dt|h\d|section|option)>", " ", text)
    return " ".join(html.unescape(re.sub(r"<[^>]+>", "", text)).split())
