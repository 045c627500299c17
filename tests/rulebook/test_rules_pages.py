"""Tests that the rules page shows every rule with its citation and finds it by word, card and page."""

import pytest
from django.urls import reverse

from cards.related_rules import EFFECTS, KEYWORDS, examples, keyword_rules, rules_about
from rules.cards.effects import VOCABULARY
from rules.rulebook import RULEBOOK
from rules.rulebook.differences import DIFFERENCES
from rules.rulebook.interpretations import INTERPRETATIONS
from tests.cards.reading import words_of

pytestmark = pytest.mark.django_db
RULES = "/rules/"


def found(page) -> list[str]:
    return [row.rule.id for group in page.context["groups"] for row in group.rows]


def test_every_rule_has_an_anchor_and_a_page(client):
    page = client.get(RULES)
    text = page.content.decode()
    assert found(page) == list(RULEBOOK)
    assert all(f'<li id="{rule}">' in text for rule in RULEBOOK)


@pytest.mark.parametrize("rule", list(RULEBOOK))
def test_every_rule_can_be_read(client, rule):
    page = client.get(reverse("rule", args=[rule]))
    text = words_of(page)
    assert page.status_code == 200
    assert RULEBOOK[rule].sentence in text
    for citation in RULEBOOK[rule].citations.values():
        assert citation.document in text
        assert all(place.section in text for place in citation.places)


def test_a_rule_shows_how_each_edition_stands_to_it(client):
    contrary = words_of(client.get("/rules/xp.upgrade-min-one/"))
    assert "has a different rule: FAQ v1.7, 1.8 Experience Cost for Level 0 Cards" in contrary
    silent = words_of(client.get("/rules/copies.max-two-by-title/"))
    assert "FAQ 1.7 doesn't cover this; we use Arkham Grimoire v1.1" in silent
    assert "does not have this rule" in words_of(client.get("/rules/copies.modified-reprint-mix/"))


@pytest.mark.parametrize(
    ("parameters", "first"),
    [
        ({"q": "copies"}, "copies.max-two-by-title"),
        ({"q": "rbw.drawn-last"}, "rbw.drawn-last"),
        ({"q": "p. 44"}, "copies.modified-reprint-mix"),
        ({"q": "Machete"}, "copies.modified-reprint-mix"),
        ({"q": "12020"}, "copies.modified-reprint-mix"),
        ({"card": "12181"}, None),
    ],
)
def test_rules_are_found_by_word_card_and_page(client, parameters, first):
    rules = found(client.get(RULES, parameters))
    assert rules
    assert first is None or rules[0] == first


def test_rules_of_a_card_are_those_of_its_keywords(client):
    rules = found(client.get(RULES, {"card": "12181"}))
    assert "reward.locked-until-earned" in rules
    assert "permanent.not-in-size" in rules
    assert "Rules related to Collector" in words_of(client.get(RULES, {"card": "12181"}))


def test_kinds_and_editions_narrow_and_mark(client):
    warnings = found(client.get(RULES, {"kind": "warning"}))
    assert warnings == [rule.id for rule in RULEBOOK.values() if "warning" in rule.kinds]
    old = client.get(RULES, {"edition": "faq-1.7", "q": "modified reprint"})
    assert "Not in FAQ 1.7." in words_of(old)


@pytest.mark.parametrize(
    ("parameters", "text"),
    [
        ({"kind": "crime"}, "“crime” is not a kind of rule."),
        ({"edition": "bible"}, "Unknown edition “bible”."),
        ({"card": "zzz"}, "Unknown card “zzz”."),
        ({"q": "x" * 300}, "at most 200 characters"),
        ({"q": "qqqqq"}, "No rules found"),
        ({"q": "<script>alert(1)</script>"}, "None of the rules that the site checks"),
    ],
)
def test_odd_questions_get_an_answer(client, parameters, text):
    page = client.get(RULES, parameters)
    assert page.status_code == 200
    assert text in words_of(page)
    assert b"<script>alert" not in page.content


def test_a_question_that_only_the_books_answer_does_not_look_unanswered(client):
    words = words_of(client.get(RULES, {"q": "can I play a fast event during an enemy attack"}))
    assert "In the books" in words
    assert "p. 12" in words
    assert "None of the rules that the site checks has all of these words." in words
    assert "No rules found" not in words


def test_who_types_gets_the_list_alone(client):
    headers = {"HX-Request": "true", "HX-Target": "rulebook", "HX-Current-URL": "http://testserver/rules/"}
    answer = client.get(RULES, {"q": "exile", "edition": "grimoire-1.1"}, headers=headers)
    assert b"<html" not in answer.content
    assert answer["HX-Replace-Url"] == "/rules/?q=exile"
    one = client.get("/rules/exile.returns-to-collection/", headers={**headers, "HX-Target": "rule"})
    assert b"rulebook__toc" not in one.content
    assert b"exile.returns-to-collection" in one.content


def test_german_readers_read_german(client, german):
    page = client.get("/rules/copies.max-two-by-title/", headers={"Accept-Language": "de"})
    assert RULEBOOK["copies.max-two-by-title"].sentence_de in words_of(page)


@pytest.mark.parametrize("rule", ["xp.upgrade-min-one", "deck.options-text-match", "permanent.no-swap-out"])
def test_examples_and_notes_are_in_the_readers_language(client, rule):
    """Only titles and sections of a book are in its own language."""
    found = RULEBOOK[rule]
    english = [*found.cases, *filter(None, (each.note for each in found.citations.values()))]
    german = [*found.cases_de, *filter(None, (each.note_de for each in found.citations.values()))]
    for language, own, other in (("en", english, german), ("de", german, english)):
        text = words_of(client.get(f"/rules/{rule}/", headers={"Accept-Language": language}))
        assert all(each in text for each in own), language
        assert not any(each in text for each in other), language


def test_questions_and_editions_are_all_there(client):
    questions = words_of(client.get("/rules/questions/"))
    assert all(each.decision in questions for each in INTERPRETATIONS.values())
    editions = words_of(client.get("/rules/editions/"))
    assert all(each.summary in editions for each in DIFFERENCES)


@pytest.mark.parametrize("address", [RULES, "/rules/rbw.random/", "/rules/questions/", "/rules/editions/"])
def test_rules_are_for_reading(client, address):
    assert client.post(address).status_code == 405


def test_rules_need_no_queries(client, django_assert_num_queries):
    client.get(RULES, {"q": "machete"})
    for parameters in ({}, {"q": "machete"}):
        with django_assert_num_queries(0):
            client.get(RULES, parameters)


def test_keywords_lead_to_rules_that_exist(shipped_catalogue):
    for card in shipped_catalogue.cards.values():
        assert set(rules_about(shipped_catalogue, card)) <= set(RULEBOOK)
    assert keyword_rules("exceptional")[0].startswith("exceptional.")
    assert keyword_rules("fast") == ()
    assert all(shipped_catalogue.resolve(code) for code in examples() if code in shipped_catalogue.printings)


@pytest.mark.parametrize(
    "start", sorted({each for table in (EFFECTS, KEYWORDS) for row in table.values() for each in row})
)
def test_keywords_and_effects_are_related_to_rules_that_exist(start):
    assert any(rule.startswith(start) for rule in RULEBOOK)


def test_effects_with_related_rules_are_in_the_vocabulary():
    assert EFFECTS.keys() <= VOCABULARY.keys()
