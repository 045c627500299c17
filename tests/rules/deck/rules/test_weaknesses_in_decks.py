"""Weaknesses in a deck: to be drawn, drawn, gained, kept (rulebook A5, A6); story cards and rewards (A13)."""

import pytest

from rules.deck.circumstances import LogFacts
from rules.deck.rules.weaknesses import follow_ups
from tests.builders import a_deck, catalogue, verdict
from tests.rules.cases import illegal, legal, rule, table

DANIELA, TOMMY, CAROLYN, SUBJECT = "12001", "60151", "60251", "89001"
PURSUED, WOUNDED, AMNESIA, PLACEHOLDER = "12102", "12104", "12097", "01000"
DARK_PACT, PRICE_OF_FAILURE = "04038", "04039"
DOOMED, ACCURSED_FATE, BELL = "04040", "04041", "04042"
ELOKOSS, ARMITAGE, COLLECTOR = "12137", "12115", "12181"


@table(
    legal("one random basic weakness", a_deck(DANIELA)),
    illegal("none", a_deck(DANIELA, {PURSUED: 0}), rule("rbw.one-required", held=0, owed=1)),
    legal("two for Subject 5U-21", a_deck(SUBJECT)),
    illegal("one for Subject 5U-21", a_deck(SUBJECT, {PURSUED: 0}), rule("rbw.one-required", held=1, owed=2)),
    illegal(
        "two in a new deck",
        a_deck(DANIELA, {WOUNDED: 1}),
        rule("rbw.one-required", held=2, owed=1),
        mode="creation",
    ),
    legal(
        "one that is still to be drawn",
        a_deck(DANIELA, {PURSUED: 0, PLACEHOLDER: 1}),
        noted=rule("rbw.one-required", count=1, card=PLACEHOLDER),
    ),
    legal(
        "still to be drawn in a new deck",
        a_deck(DANIELA, {PURSUED: 0, PLACEHOLDER: 1}),
        noted=rule("rbw.one-required", count=1),
        mode="creation",
    ),
    illegal(
        "still to be drawn when the campaign goes on",
        a_deck(DANIELA, {PURSUED: 0, PLACEHOLDER: 1}),
        rule("rbw.one-required", count=1),
        mode="campaign",
    ),
    legal("one printed on a card of another box", a_deck(DANIELA, {PURSUED: 0, "01097": 1})),
)
def test_one_required(case):
    case.check()


@table(
    legal(
        "thirty cards, a signature weakness and three basic ones", a_deck(DANIELA, {AMNESIA: 1, WOUNDED: 1})
    ),
    illegal(
        "none of them fills a place",
        a_deck(DANIELA, {AMNESIA: 1, WOUNDED: 1}, short=2),
        rule("deck.size-exact", size=28, needed=30),
    ),
)
def test_weakness_not_counted(case):
    case.check()


@table(
    legal(
        "drawn before the deck is full",
        a_deck(DANIELA),
        warned=[],
        mode="creation",
    ),
    illegal(
        "drawn while cards are still missing",
        a_deck(DANIELA, short=3),
        rule("deck.size-exact", size=27),
        warned=rule("rbw.drawn-last", cards=[PURSUED], titles=["Pursued"]),
        mode="creation",
    ),
    illegal(
        "not yet drawn",
        a_deck(DANIELA, {PURSUED: 0, PLACEHOLDER: 1}, short=3),
        rule("deck.size-exact", size=27),
        warned=[],
        mode="creation",
    ),
)
def test_drawn_last(case):
    case.check()


def drawn(**weaknesses: int) -> LogFacts:
    return LogFacts(weaknesses={code.removeprefix("_"): copies for code, copies in weaknesses.items()})


@table(
    legal("the weakness that was drawn", a_deck(DANIELA), warned=[], mode="campaign", log=drawn(_12102=1)),
    legal(
        "one that nobody recorded",
        a_deck(DANIELA),
        warned=rule("rbw.random", cards=[PURSUED], titles=["Pursued"]),
        mode="campaign",
    ),
    legal(
        "recorded only later: the first is believed",
        a_deck(DANIELA, {WOUNDED: 1}),
        warned=[],
        mode="campaign",
        log=drawn(_12102=1, _12104=1),
    ),
)
def test_random(case):
    case.check()


