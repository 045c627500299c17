"""Copies outside a deck's size and limits: gifts of the story, and lower versions left by upgrades (E-43)."""

import pytest

from rules.cards.model import Choices
from rules.deck.circumstances import LogFacts
from rules.rulebook.editions import EDITIONS
from tests.builders import a_deck, verdict
from tests.rules.cases import illegal, legal, rule, table

DANIELA, AGNES, SKIDS = "12001", "90017", "90008"
SHRIVELLING, SHRIVELLING_3, SHRIVELLING_5 = "01060", "02154", "02306"
FORTUNES, FORTUNE_3 = "03030", "60322"
IN_PLAY = {"mode": "campaign"}
DRAWN = {"weaknesses": {"12102": 1}}


def agnes(cards, ignored, **fields):
    return a_deck(AGNES, cards, ignored=ignored, **fields)


BOTH = agnes({SHRIVELLING: 2, SHRIVELLING_3: 2}, {SHRIVELLING: 2})
ONE_TOO_MANY = agnes({SHRIVELLING: 2, SHRIVELLING_3: 1}, {SHRIVELLING: 2}, short=-1)


@table(
    legal(
        "parallel Agnes keeps the lower Spell out of size and limits",
        BOTH,
        warned=[],
        noted=rule("deck.size-exclusions", card=SHRIVELLING, copies=2),
    ),
    legal("between scenarios as well", BOTH, **IN_PLAY, log=LogFacts(**DRAWN)),
    illegal(
        "unless she keeps it out, it counts",
        a_deck(AGNES, {SHRIVELLING: 2, SHRIVELLING_3: 2}),
        rule("copies.max-two-by-title", title="Shrivelling", copies=4),
    ),
    illegal(
        "there is nothing above the highest version to keep it for",
        agnes({SHRIVELLING_5: 2, SHRIVELLING_3: 2}, {SHRIVELLING_5: 2}),
        rule("copies.max-two-by-title", title="Shrivelling", copies=4),
        warned=rule("deck.size-exclusions", card=SHRIVELLING_5, copies=2),
    ),
    illegal(
        "one upgrade leaves one copy, not two",
        ONE_TOO_MANY,
        rule("deck.size-exact", size=26, needed=25),
        warned=rule("deck.size-exclusions", card=SHRIVELLING, copies=1),
        noted=rule("deck.size-exclusions", card=SHRIVELLING, copies=1),
    ),
    legal(
        "upgraded twice, each time keeping the lower version",
        agnes({SHRIVELLING: 1, SHRIVELLING_3: 1, SHRIVELLING_5: 1}, {SHRIVELLING: 1, SHRIVELLING_3: 1}),
    ),
    illegal(
        "one copy of level 5 is the upgrade of one lower copy",
        agnes(
            {SHRIVELLING: 2, SHRIVELLING_3: 1, SHRIVELLING_5: 1},
            {SHRIVELLING: 2, SHRIVELLING_3: 1},
            short=-1,
        ),
        rule("deck.size-exact", size=26),
        warned=rule("deck.size-exclusions", card=SHRIVELLING, copies=1),
    ),
    illegal(
        "a higher version in the catalogue is none in the deck",
        agnes({SHRIVELLING: 2}, {SHRIVELLING: 2}, short=-2),
        rule("deck.size-exact", size=27, needed=25),
        warned=rule("deck.size-exclusions", card=SHRIVELLING, copies=2),
    ),
    illegal(
        "plain Agnes keeps nothing",
        a_deck("01004", {SHRIVELLING: 2, SHRIVELLING_3: 2}, ignored={SHRIVELLING: 2}),
        rule("copies.max-two-by-title", title="Shrivelling", copies=4),
        warned=rule("deck.size-exclusions", card=SHRIVELLING, copies=2),
    ),
    legal(
        "her parallel back with the plain front",
        a_deck(
            "01004",
            {SHRIVELLING: 2, SHRIVELLING_3: 2},
            ignored={SHRIVELLING: 2},
            choices=Choices(back=AGNES),
        ),
    ),
    legal(
        "parallel Skids keeps a Fortune or Gambit",
        a_deck(SKIDS, {FORTUNES: 2, FORTUNE_3: 2}, ignored={FORTUNES: 2}),
    ),
    illegal(
        "and nothing without its higher version",
        a_deck(SKIDS, {FORTUNES: 2}, ignored={FORTUNES: 2}, short=-2),
        rule("deck.size-exact", size=27, needed=25),
    ),
    illegal(
        "parallel Agnes keeps Spells only",
        agnes({"12063": 2}, {"12063": 1}, short=-1),
        rule("deck.size-exact", size=26, needed=25),
        warned=rule("deck.size-exclusions", card="12063"),
    ),
)
def test_lower_versions_kept(case):
    case.check()


