"""Tests that concurrent first requests after a start get the same pages as later ones."""

import re

import pytest
from django.test import Client

from cards import adapters, related_rules
from cards.search import engine
from cards.search.query import Query
from cards.text import names
from decks.editor.browser import browser_cards
from rulebook import rules_page
from rules.rulebook import rule_search
from tests.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)

PAGES = [
    "/",
    "/cards/",
    "/cards/?q=machete&usable_by=01001",
    "/cards/?trait=tome&sort=pack&group=pack",
    "/cards/?pack=core_2026&page=2",
    "/cards/01020/",
    "/cards/investigators/",
    "/cards/investigators/01001/",
    "/rules/",
    "/rules/?q=exile",
    "/rules/deck.size-exact/",
    "/search/?q=roland",
    "/api/v1/cards/?q=book",
    "/api/v1/investigators/",
]
#: What differs each time a page is rendered.
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="\w+"|"X-CSRFToken": "\w+"')


@pytest.fixture
def go_cold(monkeypatch):
    """Clear everything that this process has cached."""

    def forget() -> None:
        monkeypatch.setattr(adapters, "_held", None)
        for made in (related_rules.examples, rule_search.index, names.curled, rules_page.place):
            made.cache_clear()

    return forget


def look(address: str, language: str = "en") -> tuple[int, str]:
    browser = Client(headers={"host": "localhost", "accept-language": language})
    answer = browser.get(address)
    return answer.status_code, TOKEN.sub("", answer.content.decode())


def test_pages_are_the_same_to_the_first_visitors(go_cold, german):
    languages = ("en", "de")
    expected = {(page, language): look(page, language) for page in PAGES for language in languages}
    assert {status for status, _text in expected.values()} == {200}
    for turn in range(2):
        go_cold()

        def visit(number, turn=turn):
            language = languages[number % 2]
            for step in range(3):
                page = PAGES[(number + 5 * step + turn) % len(PAGES)]
                assert look(page, language) == expected[page, language]

        at_once(visit)


def test_the_index_is_built_once(go_cold):
    for _round in range(2):
        go_cold()
        found = at_once(lambda _number: (engine.index(), engine.search(Query(text="knife")).cards), 6)
        assert all(index is found[0][0] for index, _cards in found)
        assert all(cards == found[0][1] for _index, cards in found)
        assert found[0][1]


def test_the_file_for_browsers_is_made_once(go_cold):
    go_cold()
    found = at_once(lambda _number: browser_cards(adapters.catalogue()), 6)
    assert all(each is found[0] for each in found)