@table(
    illegal(
        "another weakness in place of the one drawn",
        a_deck(DANIELA, {PURSUED: 0, WOUNDED: 1}),
        rule("rbw.stays-all-campaign", card=PURSUED, held=0, recorded=1),
        rule("rbw.stays-all-campaign", card=WOUNDED, held=1, recorded=0),
        mode="campaign",
        log=drawn(_12102=1),
    ),
    illegal(
        "one more than was ever drawn",
        a_deck(DANIELA, {WOUNDED: 1}),
        rule("rbw.stays-all-campaign", card=WOUNDED, held=1, recorded=0),
        mode="campaign",
        log=drawn(_12102=1),
    ),
    illegal(
        "two of which nobody knows where they come from",
        a_deck(DANIELA, {WOUNDED: 1}),
        rule("rbw.stays-all-campaign", card=PURSUED),
        rule("rbw.stays-all-campaign", card=WOUNDED),
        mode="campaign",
    ),
    legal(
        "two that were drawn",
        a_deck(DANIELA, {WOUNDED: 1}),
        mode="campaign",
        log=drawn(_12102=1, _12104=1),
    ),
    legal(
        "its follow-up has taken its place",
        a_deck(DANIELA, {PURSUED: 0, PRICE_OF_FAILURE: 1}),
        mode="campaign",
        log=drawn(_04038=1),
    ),
)
def test_stays_all_campaign(case):
    case.check()


@table(
    legal(
        "two basic weaknesses in a deck from elsewhere",
        a_deck(DANIELA, {WOUNDED: 1}),
        noted=rule("rbw.more-later", more=1),
    ),
    legal(
        "a campaign's weakness in a deck from elsewhere",
        a_deck(DANIELA, {ELOKOSS: 1}),
        noted=rule("rbw.more-later", card=ELOKOSS, title="Mark of Elokoss"),
    ),
    legal(
        "earned in the campaign",
        a_deck(DANIELA, {ELOKOSS: 1}),
        mode="campaign",
        log=LogFacts(weaknesses={PURSUED: 1}, bearer_of={ELOKOSS: 1}),
    ),
    illegal(
        "not earned in the campaign",
        a_deck(DANIELA, {ELOKOSS: 1}),
        rule("rbw.more-later", card=ELOKOSS),
        mode="campaign",
        log=drawn(_12102=1),
    ),
    illegal(
        "in a new deck",
        a_deck(DANIELA, {ELOKOSS: 1}),
        rule("rbw.more-later", card=ELOKOSS),
        mode="creation",
    ),
)
def test_more_later(case):
    case.check()


@table(
    illegal(
        "Multiplayer only, alone",
        a_deck(DANIELA, {PURSUED: 0, "06037": 1}),
        rule("rbw.pool-text-restrictions", card="06037", title="Narcolepsy"),
        investigators=1,
    ),
    legal("Multiplayer only, for two", a_deck(DANIELA, {PURSUED: 0, "06037": 1}), investigators=2),
    legal("Multiplayer only, nobody says how many", a_deck(DANIELA, {PURSUED: 0, "06037": 1})),
    illegal(
        "for Guardians only, with a Seeker",
        a_deck(CAROLYN, {PURSUED: 0, "09124": 1}),
        rule("rbw.pool-text-restrictions", card="09124", title="Lurker in the Dark", classes=["guardian"]),
    ),
    legal("for Guardians only, with a Guardian", a_deck(TOMMY, {PURSUED: 0, "09124": 1})),
)
def test_pool_text_restrictions(case):
    case.check()


