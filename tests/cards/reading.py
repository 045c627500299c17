"""What does a page say to somebody who reads it? Its words, without the markup."""

import html
import re

from django.http import HttpResponse


def words_of(answer: HttpResponse) -> str:
    text = answer.content.decode()
    text = re.sub(r"(?s)<(script|style|template|svg)\b.*?</\1>", " ", text)
    text = re.sub(r"</(p|div|li|td|th|dd|dt|h\d|section|option)>", " ", text)
    return " ".join(html.unescape(re.sub(r"<[^>]+>", "", text)).split())
