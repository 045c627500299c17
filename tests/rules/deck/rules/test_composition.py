"""Deck construction: the investigator, the size, and the kinds of cards (rulebook A1)."""

import pytest

from rules.cards.model import Choices, Deck
from rules.deck.circumstances import LogFacts
from rules.rulebook.editions import EDITIONS
from tests.builders import a_deck, chosen, verdict
from tests.rules.cases import illegal, legal, rule, table

DANIELA, ISABELLE, MARIE, TOMMY, MANDY = "12001", "12013", "60451", "60151", "06002"
ARMITAGE, COLLECTOR, SIGNUM_CRUCIS = "12115", "12181", "07197"


@table(
    legal("a deck is built around one investigator", a_deck(DANIELA)),
    illegal("a deck without an investigator", Deck("", {"12016": 2}), rule("deck.one-investigator", code="")),
    illegal(
        "an investigator nobody knows",
        Deck("99999", {"12016": 2}),
        rule("deck.one-investigator", code="99999"),
    ),
    illegal(
        "a card that is no investigator",
        Deck("12016", {"12016": 2}),
        rule("deck.one-investigator", code="12016", title="Bodyguard"),
    ),
    illegal(
        "an investigator who builds no decks",
        Deck("11068b", {}),
        rule("deck.one-investigator", title="Lost Homunculus"),
    ),
    illegal(
        "the investigator card among the deck's cards",
        a_deck(DANIELA, {DANIELA: 1}),
        rule("deck.one-investigator", card=DANIELA, title="Daniela Reyes", copies=1),
    ),
    illegal(
        "a second investigator in the deck",
        a_deck(DANIELA, {"12004": 1}),
        rule("deck.one-investigator", card="12004", title="Joe Diamond"),
    ),
    illegal(
        "the back of somebody else",
        a_deck(DANIELA, choices=Choices(back="12004")),
        rule("deck.one-investigator", side="back", chosen="Joe Diamond"),
    ),
    illegal(
        "a front that does not exist",
        a_deck(DANIELA, choices=Choices(front="nobody")),
        rule("deck.one-investigator", side="front", chosen="nobody"),
    ),
)
def test_one_investigator(case):
    case.check()


@table(
    legal("30 of 30", a_deck(DANIELA)),
    illegal("one short", a_deck(DANIELA, short=1), rule("deck.size-exact", size=29, needed=30, difference=1)),
    illegal("one over", a_deck(DANIELA, short=-1), rule("deck.size-exact", size=31, needed=30, difference=1)),
    illegal(
        "a slot that could not be read",
        a_deck(DANIELA, oddities=({"field": "slots", "problem": "is not a whole number", "value": "'x'"},)),
        rule("deck.size-exact", field="slots", value="'x'"),
    ),
)
def test_size_exact(case):
    case.check()


@table(
    legal(
        "permanents, weaknesses, own and story cards are not counted",
        a_deck(MARIE, {"60478": 1, ARMITAGE: 1, "12101": 1}),
    ),
    legal(
        "copies that nothing keeps out are counted all the same",
        a_deck(DANIELA, {"12016": 2}, ignored={"12016": 1}),
        warned=rule("deck.size-exclusions", card="12016", title="Bodyguard", copies=1),
    ),
    illegal(
        "and are then too many",
        a_deck(DANIELA, {"12016": 2}, short=-1, ignored={"12016": 1}),
        rule("deck.size-exact", size=31, needed=30),
    ),
)
def test_size_exclusions(case):
    case.check()


@table(
    illegal(
        "Collector with 30 cards",
        a_deck(ISABELLE, {COLLECTOR: 1}, short=5),
        rule("deck.size-modifiers", size=30, needed=35, printed=30, cards=[COLLECTOR], titles=["Collector"]),
    ),
    legal("Collector with 35 cards", a_deck(ISABELLE, {COLLECTOR: 1})),
    legal("Versatile twice with 40 cards", a_deck(ISABELLE, {"06167": 2})),
    illegal(
        "Versatile twice with 35 cards",
        a_deck(ISABELLE, {"06167": 2}, short=5),
        rule("deck.size-exact", size=35, needed=40),
    ),
    legal("Forced Learning with 45 cards", a_deck("12004", {"08031": 1})),
    illegal(
        "Forced Learning with 30 cards",
        a_deck("12004", {"08031": 1}, short=15),
        rule("deck.size-modifiers", needed=45),
    ),
    legal("Underworld Support with 25 cards", a_deck("12007", {"08046": 1}, each=1)),
    illegal(
        "Underworld Support with 30 cards",
        a_deck("12007", {"08046": 1}, each=1, short=-5),
        rule("deck.size-modifiers", size=30, needed=25),
    ),
    legal("Mandy with 40 cards", a_deck(MANDY, choices=chosen("mystic", size=40))),
    illegal(
        "Mandy with 40 cards who chose 50",
        a_deck(MANDY, choices=chosen("mystic", size=50), short=10),
        rule("deck.size-exact", size=40, needed=50),
    ),
)
def test_size_modifiers(case):
    case.check()