@table(
    legal("two copies of a weakness that comes twice", a_deck(DANIELA, {PURSUED: 0, AMNESIA: 2})),
    legal("three, because other products hold it too", a_deck(DANIELA, {PURSUED: 0, AMNESIA: 2, "01096": 1})),
    legal("one of each core set", a_deck(DANIELA, {PURSUED: 0, "01101": 1, "01601": 1})),
    illegal(
        "more than all products hold",
        a_deck(DANIELA, {PURSUED: 0, "01101": 1, "01601": 2}),
        rule("rbw.pool-physical-multiplicity", card="01101", title="Mob Enforcer", copies=3, limit=2),
    ),
    illegal(
        "two copies of a weakness that comes once",
        a_deck(DANIELA, {PURSUED: 2}),
        rule("rbw.pool-physical-multiplicity", card=PURSUED, copies=2, limit=1),
    ),
    legal(
        "the log has two, so there were two",
        a_deck(DANIELA, {PURSUED: 2}),
        mode="campaign",
        log=drawn(_12102=2),
    ),
    illegal(
        "two of a unique story card",
        a_deck(DANIELA, {ARMITAGE: 2}),
        rule("story.only-by-instruction", card=ARMITAGE, copies=2, limit=1),
    ),
    illegal(
        "two of a weakness that a campaign gives once",
        a_deck(DANIELA, {ELOKOSS: 2}),
        rule("rbw.more-later", card=ELOKOSS, copies=2, limit=1),
    ),
    legal(
        "two of it, if the log has two",
        a_deck(DANIELA, {ELOKOSS: 2}),
        mode="campaign",
        log=LogFacts(weaknesses={PURSUED: 1}, bearer_of={ELOKOSS: 2}),
    ),
    illegal(
        "two of somebody else's signature break one rule",
        a_deck(DANIELA, {"60152": 2}),
        rule("signature.owner-only", card="60152", title="Becky"),
    ),
    legal("two weaknesses still to be drawn", a_deck(SUBJECT, {PURSUED: 0, WOUNDED: 0, PLACEHOLDER: 2})),
)
def test_physical_multiplicity(case):
    case.check()


GAINED = LogFacts(weaknesses={PURSUED: 1}, bearer_of={ELOKOSS: 1, ARMITAGE: 1})
DOOMED_LATER = LogFacts(weaknesses={PURSUED: 1}, bearer_of={DOOMED: 1})


@table(
    legal("gained and still there", a_deck(DANIELA, {ELOKOSS: 1}), mode="campaign", log=GAINED),
    illegal(
        "gained and left out",
        a_deck(DANIELA),
        rule("weakness.persists", card=ELOKOSS, title="Mark of Elokoss", held=0, recorded=1),
        mode="campaign",
        log=GAINED,
    ),
    illegal(
        "another weakness does not stand for it",
        a_deck(DANIELA, {WOUNDED: 1}),
        rule("rbw.stays-all-campaign", card=WOUNDED),
        rule("weakness.persists", card=ELOKOSS),
        mode="campaign",
        log=GAINED,
    ),
    legal("what it was replaced by does", a_deck(DANIELA, {BELL: 1}), mode="campaign", log=DOOMED_LATER),
    legal("without a log nobody knows", a_deck(DANIELA)),
)
def test_a_gained_weakness_persists(case):
    case.check()


@pytest.mark.parametrize(
    "code", [DARK_PACT, PRICE_OF_FAILURE, DOOMED, ACCURSED_FATE, BELL, "53013", "53014", "53015"]
)
def test_the_follow_up_of_a_basic_weakness_meets_the_requirement(code):
    found = verdict(a_deck(DANIELA, {PURSUED: 0, code: 1}))
    assert found.legal
    assert found.figures.weaknesses == 1


def test_follow_ups_lead_to_the_weakness_that_was_drawn():
    assert follow_ups(catalogue()) == {
        PRICE_OF_FAILURE: DARK_PACT,
        ACCURSED_FATE: DOOMED,
        BELL: DOOMED,
        "53014": "53013",
        "53015": "53013",
    }


def test_signature_weaknesses_are_no_basic_ones():
    assert catalogue().cards["12003"].weakness == "other"
    assert "12003" not in {card.code for card in catalogue().basic_weaknesses}
    assert PLACEHOLDER not in {card.code for card in catalogue().basic_weaknesses}


