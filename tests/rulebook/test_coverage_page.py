"""Tests of the coverage page: every statement with its state and citation, counts and filters."""

import re

import pytest

from rules.rulebook.coverage import COVERAGE, tally
from rules.rulebook.editions import EDITIONS
from tests.cards.reading import words_of

pytestmark = pytest.mark.django_db
COVERAGE_PAGE = "/rules/coverage/"


def found(page) -> list[str]:
    return [statement.id for _part, _title, found in page.context["parts"] for statement in found]


def test_every_statement_of_the_edition_is_on_the_page_with_an_anchor(client):
    page = client.get(COVERAGE_PAGE)
    text = page.content.decode()
    here = [each.id for each in COVERAGE.values() if "grimoire-1.1" in each.states]
    assert found(page) == here
    assert all(f'id="{COVERAGE[each].anchor}"' in text for each in here)
    text = words_of(page)
    assert all(COVERAGE[each].sentence in text for each in here)


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_numbers_are_those_of_the_lists_they_lead_to(client, edition):
    counts = tally(COVERAGE.values())[edition]
    table = {state: cells for state, _words, cells in client.get(COVERAGE_PAGE).context["table"]}
    place = list(EDITIONS).index(edition)
    for state, cells in table.items():
        number, address, _here = cells[place]
        expected = counts[state] if state != "missing" else len(COVERAGE) - counts.total()
        assert number == expected == len(found(client.get(COVERAGE_PAGE + address)))


@pytest.mark.parametrize(
    ("parameters", "first"),
    [
        ({"q": "deck.size-exact"}, "deck-customization.3"),
        ({"q": "signature attached"}, "deck-customization.21"),
        ({"q": "p. 44"}, "reprints.1"),
        ({"q": "S. 48"}, "reprints.1"),
        ({"q": "abgehandelte Verratskarten"}, "glossary.106"),
        ({"part": "german", "edition": "grimoire-1.0-de"}, "german.1"),
        ({"state": "missing", "edition": "faq-1.7"}, "glossary.24"),
        ({"q": "echoes", "state": ["reminder", "warned"]}, "faq-errata.2"),
    ],
)
def test_statements_are_found(client, parameters, first):
    assert found(client.get(COVERAGE_PAGE, parameters))[0] == first


def test_every_filter_holds(client):
    page = client.get(COVERAGE_PAGE, {"part": "deck-customization", "state": "warned", "q": "weakness"})
    assert found(page)
    for each in found(page):
        assert each.startswith("deck-customization.")
        assert COVERAGE[each].states["grimoire-1.1"] == "warned"
        assert "weakness" in COVERAGE[each].sentence
    assert found(client.get(COVERAGE_PAGE, {"q": "signature", "part": "setup"})) == []


def test_a_statement_shows_its_place_in_the_edition_and_leads_to_its_rule(client):
    text = client.get(COVERAGE_PAGE, {"q": "deck.size-exact", "edition": "faq-1.7"}).content.decode()
    assert "FAQ v1.7, 1.18 Maintaining Legal Deck Size" in text
    assert 'href="/rules/deck.size-exact/"' in text
    german = words_of(client.get(COVERAGE_PAGE, {"part": "german"}))
    assert "No statements found" in german
    missing = words_of(client.get(COVERAGE_PAGE, {"part": "german", "state": "missing"}))
    assert "Grimoire 1.1 does not have it" in missing


def test_a_rule_leads_to_its_statements(client):
    text = client.get("/rules/deck.size-exact/").content.decode()
    (address,) = re.findall(r'href="(/rules/coverage/\?[^"#]+)', text)
    assert found(client.get(address.replace("&amp;", "&"))) == ["deck-customization.3"]


@pytest.mark.parametrize(
    ("parameters", "text"),
    [
        ({"state": "hoped"}, "“hoped” is not a status."),
        ({"edition": "bible"}, "Unknown edition “bible”."),
        ({"part": "annex"}, "Unknown book “annex”."),
        ({"q": "x" * 300}, "at most 200 characters"),
        ({"q": "qqqqq"}, "No statements found"),
        ({"q": "<script>alert(1)</script>"}, "No statements found"),
        ({"q": "..."}, "statements"),
    ],
)
def test_odd_questions_get_an_answer(client, parameters, text):
    page = client.get(COVERAGE_PAGE, parameters)
    assert page.status_code == 200
    assert text in words_of(page)
    assert b"<script>alert" not in page.content


def test_german_readers_read_german(client, german):
    text = words_of(client.get(COVERAGE_PAGE, headers={"Accept-Language": "de"}))
    assert COVERAGE["fundamentals.13"].sentence_de in text


def test_it_is_for_reading_and_makes_no_queries(client, django_assert_num_queries):
    assert client.post(COVERAGE_PAGE).status_code == 405
    client.get(COVERAGE_PAGE)
    with django_assert_num_queries(0):
        client.get(COVERAGE_PAGE, {"q": "weakness"})
