"""Unit tests of the editor's finder: the browser finds what the server finds, in the same order."""

import json
import re
from typing import Any
from urllib.parse import urlencode

import pytest
from django.http import QueryDict
from django.test import Client
from django.utils import translation
from playwright.sync_api import Page

from accounts.models import User
from cards.adapters import catalogue
from cards.search.normalization import spellings, words
from cards.text.html import shown
from decks import services
from decks.availability import Availability, availability_for
from decks.editor import finder
from decks.editor.card_texts import plain
from decks.editor.page import EditorPage
from tests.js.conftest import Open, run
from tests.js.editor_page import file_of
from tests.js.editor_page import html as html_of_editor

DANIELA = "12001"
QUERIES: list[list[tuple[str, str]]] = [
    [],
    [("q", "mach")],
    [("q", "OToole")],
    [("q", "weap melee")],
    [("q", "ammo")],
    [("q", "unique")],
    [("unusable", "1")],
    [("class", "guardian"), ("class", "seeker")],
    [("level", "0"), ("level", "3")],
    [("type", "event")],
    [("slot", "hand")],
    [("slot", "none")],
    [("slot", "arcane"), ("slot", "ally"), ("unusable", "1")],
    [("icon", "willpower"), ("icon", "combat")],
    [("cost", "0"), ("cost", "5-99")],
    [("cost", "X"), ("unusable", "1")],
    [("keyword", "fast"), ("keyword", "exceptional"), ("unusable", "1")],
    [("pack", "core_2026")],
    [("pack", "rcore"), ("pack", "tskp")],
    [("trait", "TACT")],
    [("owned", "yes")],
    [("kind", "story"), ("unusable", "1")],
    [("kind", "weakness")],
    [("kind", "weakness"), ("q", "para"), ("to", "side")],
    *[[("group", name), ("unusable", "1")] for name in ("class", "type", "level", "cost", "pack", "none")],
]
FIND = """
  const { read, find } = window.finder;
  return given.map((pairs) => {
    const data = new FormData();
    for (const [name, value] of pairs) data.append(name, value);
    const found = find(read(data));
    return [found.groups.map(({ title, cards }) => [title, cards.map((card) => card.code)]), found.usable];
  });
"""


def on_the_server(
    editor_page: EditorPage, availability: Availability | None, query: list[tuple[str, str]]
) -> list[Any]:
    found = finder.Finder(editor_page, finder.FinderQuery(QueryDict(urlencode(query))), availability)
    cards, headings = editor_page.cards.cards, editor_page.cards.groups[found.query.group or "class"].headings
    groups: dict[str, list[str]] = {}
    for place in found.found:
        groups.setdefault(headings.values[headings.of[place]], []).append(cards[place].code)
    return [[[title, codes] for title, codes in groups.items()], int(re.findall(r"\d+", found.count)[-1])]


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "de"])
def test_the_browser_finds_what_the_server_finds(open_page: Open, alice: User, language: str) -> None:
    deck = services.create_deck(owner=alice, investigator=DANIELA)
    # A card that Daniela may not take, in the deck all the same.
    services.set_quantity(deck, code="01060", quantity=1)
    with translation.override(language):
        editor_page = EditorPage(deck)
        availability = availability_for(alice, deck)
        page = open_page(
            html_of_editor(**editor_page.state(), owned=availability.owned if availability else None)
        )
        load(page, json.loads(editor_page.cards.packed.body))
        expected = [on_the_server(editor_page, availability, query) for query in QUERIES]
    for query, here, there in zip(QUERIES, run(page, FIND, QUERIES), expected, strict=True):
        assert here == there, query
    # The queries are English; one word more finds nothing in German.
    empty = sum(not groups for groups, _usable in expected)
    assert empty <= {"en": 2, "de": 3}[language], "most queries find something"


def load(page: Page, file: Any) -> None:
    run(
        page,
        """
        window.cards = await import("/static/js/editor/cards.js");
        window.finder = await import("/static/js/editor/finder.js");
        window.rows = await import("/static/js/editor/row.js");
        cards.readCards(given);
        """,
        file,
    )


@pytest.mark.django_db
def test_words_are_the_same_to_the_browser_and_to_the_server(open_page: Open) -> None:
    titles = sorted({name for card in catalogue().cards.values() for name in (card.title, card.title_de)})
    page = open_page("")
    script = """
      const { fold, folded } = await import("/static/js/editor/search.js");
      return given.map((title) => [fold(title), folded([title]).split(" ").filter(Boolean).sort()]);
    """
    for title, (typed, found) in zip(titles, run(page, script, titles), strict=True):
        assert typed == words(title)
        assert found == sorted(spellings(title)), title


@pytest.mark.django_db
def test_words_of_texts_are_the_same_to_the_browser_and_to_the_server(open_page: Open) -> None:
    cards = [card for card in catalogue().cards.values() if card.type != "investigator"][:4]
    written = [
        "Roland's <b>own</b> [willpower] & [[Tome]]",
        "[action]: 2 × <i>Fight</i>",
        "“Go”\n\nStop.",
        "<x>",
    ]
    html = {card.code: str(shown(text)) for card, text in zip(cards, written, strict=True)}
    page = open_page(html_of_editor())
    load(page, file_of(*({"code": card.code, "title": card.title} for card in cards)))
    script = """
      const { readTexts, textOf } = await import("/static/js/editor/texts.js");
      const before = cards.cards.map((card) => card.text.length);
      readTexts(given);
      const added = (card) => card.text.slice(before[card.place]).trim().split(" ");
      return cards.cards.map((card) => [textOf(card), added(card)]);
    """
    for card, (drawn, found) in zip(cards, run(page, script, html), strict=True):
        assert drawn == html[card.code]
        assert sorted(found) == sorted(spellings(plain(html[card.code])) or [""])


@pytest.mark.django_db
def test_the_browser_draws_the_rows_of_the_server(open_page: Open, as_alice: Client, alice: User) -> None:
    """Every row of the first page, drawn by the browser, has the same elements and texts."""
    deck = services.create_deck(owner=alice, investigator=DANIELA)
    markup = as_alice.get(f"/decks/{deck.public_id}/edit/", {"q": "a"}).content.decode()
    page = open_page(markup.split("<body", 1)[1].split(">", 1)[1])
    load(page, json.loads(EditorPage(deck).cards.packed.body))
    compared = run(
        page,
        """
        const plain = (row) => {
          const copy = row.cloneNode(true);
          for (const each of copy.querySelectorAll("[tabindex]")) each.removeAttribute("tabindex");
          for (const each of copy.querySelectorAll("[title='']")) each.removeAttribute("title");
          const html = copy.innerHTML.replace(/\\s+/g, " ").replaceAll("> <", "><").trim();
          return [row.className, row.dataset.code, html];
        };
        return [...document.querySelectorAll("#pool-rows [data-code]")].map((row) => {
          const card = cards.byCode.get(row.dataset.code);
          const drawn = rows.draw(card);
          rows.refresh(drawn, card, finder.currentQuery());
          return [plain(row), plain(drawn)];
        });
        """,
    )
    assert len(compared) == finder.PAGE
    for server, browser in compared:
        assert browser == server
