"""Rules about several decks of one party (rulebook A1, A2, A14, A20)."""

import pytest

from rules.cards.model import Deck
from rules.deck.circumstances import Environment
from rules.deck.party import Agreement, judge_party
from tests.builders import a_deck, as_rows, catalogue
from tests.rules.cases import illegal, legal, rule, table

JOE, OLD_JOE, TRISH, DAISY, PARALLEL_DAISY = "12004", "05002", "12007", "01002", "90001"


def limited(*expansions: str) -> Environment:
    return Environment("limited", expansions=expansions)


@table(
    legal("nobody else plays", a_deck(JOE)),
    legal("others play others", a_deck(JOE), party=(TRISH, DAISY)),
    illegal(
        "the same card twice",
        a_deck(JOE),
        rule("deck.distinct-investigators-in-group", card=JOE, title="Joe Diamond"),
        party=(JOE,),
    ),
    illegal(
        "another version of the investigator (E-02)",
        a_deck(JOE),
        rule("deck.distinct-investigators-in-group", title="Joe Diamond"),
        party=(TRISH, OLD_JOE),
    ),
    illegal(
        "a parallel version",
        a_deck(DAISY),
        rule("deck.distinct-investigators-in-group", title="Daisy Walker"),
        party=(PARALLEL_DAISY,),
    ),
    legal("somebody nobody knows", a_deck(JOE), party=("nobody",)),
)
def test_distinct_investigators(case):
    case.check()


@pytest.mark.parametrize(
    ("investigators", "agreement", "broken"),
    [
        pytest.param((JOE, TRISH), Agreement(), [], id="two different investigators"),
        pytest.param(
            (JOE, TRISH, OLD_JOE),
            Agreement(),
            [rule("deck.distinct-investigators-in-group", title="Joe Diamond", seats=[1, 3])],
            id="one of them twice",
        ),
        pytest.param(
            (JOE, TRISH),
            Agreement(
                environments=(limited("dwlp", "tskp", "eoep"), limited("dwlp", "tskp", "fhvp")), one_pool=True
            ),
            [rule("env.limited-group-choice", packs=["eoep", "fhvp"])],
            id="two Limited pools where the group chose one",
        ),
        pytest.param(
            (JOE, TRISH),
            Agreement(environments=(limited("dwlp", "tskp"), limited("tmm", "tskp")), one_pool=True),
            [],
            id="old packs are the same pool as the box that replaced them",
        ),
        pytest.param(
            (JOE, TRISH),
            Agreement(environments=(limited("dwlp"), limited("fhvp"))),
            [],
            id="a pool for each player",
        ),
    ],
)
def test_a_party(investigators, agreement, broken):
    found = judge_party(catalogue(), [a_deck(code) for code in investigators], agreement)
    assert as_rows(found.violations, broken) == broken


@pytest.mark.parametrize(
    ("edition", "broken"),
    [
        pytest.param("grimoire-1.1", [rule("taboo.all-or-nothing", lists=["–", "010"])], id="the Grimoire"),
        pytest.param("faq-1.7", [], id="the FAQ leaves it to each investigator"),
    ],
)
def test_one_player_of_two_uses_a_taboo_list(edition, broken):
    decks = [a_deck(JOE), a_deck(TRISH, taboo="010")]
    found = judge_party(catalogue(), decks, Agreement(edition=edition))
    assert as_rows(found.violations, broken) == broken


def test_three_decks_with_two_caches_each_and_four_owned():
    decks = [Deck(code, {"12089": 1, "01088": 1, "01000": 1, "?": 1}) for code in (JOE, TRISH, DAISY)]
    expected = [
        rule("copies.other-investigators-decks", card="01088", title="Emergency Cache", copies=6, owned=4)
    ]
    found = judge_party(catalogue(), decks, Agreement(collection={"core": 1}))
    assert found.legal
    assert as_rows(found.warnings, expected) == expected
    assert not judge_party(catalogue(), decks, Agreement(collection={"core": 2})).warnings