@table(
    illegal(
        "a bonded card in the deck",
        a_deck("12004", {"06113": 1}),
        rule("deck.level-less-cards", card="06113", title="Essence of the Dream"),
    ),
    legal("a signature has no level and counts nothing", a_deck("01001", mode="creation"), mode="creation"),
)
def test_level_less_cards(case):
    case.check()


@table(
    illegal(
        "an encounter card",
        a_deck(DANIELA, {"01105": 1}),
        rule("deck.legacy-deckless-cards", card="01105", title="What's Going On?!"),
    ),
    illegal(
        "a story asset chosen by hand",
        a_deck(DANIELA, {ARMITAGE: 1}),
        rule("story.only-by-instruction", card=ARMITAGE),
        mode="creation",
    ),
    illegal(
        "Collector is judged as a reward, not as a story card",
        a_deck(DANIELA, {COLLECTOR: 1}),
        rule("reward.locked-until-earned", card=COLLECTOR),
        mode="creation",
    ),
    legal(
        "a story asset that the campaign gave",
        a_deck(DANIELA, {ARMITAGE: 1}),
        mode="campaign",
        log=LogFacts(bearer_of={ARMITAGE: 1}, weaknesses={"12102": 1}),
    ),
    legal(
        "Collector, once it was earned",
        a_deck(DANIELA, {COLLECTOR: 1}),
        mode="creation",
        rewards=frozenset({COLLECTOR}),
    ),
)
def test_legacy_deckless_cards(case):
    case.check()


@table(
    illegal(
        "Library Pass in Daniela's deck",
        a_deck(DANIELA, {"11099": 1}),
        rule(
            "deck.restriction-deck-only", card="11099", title="Library Pass", only=["Miskatonic", "Scholar"]
        ),
    ),
    legal("Library Pass with Daisy, who is of Miskatonic", a_deck("01002", {"11099": 1})),
    illegal(
        "Becky in Daniela's deck",
        a_deck(DANIELA, {"60152": 1}),
        rule("signature.owner-only", card="60152", owners=["Tommy Muldoon"]),
    ),
)
def test_restriction_deck_only(case):
    case.check()


@table(
    legal("at creation", a_deck(DANIELA, {COLLECTOR: 1}), mode="creation", rewards=frozenset({COLLECTOR})),
    illegal(
        "after the first scenario",
        a_deck(DANIELA, {COLLECTOR: 1}),
        rule("deck.creation-only-purchase", card=COLLECTOR, title="Collector"),
        mode="campaign",
        rewards=frozenset({COLLECTOR}),
    ),
    legal(
        "bought at creation and still there",
        a_deck(DANIELA, {COLLECTOR: 1}),
        mode="campaign",
        rewards=frozenset({COLLECTOR}),
        log=LogFacts(bought_at_creation={COLLECTOR: 1}),
    ),
    legal(
        "a deck from elsewhere gets a note",
        a_deck("12004", {"08031": 1}),
        noted=rule("deck.creation-only-purchase", cards=["08031"], titles=["Forced Learning"]),
    ),
)
def test_creation_only_purchase(case):
    case.check()


@table(
    illegal(
        "Ascetic in a standalone game",
        a_deck("12010", {"11095": 1}),
        rule("deck.campaign-mode-only", card="11095", title="Ascetic"),
        mode="standalone",
    ),
    legal("Ascetic in a campaign", a_deck("12010", {"11095": 1}, mode="creation"), mode="creation"),
    illegal(
        "a weakness that belongs in campaigns",
        a_deck(DANIELA, {"12102": 0, "04038": 1}),
        rule("deck.campaign-mode-only", card="04038", title="Dark Pact"),
        mode="standalone",
    ),
    illegal(
        "a card that a taboo list keeps out of standalone games",
        a_deck("12007", {"08113": 1}, taboo="010"),
        rule("deck.campaign-mode-only", card="08113"),
        mode="standalone",
    ),
    legal("the same card without the list", a_deck("12007", {"08113": 1}), mode="standalone"),
)
def test_campaign_mode_only(case):
    case.check()


