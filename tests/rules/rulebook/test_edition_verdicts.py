"""The same deck under different editions: verdicts that differ, and their citations (rulebook B1)."""

import pytest

from rules.deck.circumstances import Circumstances, Environment, LogFacts
from rules.rulebook.editions import EDITIONS
from tests.builders import a_deck, chosen, verdict

EN, DE, FAQ = "grimoire-1.1", "grimoire-1.0-de", "faq-1.7"

TONY = a_deck(
    "06003",
    {"12022": 2, "12023": 2, "12024": 2, "12026": 2, "01022": 2, "08087": 1},
    choices=chosen("guardian"),
)
CAROLYN = a_deck("05001", {"12072": 1})
DAISY = a_deck("01002", {"60233": 1})
MACHETES = a_deck("12001", {"01020": 1, "12020": 1})
RESOLVE = a_deck("60151", {"06323": 3})
PETE = a_deck("02005", {"02014": 0})
ROLAND = a_deck("01001")
ALLIES = a_deck("12013", {"53010": 1, "12072": 1})

CURRENT = Circumstances(environment=Environment("current"))
ALONE = Circumstances(mode="standalone")
LOST = Circumstances(
    mode="campaign", log=LogFacts(lost_signatures=frozenset({"02014"}), weaknesses={"12102": 1})
)
ORTHODOX = Circumstances(ultimatums=frozenset({"ub.orthodoxy"}))

IS_SILENT = None


@pytest.mark.parametrize(
    ("deck", "circumstances", "rule", "sentence"),
    [
        pytest.param(
            TONY, Circumstances(), "deck.options-capped-line",
            {EN: IS_SILENT, DE: IS_SILENT, FAQ: "FAQ v1.7, 1.15"},
            id="row 2: a multi-class card and limited slots",
        ),
        pytest.param(
            DAISY, Circumstances(), "copies.limit-per-deck",
            {EN: IS_SILENT, DE: IS_SILENT, FAQ: "FAQ v1.7, 2.3"},
            id="row 13: a signature and another card of its title",
        ),
        pytest.param(
            MACHETES, Circumstances(), "copies.modified-reprint-mix",
            {EN: "Arkham Grimoire v1.1, XIII", DE: "Arkham Grimoire v1.0 (deutsch), XIII", FAQ: IS_SILENT},
            id="row 14: the old and the new Machete",
        ),
        pytest.param(
            ROLAND, CURRENT, "env.current",
            {EN: "Arkham Grimoire v1.1, XII", DE: "Arkham Grimoire v1.0 (deutsch), XII", FAQ: IS_SILENT},
            id="row 15: Roland in Current",
        ),
        pytest.param(
            ROLAND, ORTHODOX, "ub.orthodoxy",
            {EN: "Arkham Grimoire v1.1, XII", DE: "Arkham Grimoire v1.0 (deutsch), XII", FAQ: IS_SILENT},
            id="rows 17 and 18: the Ultimatum of Orthodoxy",
        ),
        pytest.param(
            ALLIES, Circumstances(), "deck.additional-requirements",
            {EN: "Arkham Grimoire v1.1, IX", DE: "Arkham Grimoire v1.0 (deutsch), IX", FAQ: "FAQ v1.7, 1.16"},
            id="row 7: allies beside On Your Own are illegal everywhere; how they leave is for prices",
        ),
    ],
)  # fmt: skip
def test_one_deck_three_editions(deck, circumstances, rule, sentence):
    for edition, place in sentence.items():
        found = {v.rule: v for v in verdict(deck, circumstances, edition=edition).violations}
        if place is IS_SILENT:
            assert found == {}, edition
        else:
            assert list(found) == [rule], edition
            assert str(found[rule].cite).startswith(place)


@pytest.mark.parametrize(
    ("deck", "circumstances", "rule", "sentence"),
    [
        pytest.param(
            CAROLYN, Circumstances(), "deck.options-text-match", {EN: "E-11", DE: "E-11", FAQ: IS_SILENT},
            id="row 4: “heal horror” by the letter",
        ),
        pytest.param(
            RESOLVE, ALONE, "standalone.myriad-count", {EN: "E-09", DE: "E-09", FAQ: ""},
            id="row 8: myriad cards in a standalone deck",
        ),
        pytest.param(
            PETE, LOST, "signature.requirement-lapses", {EN: "E-17", DE: "E-17", FAQ: ""},
            id="row 11: Duke is lost",
        ),
    ],
)  # fmt: skip
def test_what_is_a_reading_here_is_the_letter_there(deck, circumstances, rule, sentence):
    for edition, interpretation in sentence.items():
        found = verdict(deck, circumstances, edition=edition)
        assert found.legal, edition
        notes = {note.rule: note.interpretation for note in found.notes}
        assert notes.get(rule) == interpretation, edition


BROKEN = a_deck("12001", {"12002": 0, "12016": 3, "12059": 1, "60152": 1, "12102": 0}, short=2)


def test_german_citations_for_the_german_edition():
    found = verdict(BROKEN, edition=DE).violations
    assert {v.rule for v in found} == {
        "deck.size-exact",
        "deck.options-only",
        "copies.max-two-by-title",
        "deck.requirements-cards-present",
        "signature.owner-only",
        "rbw.one-required",
    }
    for violation in found:
        cite = str(violation.cite)
        assert cite.startswith("Arkham Grimoire v1.0 (deutsch), ")
        assert ", S. " in cite
        assert ", p. " not in cite


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_finding_has_a_place_in_its_edition(edition):
    for violation in verdict(BROKEN, edition=edition).violations:
        assert violation.cite is not None
        assert violation.as_dict()["cite"]


def test_the_faq_cites_the_grimoire_where_it_is_silent():
    [found] = [v for v in verdict(BROKEN, edition=FAQ).violations if v.rule == "rbw.one-required"]
    assert str(found.cite).endswith("(FAQ v1.7 is silent)")
