"""Standalone decks: experience and the weaknesses it costs (rulebook A11)."""

import pytest

from rules.cards.model import Choices
from rules.rulebook.editions import EDITIONS
from tests.builders import a_deck, verdict
from tests.rules.cases import illegal, legal, rule, table

DANIELA, TOMMY = "12001", "60151"
ALONE = {"mode": "standalone"}
#: Guardian cards worth a total amount of experience: levels 5 and 4.
WORTH = {
    9: {"12029": 1, "01029": 1},
    10: {"12029": 2},
    29: {"12029": 2, "02300": 2, "10037": 1, "01029": 1},
    49: {"12029": 2, "02300": 2, "10037": 2, "10038": 2, "05274": 1, "01029": 1},
    50: {"12029": 2, "02300": 2, "10037": 2, "10038": 2, "05274": 2},
}
MORE = ("12104", "12097", "12101", "12098")


def worth(experience: int, weaknesses: int):
    """Return a deck worth this much experience, with this number of random basic weaknesses in total."""
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


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_group_may_count_every_copy_of_a_myriad_card(edition, house_edition):
    """By the exact words of the Grimoires, which have no exception for them."""
    house = house_edition(edition, standalone_myriad_counts_once=False)
    deck = a_deck(TOMMY, {RESOLVE: 3, "12104": 1})
    found = verdict(deck, mode="standalone", edition=house)
    assert (found.legal, found.figures.experience, found.notes) == (True, 15, ())
    bought = verdict(deck, mode="free", edition=house)
    assert bought.figures.experience == 5, "where cards are bought, further copies are free"


MATEO, KYMANI, PARALLEL_ROLAND = "04004", "09008", "90024"


#: Neutral cards worth a total amount of experience: levels 5, 4 and 2.
NEUTRAL = {
    14: {"04276": 2, "05283": 1},
    15: {"04276": 2, "02310": 1},
    44: {"04276": 2, "02310": 2, "06285": 2, "03315": 2, "05283": 1},
    50: {"04276": 2, "02310": 2, "06285": 2, "03315": 2, "05283": 2, "02194": 1},
}


def with_bonus(investigator: str, experience: int, weaknesses: int):
    """Return a deck of an investigator with 5 experience of their own."""
    more = dict.fromkeys(MORE[: weaknesses - 1], 1)
    deck = a_deck(investigator, {**NEUTRAL[experience], **more})
    assert verdict(deck).figures.experience == experience
    return deck


@table(
    legal(
        "Mateo, 14 experience: one weakness",
        with_bonus(MATEO, 14, 1),
        noted=rule("standalone.xp-table", experience=14, bonus=5, investigator="Father Mateo"),
        **ALONE,
    ),
    illegal(
        "two are too many",
        with_bonus(MATEO, 14, 2),
        rule("standalone.xp-table", experience=14, held=2, owed=1),
        **ALONE,
    ),
    illegal(
        "15 experience: one is too few",
        with_bonus(MATEO, 15, 1),
        rule("standalone.xp-table", experience=15, held=1, owed=2),
        **ALONE,
    ),
    legal("15 experience: two, and nothing was spared", with_bonus(MATEO, 15, 2), noted=[], **ALONE),
    legal("Kymani, 14 experience: one", with_bonus(KYMANI, 14, 1), **ALONE),
    legal("parallel Roland, 14 experience: one", with_bonus(PARALLEL_ROLAND, 14, 1), **ALONE),
    legal(
        "Roland with the parallel back has its bonus",
        a_deck("01001", NEUTRAL[14], choices=Choices(back=PARALLEL_ROLAND)),
        **ALONE,
    ),
    illegal(
        "with the parallel front he has none",
        a_deck("01001", {**NEUTRAL[14], "90025": 1, "90026": 1, "90027": 1},
               choices=Choices(front=PARALLEL_ROLAND)),
        rule("standalone.xp-table", experience=14, held=1, owed=2),
        **ALONE,
    ),
    legal("44 experience: four", with_bonus(MATEO, 44, 4), **ALONE),
    illegal(
        "50 are too many for him as well",
        with_bonus(MATEO, 50, 5),
        rule("standalone.max-49", experience=50),
        **ALONE,
    ),
    illegal(
        "at creation the bonus is there to be spent, and no more",
        with_bonus(MATEO, 14, 1),
        rule("deck.start-xp-spendable", experience=14, start=5),
        mode="creation",
    ),
)  # fmt: skip
def test_bonus_experience(case):
    case.check()


@pytest.mark.parametrize("edition", EDITIONS)
def test_sparing_the_bonus_is_a_reading_of_every_edition(edition):
    [note] = verdict(with_bonus(MATEO, 14, 1), mode="standalone", edition=edition).notes
    assert note.interpretation == "E-47"
    [error] = verdict(with_bonus(MATEO, 14, 2), mode="standalone", edition=edition).violations
    assert error.interpretation == "E-47"


def test_exceptional_and_taboo_prices_count():
    assert verdict(a_deck("60451", {"60474": 1}), mode="standalone").figures.experience == 6
    assert verdict(a_deck("12013", {"01073": 2}, taboo="010"), mode="standalone").figures.experience == 4


def test_the_figures_show_what_is_owed():
    figures = verdict(worth(29, 1), mode="standalone").figures
    assert (figures.weaknesses, figures.weaknesses_owed) == (1, 3)