@table(
    illegal(
        "a level 2 card in a new deck",
        a_deck(DANIELA, {"12027": 1}),
        rule("deck.level-zero-start", cards=["12027"], titles=["Bodyguard"], experience=2),
        mode="creation",
    ),
    legal("level 0 cards in a new deck", a_deck(DANIELA), mode="creation"),
    illegal(
        "a higher card that costs nothing under a taboo list is still no level 0 card",
        a_deck(ISABELLE, {SIGNUM_CRUCIS: 1}, taboo="010"),
        rule("deck.level-zero-start", cards=[SIGNUM_CRUCIS], titles=["Signum Crucis"], experience=0),
        mode="creation",
    ),
    illegal(
        "nor does 1 experience pay for what costs nothing",
        a_deck(ISABELLE, {SIGNUM_CRUCIS: 1}, taboo="010"),
        rule("deck.level-zero-start", cards=[SIGNUM_CRUCIS], see=["xp.taboo-adjustment"]),
        mode="creation",
        starting_experience=1,
    ),
    legal(
        "without the list 2 experience pay for it",
        a_deck(ISABELLE, {SIGNUM_CRUCIS: 1}),
        mode="creation",
        starting_experience=2,
    ),
    illegal(
        "and 1 does not",
        a_deck(ISABELLE, {SIGNUM_CRUCIS: 1}),
        rule("deck.start-xp-spendable", experience=2, start=1),
        mode="creation",
        starting_experience=1,
    ),
    legal(
        "what the list only makes cheaper is paid for by what it costs",
        a_deck(DANIELA, {"11031": 1}, taboo="010"),
        mode="creation",
        starting_experience=1,
    ),
    illegal(
        "both at once, each with its reason",
        a_deck(ISABELLE, {SIGNUM_CRUCIS: 1, "12095": 1}, taboo="010"),
        rule("deck.level-zero-start", cards=["12095"], experience=3),
        rule("deck.level-zero-start", cards=[SIGNUM_CRUCIS]),
        mode="creation",
    ),
    legal("later it is a card like others", a_deck(ISABELLE, {SIGNUM_CRUCIS: 1}, taboo="010")),
    legal("a level 2 card in a deck from elsewhere", a_deck(DANIELA, {"12027": 1})),
)
def test_level_zero_start(case):
    case.check()


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("start", [0, 1, 5])
def test_what_the_list_makes_free_has_one_answer(start, edition):
    deck = a_deck(ISABELLE, {SIGNUM_CRUCIS: 1}, taboo="010")
    [found] = verdict(deck, mode="creation", starting_experience=start, edition=edition).violations
    assert (found.rule, found.interpretation) == ("deck.level-zero-start", "E-51")


ANCIENTS = frozenset({"boon.ancients"})


@table(
    legal(
        "five experience for a level 5 card",
        a_deck(TOMMY, {"12029": 1}),
        mode="creation",
        ultimatums=ANCIENTS,
    ),
    illegal(
        "seven where there are five",
        a_deck(TOMMY, {"12029": 1, "12027": 1}),
        rule("deck.start-xp-spendable", experience=7, start=5),
        mode="creation",
        ultimatums=ANCIENTS,
    ),
    legal(
        "experience from the campaign", a_deck(TOMMY, {"12027": 1}), mode="creation", starting_experience=3
    ),
    legal("Father Mateo begins with five", a_deck("04004", {"12071": 1}, mode="creation"), mode="creation"),
    illegal(
        "Father Mateo has no sixth",
        a_deck("04004", {"12071": 1, "12068": 1}, mode="creation"),
        rule("deck.start-xp-spendable", experience=6, start=5),
        mode="creation",
    ),
    legal("In the Thick of It brings three", a_deck(DANIELA, {"08125": 1, "12028": 1}), mode="creation"),
    legal("Ascetic brings ten", a_deck("12010", {"11095": 1, "12071": 2}, mode="creation"), mode="creation"),
    illegal(
        "Ascetic brings no eleven",
        a_deck("12010", {"11095": 1, "12071": 2, "12068": 1}, mode="creation"),
        rule("deck.start-xp-spendable", experience=11, start=10),
        mode="creation",
    ),
)
def test_start_xp_spendable(case):
    case.check()