@table(
    illegal(
        "Armitage chosen by hand",
        a_deck(DANIELA, {ARMITAGE: 1}),
        rule("story.only-by-instruction", card=ARMITAGE, title="Dr. Henry Armitage"),
        mode="campaign",
        log=drawn(_12102=1),
    ),
    legal(
        "Armitage by the campaign's word",
        a_deck(DANIELA, {ARMITAGE: 1}),
        mode="campaign",
        log=LogFacts(weaknesses={PURSUED: 1}, bearer_of={ARMITAGE: 1}),
    ),
    legal(
        "Armitage in a deck from elsewhere",
        a_deck(DANIELA, {ARMITAGE: 1}),
        noted=rule("story.only-by-instruction", card=ARMITAGE),
    ),
    illegal(
        "Armitage in a standalone game",
        a_deck(DANIELA, {ARMITAGE: 1}),
        rule("story.only-by-instruction", card=ARMITAGE),
        mode="standalone",
    ),
)
def test_story_only_by_instruction(case):
    case.check()


def test_a_story_card_is_outside_size_and_options():
    found = verdict(a_deck(DANIELA, {ARMITAGE: 1}))
    assert found.figures.size == found.figures.size_needed == 30


CREATION = {"mode": "creation"}
UNLOCKED = frozenset({COLLECTOR})


@table(
    illegal(
        "locked",
        a_deck(TOMMY, {COLLECTOR: 1}),
        rule("reward.locked-until-earned", card=COLLECTOR, title="Collector"),
        **CREATION,
        rewards=frozenset(),
    ),
    legal("earned", a_deck(TOMMY, {COLLECTOR: 1}), **CREATION, rewards=UNLOCKED),
    legal("earned, and left at home", a_deck(TOMMY), **CREATION, rewards=UNLOCKED),
    legal(
        "in a deck from elsewhere it may have been earned",
        a_deck(TOMMY, {COLLECTOR: 1}),
        noted=[rule("deck.creation-only-purchase"), rule("reward.locked-until-earned", card=COLLECTOR)],
    ),
)
def test_reward_locked_until_earned(case):
    case.check()


RELIC, CHARM = "12061", "12044"  # Lucky Charm, Lucky Cigarette Case: Charms


@table(
    legal("one Charm of any class with Collector", a_deck(TOMMY, {COLLECTOR: 1, RELIC: 1})),
    illegal(
        "two",
        a_deck(TOMMY, {COLLECTOR: 1, RELIC: 1, CHARM: 1}),
        rule("deck.options-capped-line", copies=1, see=["reward.adjusts-options"]),
    ),
    illegal(
        "two copies of one",
        a_deck(TOMMY, {COLLECTOR: 1, RELIC: 2}),
        rule("deck.options-capped-line", copies=1, left_over={RELIC: 1}),
    ),
    illegal("without Collector", a_deck(TOMMY, {RELIC: 1}), rule("deck.options-only", card=RELIC)),
    illegal(
        "a Relic of level 4",
        a_deck(TOMMY, {COLLECTOR: 1, "60279": 1}),
        rule("deck.options-only", card="60279"),
    ),
    illegal(
        "a card that is no Relic or Charm",
        a_deck(TOMMY, {COLLECTOR: 1, "12058": 1}),
        rule("deck.options-only", card="12058"),
    ),
)
def test_reward_adjusts_options(case):
    case.check()


def test_a_granted_line_is_our_reading():
    [found] = verdict(a_deck(TOMMY, {COLLECTOR: 1, RELIC: 2})).violations
    assert found.interpretation == "E-13"
    [line] = verdict(a_deck(TOMMY, {COLLECTOR: 1, RELIC: 1})).figures.limited
    assert (line.granted_by, line.used, line.limit) == (COLLECTOR, 1, 1)


@table(
    legal("a reward is in every environment", a_deck(TOMMY, {COLLECTOR: 1}), **CREATION, rewards=UNLOCKED),
)
def test_reward_neutral(case):
    case.check()
