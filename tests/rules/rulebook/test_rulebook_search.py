"""A search finds the rule that is meant, and lists it first."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.rulebook import RULEBOOK, search
from rules.rulebook.rule_search import words_of


@pytest.mark.parametrize(
    ("words", "language", "first"),
    [
        ("two copies title", "en", "copies.max-two-by-title"),
        ("zwei Kopien Name", "de", "copies.max-two-by-title"),
        ("deck.size-exact", "en", "deck.size-exact"),
        ("size-exact", "en", "deck.size-exact"),
        ("modified reprint", "en", "copies.modified-reprint-mix"),
        ("exceptional twice", "en", "exceptional.double-cost"),
        ("Außergewöhnlich doppelt", "de", "exceptional.double-cost"),
        ("morrigan", "en", "boon.morrigan"),
        ("Ultimatum der Qual", "de", "ub.agony"),
        ("Boon of Nodens", "de", "boon.nodens"),
        ("12020", "en", "copies.modified-reprint-mix"),
        ("Indebted resources", "en", "setup.resources"),
        ("rats", "en", "encset.rats-choice"),
    ],
)
def test_the_rule_that_is_meant_comes_first(words: str, language: str, first: str):
    assert search(words, language)[0].id == first


@pytest.mark.parametrize("words", ["p.39", "p. 39", "P39", "page 39"])
def test_an_english_page_finds_the_rules_on_it(words: str):
    found = search(words, "en")
    assert {"deck.size-exact", "signature.owner-only"} <= {rule.id for rule in found}
    for rule in found:
        places = rule.citations["grimoire-1.1"].places
        assert any(39 in place.pages for place in places)


@pytest.mark.parametrize("words", ["S.43", "S. 43", "s43", "Seite 43"])
def test_a_german_page_finds_the_rules_on_it(words: str):
    found = search(words, "de")
    assert "deck.size-exact" in {rule.id for rule in found}
    for rule in found:
        places = rule.citations["grimoire-1.0-de"].places
        assert any(43 in place.pages for place in places)


def test_a_bare_number_is_a_page_of_either_document():
    found = {rule.id for rule in search("44", "en")}
    assert "copies.modified-reprint-mix" in found  # p. 44
    assert "rbw.random" in found  # S. 44


def test_a_page_and_a_word_must_both_be_found():
    found = [rule.id for rule in search("copies p.39", "en")]
    assert found[0] == "copies.max-two-by-title"
    assert "deck.size-exact" not in found


def test_a_section_of_the_faq_is_found_by_its_number():
    found = search("1.16", "en")
    assert found
    for rule in found:
        assert any(place.section.startswith("1.16") for place in rule.citations["faq-1.7"].places)


def test_an_open_question_leads_to_its_rules():
    assert {rule.id for rule in search("E-09", "en")} == {
        "standalone.myriad-count",
        "standalone.xp-table",
        "standalone.max-49",
    }


def test_half_a_number_is_another_number():
    assert "copies.modified-reprint-mix" not in {rule.id for rule in search("1202", "en")}


def test_a_german_compound_answers_to_its_part():
    assert "rbw.one-required" in {rule.id for rule in search("Schwäche", "de")}


def test_case_and_accents_do_not_matter():
    assert words_of("Déjà Vu, MORRÍGAN") == ["deja", "vu", "morrigan"]
    assert search("MORRIGAN", "en") == search("morrígan", "en")


@pytest.mark.parametrize("words", ["", "   ", "…!?", "xyzzy", "copies xyzzy"])
def test_nothing_is_found_where_nothing_fits(words: str):
    assert search(words, "en") == ()


@given(st.text(max_size=60), st.sampled_from(["en", "de", "fr"]))
def test_whatever_is_typed_is_answered_with_rules_each_once(words: str, language: str):
    found = [rule.id for rule in search(words, language)]
    assert len(found) == len(set(found))
    assert set(found) <= RULEBOOK.keys()
