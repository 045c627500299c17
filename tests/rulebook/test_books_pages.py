"""Tests of the pages of the books and of timing."""

import pytest
from django.test import Client

from rules.rulebook.books import LIBRARY
from rules.rulebook.timing import CHARTS

pytestmark = pytest.mark.django_db
BOOKS_PAGE = "/rules/books/"


def text_of(answer):
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_contents_of_all_books(client):
    page = text_of(client.get(BOOKS_PAGE))
    assert page.count('<details class="panel"') == 5
    assert "I. Glossar von Begriffen und Schlüsselwörtern" in page


def test_results_name_book_edition_and_page(client):
    page = text_of(client.get(BOOKS_PAGE, {"q": "Alarmiert"}))
    assert 'Grimoire 1.1, <span class="nowrap" lang="en">p. 4</span>' in page
    assert 'Grimoire 1.0, <span class="nowrap" lang="de">S. 3</span>' in page


def test_rules_of_the_judge_are_found_too(client):
    assert "exceptional.double-cost" in text_of(client.get(BOOKS_PAGE, {"q": "exceptional"}))


def test_a_card_leads_to_its_corrections_and_back(client):
    found = text_of(client.get(BOOKS_PAGE, {"q": "Rolands 38er Spezial"}))
    assert "faq.rolands-38-special-6-v1-0" in found
    assert "/rules/books/machete-20/" in text_of(client.get("/cards/12020/"))
    assert "/cards/01020/" in text_of(client.get("/rules/books/machete-20/"))


def test_editions_are_side_by_side(client):
    page = text_of(client.get("/rules/books/fast/"))
    assert LIBRARY["fast"].about in page
    assert LIBRARY["fast"].about_de in page
    assert '<section class="panel" lang="de">' in page


def test_an_entry_shows_what_belongs_to_it(client):
    page = text_of(client.get("/rules/books/copy/"))
    assert "/rules/copies.max-two-by-title/" in page
    assert "/rules/books/copy/" in text_of(client.get("/rules/copies.max-two-by-title/"))
    assert "/rules/timing/#mythos" in text_of(
        client.get("/rules/books/1-2-place-1-doom-on-the-current-agenda/")
    )


@pytest.mark.parametrize("entry", list(LIBRARY)[::40])
def test_every_kind_of_entry_has_a_page(client, entry):
    assert LIBRARY[entry].title("en")[:10].split("'")[0].split("&")[0].split('"')[0] in text_of(
        client.get(f"/rules/books/{entry}/")
    )


def test_an_unknown_entry_is_refused_with_advice(client):
    answer = client.get("/rules/books/nothing/")
    assert answer.status_code == 404
    assert "Search for a word or a page instead." in answer.content.decode()


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ({"q": "x" * 201}, "at most 200 characters"),
        ({"book": "bible"}, "Unknown book “bible”."),
        ({"q": "xyzzyva"}, "The books have nothing with these words"),
    ],
)
def test_what_cannot_be_found_is_explained(client, query, words):
    assert words in text_of(client.get(BOOKS_PAGE, query))


def test_typing_gets_a_part_of_the_page(client):
    part = text_of(client.get(BOOKS_PAGE, {"q": "hunter"}, headers={"HX-Request": "true"}))
    assert "<html" not in part
    assert "/rules/books/hunter/" in part


def test_the_search_for_everything_finds_entries(client):
    assert "/rules/books/hunter/" in text_of(client.get("/search/", {"q": "Jäger"}))


def test_german_readers_read_german(german):
    client = Client(headers={"accept-language": "de"})
    page = text_of(client.get(BOOKS_PAGE, {"q": "hunter"}))
    assert LIBRARY["hunter"].about_de in page
    assert "Brettspiel 3. Ausgabe, " in page
    assert "Board game" not in page
    assert "FP.3" in text_of(client.get("/rules/timing/"))


def test_german_readers_get_a_german_term_beside_each_english_one(german):
    client = Client(headers={"accept-language": "de"})
    found = text_of(client.get(BOOKS_PAGE, {"q": "Torausbruch"}))
    assert 'lang="de">Torausbruch (Mythosmarker)</a>' in found
    assert '<span class="muted small" lang="en">Gate Burst (Mythos Token)</span>' in found
    page = " ".join(text_of(client.get("/rules/books/3e.204.11/")).split())
    assert 'lang="de">Torausbruch (Mythosmarker)</h2>' in page
    assert 'Gate Burst (Mythos Token) · <span lang="de">Torausbruch (Mythosmarker)</span>' in page
    assert 'mythos cup: gate burst token · <span lang="de">Mythosbeutel: Marker „Torausbruch“</span>' in page
    assert LIBRARY["3e.204.11"].about_de in page
    assert "A doom in every space of the top event" not in page
    assert '<span class="muted" lang="de">Goldene Regeln</span>' in text_of(client.get(BOOKS_PAGE))


def test_english_readers_read_english(client):
    page = " ".join(text_of(client.get("/rules/books/3e.204.11/")).split())
    assert 'Gate Burst (Mythos Token), <span class="nowrap">§ 204.11</span>' in page
    assert "Torausbruch" not in page
    assert "A doom in every space of the top event" in page
    pay = " ".join(text_of(client.get("/rules/books/2-kosten-bezahlen/")).split())
    assert '<h2 id="entry-title" lang="en">2. Pay Costs</h2>' in pay
    assert '2. Kosten bezahlen · <span lang="en">2. Pay Costs</span>' in pay


def test_every_chart_is_on_the_page(client):
    page = text_of(client.get("/rules/timing/"))
    assert all(f'id="{chart}"' in page for chart in CHARTS)
    assert page.count("timing__step--window") == 8