KEPT = agnes({SHRIVELLING: 1}, {SHRIVELLING: 1}, short=-1)


@table(
    legal(
        "the higher version left, and the log knows of the copy",
        KEPT,
        **IN_PLAY,
        log=LogFacts(**DRAWN, kept_beside={SHRIVELLING: 1}),
    ),
    illegal(
        "the log knows of none",
        KEPT,
        rule("deck.size-exact", size=26, needed=25),
        **IN_PLAY,
        log=LogFacts(**DRAWN),
    ),
    illegal(
        "a deck from elsewhere has no log",
        KEPT,
        rule("deck.size-exact", size=26, needed=25),
        log=LogFacts(kept_beside={SHRIVELLING: 1}),
    ),
    legal(
        "one copy on record, another beside its higher version",
        ONE_TOO_MANY,
        **IN_PLAY,
        log=LogFacts(**DRAWN, kept_beside={SHRIVELLING: 1}),
    ),
)
def test_lower_versions_on_record(case):
    case.check()


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("mode", ["creation", "standalone"])
def test_a_deck_that_is_only_being_built_keeps_nothing(mode, edition):
    found = verdict(BOTH, mode=mode, edition=edition, starting_experience=6)
    assert found.figures.size == 27
    assert {"deck.size-exact", "copies.max-two-by-title"} <= {row.rule for row in found.violations}
    [warned] = [row for row in found.warnings if row.rule == "deck.size-exclusions"]
    assert (warned.facts["copies"], warned.interpretation) == (2, "E-43")


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_reading_is_named(edition):
    [found] = [row for row in verdict(BOTH, edition=edition).notes if row.rule == "deck.size-exclusions"]
    assert found.interpretation == "E-43"


ACE = "05040"


@table(
    legal("the story may have given an Ace of Rods", a_deck(DANIELA, {ACE: 1}, ignored={ACE: 1})),
    legal("and one may have been bought besides", a_deck("12010", {ACE: 2}, ignored={ACE: 1})),
    illegal(
        "the log knows of none",
        a_deck(DANIELA, {ACE: 1}, ignored={ACE: 1}, short=-1, mode="campaign"),
        rule("deck.size-exact", size=31, needed=30),
        **IN_PLAY,
        log=LogFacts(**DRAWN),
    ),
    legal(
        "the log knows of one",
        a_deck(DANIELA, {ACE: 1}, ignored={ACE: 1}),
        **IN_PLAY,
        log=LogFacts(**DRAWN, granted={ACE: 1}),
    ),
    illegal(
        "at creation no story has given anything yet",
        a_deck("12010", {ACE: 1}, ignored={ACE: 1}),
        rule("deck.size-exact", size=31, needed=30),
        mode="creation",
        starting_experience=1,
    ),
    illegal(
        "nor in a standalone game",
        a_deck("12010", {ACE: 1}, ignored={ACE: 1}),
        rule("deck.size-exact", size=31, needed=30),
        mode="standalone",
    ),
)
def test_cards_that_the_story_gives(case):
    case.check()
