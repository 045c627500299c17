"""Markdown of notes as safe HTML."""

from __future__ import annotations

import re

import nh3
from django.utils.html import linebreaks
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt

from cards.text.html import DRAWN, drawn

TAGS = {
    *("p", "br", "hr", "em", "strong", "b", "i", "u", "del", "s", "code", "pre", "blockquote"),
    *("h3", "h4", "h5", "h6", "ul", "ol", "li", "a"),
    *("table", "thead", "tbody", "tr", "th", "td"),
}
#: Headings are moved down, because the page has its own first and second headings.
LOWERED = {"h1": "h3", "h2": "h4", "h3": "h5", "h4": "h6", "h5": "h6", "h6": "h6"}

#: Brackets and lines that are read as Markdown. A text with more is shown as it was written, because reading
#: it would take too long.
MOST_BRACKETS, MOST_LINES = 1_000, 5_000

#: Notes from other sites contain HTML. What is not in TAGS is removed from it.
_markdown = MarkdownIt("commonmark", {"html": True, "breaks": True}).enable(["table", "strikethrough"])

#: A symbol as ArkhamDB's notes have it, and as it is written here: [action].
SYMBOL_TAG = re.compile(r"<span class=\"icon-([a-z_]{1,20})\">\s*</span>")
SYMBOL = re.compile(r"\[(" + "|".join(DRAWN) + r")\](?![(\[:])")


def notes_html(text: str) -> SafeString:
    """Return Markdown as safe HTML: no script, style or picture, and links without a referrer.

    Symbols like [action] are drawn.
    """
    text = SYMBOL_TAG.sub(r"[\1]", text)
    if text.count("[") > MOST_BRACKETS or len(text.splitlines()) > MOST_LINES:
        return mark_safe(linebreaks(text, autoescape=True))
    tokens = _markdown.parse(text)
    for token in tokens:
        token.tag = LOWERED.get(token.tag, token.tag)
    html = _markdown.renderer.render(tokens, _markdown.options, {})
    clean = nh3.clean(
        html,
        tags=TAGS,
        attributes={"a": {"href", "title"}},
        url_schemes={"http", "https", "mailto"},
        link_rel="nofollow noopener noreferrer",
    )
    return mark_safe(SYMBOL.sub(lambda found: drawn(found[1], found[0]), clean))
