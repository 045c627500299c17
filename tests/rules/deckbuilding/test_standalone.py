"""Standalone decks: experience and the weaknesses it costs (rulebook A11)."""

import pytest

from tests.builders import a_deck, verdict
from tests.rules.cases import illegal, legal, rule, table

DANIELA, TOMMY = "12001", "60151"
ALONE = {"mode": "standalone"}
#: Guardian cards worth so much experience: levels 5 and 4.
WORTH = {
    9: {"12029": 1, "01029": 1},
    10: {"12029": 2},
    29: {"12029": 2, "02300": 2, "10037": 1, "01029": 1},
    49: {"12029": 2, "02300": 2, "10037": 2, "10038": 2, "05274": 1, "01029": 1},
    50: {"12029": 2, "02300": 2, "10037": 2, "10038": 2, "05274": 2},
}
MORE = ("12104", "12097", "12101", "12098")


def worth(experience: int, weaknesses: int):
    """A deck of so much experience, with so many random basic weaknesses in all."""
    more = dict.fromkeys(MORE[: weaknesses - 1], 1)
    deck = a_deck(DANIELA, {**WORTH[experience], **more})
    assert verdict(deck).figures.experience == experience
    return deck


@table(
    legal("9 experience: one weakness", worth(9, 1), **ALONE),
    legal("10 experience: two", worth(10, 2), **ALONE),
    illegal(
        "10 experience: one is too few",
        worth(10, 1),
        rule("standalone.xp-table", experience=10, owed=2, held=1),
        **ALONE,
    ),
    legal("29 experience: three", worth(29, 3), **ALONE),
    illegal(
        "29 experience: four are too many",
        worth(29, 4),
        rule("standalone.xp-table", experience=29, owed=3, held=4),
        **ALONE,
    ),
    legal("49 experience: five", worth(49, 5), **ALONE),
    illegal(
        "0 experience: none",
        a_deck(DANIELA, {"12102": 0}),
        rule("rbw.one-required", held=0, owed=1),
        **ALONE,
    ),
    legal("two still to be drawn", a_deck(DANIELA, {**WORTH[10], "12102": 0, "01000": 2}), **ALONE),
    illegal(
        "none of two",
        a_deck(DANIELA, {**WORTH[10], "12102": 0}),
        rule("rbw.one-required", held=0, owed=2),
        **ALONE,
    ),
)
def test_experience_table(case):
    case.check()


@table(
    legal("49", worth(49, 5), **ALONE),
    illegal("50", worth(50, 5), rule("standalone.max-49", experience=50, most=49), **ALONE),
    legal("50 in a campaign", worth(50, 1)),
)
def test_at_most_49(case):
    case.check()


@table(
    illegal(
        "a Mystic card that experience could pay",
        a_deck(DANIELA, {"60481": 1}),
        rule("deck.options-only", card="60481", see=["standalone.options-still-apply"]),
        **ALONE,
    ),
    legal("a Guardian card", a_deck(DANIELA, {"12029": 1}), **ALONE),
)
def test_options_still_apply(case):
    case.check()


RESOLVE = "06323"


@table(
    legal(
        "three copies of a myriad card count once (E-09)",
        a_deck(TOMMY, {RESOLVE: 3}),
        noted=rule("standalone.myriad-count", cards=[RESOLVE], titles=["Spiritual Resolve"]),
        **ALONE,
    ),
    illegal(
        "so one weakness is enough, and two are too many",
        a_deck(TOMMY, {RESOLVE: 3, "12104": 1}),
        rule("standalone.xp-table", experience=5, owed=1, held=2),
        **ALONE,
    ),
    legal("one copy needs no note", a_deck(TOMMY, {RESOLVE: 1}), noted=[], **ALONE),
)
def test_myriad_count(case):
    case.check()


@pytest.mark.parametrize(
    ("edition", "interpretation"), [("grimoire-1.1", "E-09"), ("grimoire-1.0-de", "E-09"), ("faq-1.7", "")]
)
def test_counting_myriad_once_is_the_letter_of_the_faq_alone(edition, interpretation):
    [note] = verdict(a_deck(TOMMY, {RESOLVE: 3}), mode="standalone", edition=edition).notes
    assert note.interpretation == interpretation


def test_exceptional_and_taboo_prices_count():
    assert verdict(a_deck("60451", {"60474": 1}), mode="standalone").figures.experience == 6
    assert verdict(a_deck("12013", {"01073": 2}, taboo="010"), mode="standalone").figures.experience == 4


def test_the_figures_say_what_is_owed():
    figures = verdict(worth(29, 1), mode="standalone").figures
    assert (figures.weaknesses, figures.weaknesses_owed) == (1, 3)
