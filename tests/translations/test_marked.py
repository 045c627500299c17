"""Tests that templates and scripts have no text of their own: what is read goes through gettext."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.template.base import Lexer, TokenType
from django.utils.translation.template import block_re

from scripts.translations.messages import ROOT

TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
#: What is the same in every language: names, and what programs read.
NAMES = re.compile(
    r"\b(?:Casebook|ArkhamDB|Arkham ?Cards|API|JSON|Markdown|CSV|QR|HTML|POST|GET|Ctrl|Esc|Enter|Shift|Alt)\b"
    # Entities, addresses, Roman numbers, and ids of rules or classes of styles.
    r"|&#?\w+;|https?://\S+|\b[IVX]+\b|\b[a-z]+(?:(?:\.|--?)[a-z0-9]+)+\b"
)
#: Templates for one language, with the reason.
ENGLISH_ONLY = {
    "errors/500.html": "it is shown when nothing works, not even the choice of a language",
}
READ_ATTRIBUTES = re.compile(r'\b(?:title|aria-label|alt|placeholder)="([^"{}]*[A-Za-z]{2}[^"{}]*)"')
LETTERS = re.compile(r"[A-Za-z]{2,}")


def own_texts(source: str) -> Iterator[str]:
    """Yield the texts of a template that are not marked for translation."""
    until, plain = "", []
    for token in Lexer(source).tokenize():
        if token.token_type == TokenType.BLOCK:
            if until:
                until = "" if token.contents.startswith(until) else until
            elif block_re.match(token.contents):
                until = "endblocktrans"
            elif token.contents == "comment":
                until = "endcomment"
            # A tag within an attribute must not break it.
            plain.append("{}")
        elif token.token_type == TokenType.VAR:
            plain.append("{}")
        elif token.token_type == TokenType.TEXT and not until:
            plain.append(token.contents)
    markup = "".join(plain)
    yield from (text for text in READ_ATTRIBUTES.findall(markup) if LETTERS.search(NAMES.sub("", text)))
    markup = re.sub(r"<(script|style|code|pre|kbd|svg)\b.*?</\1>", " ", markup, flags=re.DOTALL)
    for text in re.split(r"<[^>]*>", markup):
        if LETTERS.search(NAMES.sub("", text)):
            yield " ".join(text.split())


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.relative_to(ROOT / "templates").as_posix())
def test_templates_have_no_text_of_their_own(path: Path):
    if path.relative_to(ROOT / "templates").as_posix() in ENGLISH_ONLY:
        return
    assert list(own_texts(path.read_text())) == []


def test_a_text_that_is_not_marked_would_be_found():
    source = (
        '{% load i18n %}<p title="Open">{% trans "Fine" %} {{ x }} Not fine</p>'
        "{% blocktrans %}Fine{% endblocktrans %}{% comment %}Fine{% endcomment %}"
    )
    assert list(own_texts(source)) == ["Open", "{} {} Not fine"]


#: Texts that scripts put on the page themselves would be in quotation marks with a space or a capital.
SENTENCE = re.compile(r"""(["'`])([A-Z][a-z]+(?: [a-z]+)+[.!?]?)\1""")


@pytest.mark.parametrize("path", sorted((ROOT / "static/js").rglob("*.js")), ids=lambda path: path.name)
def test_scripts_have_no_sentences(path: Path):
    code = re.sub(r"//.*|/\*.*?\*/", "", path.read_text())
    assert [found[1] for found in SENTENCE.findall(code)] == []
