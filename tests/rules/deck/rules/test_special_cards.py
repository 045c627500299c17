"""Cards in the deck that change the rules for the deck."""

import pytest

from rules.deck.validate import pool, why
from rules.rulebook.editions import EDITIONS
from tests.builders import a_deck, catalogue, plain_cards, verdict
from tests.rules.cases import illegal, legal, rule, table

TOMMY, CAROLYN, ANDRE, ISABELLE, MARIE, SUBJECT = "60151", "60251", "60351", "12013", "60451", "89001"
VERSATILE, ON_YOUR_OWN, ANCESTRAL, MARKET, PLAN, BEWITCHING = (
    "06167", "53010", "07303", "09077", "03264", "10079",
)  # fmt: skip
MYSTIC, SEEKER = "12059", "12034"
ILLICIT = ("01046", "09064", "60305", "01044", "01045")
SKILLS = ("12039", "01090", "01091", "01092", "12094", "01089")
NO_SKILLS = {code: 0 for code, card in plain_cards() if card.type == "skill"}
ALLY = "12072"


@table(
    legal("Versatile lets in one card of any class", a_deck(TOMMY, {VERSATILE: 1, MYSTIC: 1})),
    illegal(
        "one, not two",
        a_deck(TOMMY, {VERSATILE: 1, MYSTIC: 2}),
        rule("deck.options-capped-line", copies=1, cards=[MYSTIC], titles=["Cosmic Flame"]),
    ),
    legal("two with two copies", a_deck(TOMMY, {VERSATILE: 2, MYSTIC: 1, SEEKER: 1})),
    illegal(
        "only of level 0",
        a_deck(TOMMY, {VERSATILE: 1, "12068": 1}),
        rule("deck.options-only", card="12068"),
    ),
    illegal("without Versatile none", a_deck(TOMMY, {MYSTIC: 1}), rule("deck.options-only", card=MYSTIC)),
    illegal(
        "Subject 5U-21 takes no permanents",
        a_deck(SUBJECT, {VERSATILE: 1}),
        rule("deck.additional-requirements", card=VERSATILE, by="Subject 5U-21"),
    ),
)
def test_versatile(case):
    case.check()


@table(
    illegal(
        "an asset in an ally slot",
        a_deck(ISABELLE, {ON_YOUR_OWN: 1, ALLY: 1}),
        rule("deck.additional-requirements", card=ALLY, by="On Your Own"),
    ),
    legal("none", a_deck(ISABELLE, {ON_YOUR_OWN: 1})),
    legal("the other On Your Own forbids nothing", a_deck(ISABELLE, {"04236": 1, ALLY: 1})),
    legal("signature allies stay", a_deck("02005", {ON_YOUR_OWN: 1})),
)
def test_on_your_own(case):
    case.check()


@table(
    legal("ten skills and 35 cards", a_deck(CAROLYN, {ANCESTRAL: 1, **dict.fromkeys(SKILLS[:5], 2)})),
    illegal(
        "eight skills",
        a_deck(CAROLYN, {**NO_SKILLS, ANCESTRAL: 1, **dict.fromkeys(SKILLS[:4], 2)}),
        rule("deck.additional-requirements", card=ANCESTRAL, needed=10, have=8),
    ),
)
def test_ancestral_knowledge(case):
    case.check()


def market(illicit: int, **fields):
    none = {code: 0 for code, card in plain_cards() if "Illicit" in card.traits}
    cards = {**none, MARKET: 1, **dict.fromkeys(ILLICIT[: illicit // 2], 2)}
    return a_deck(ANDRE, cards, **fields)


@table(
    legal(
        "eight Illicit cards make a short market, and a legal deck",
        market(8),
        warned=rule(
            "deck.additional-requirements", card=MARKET, title="Underworld Market", needed=10, held=8
        ),
    ),
    legal(
        "none at all, and a new deck",
        market(0),
        warned=rule("deck.additional-requirements", needed=10, held=0),
        mode="creation",
        starting_experience=4,
    ),
    legal("ten Illicit cards and 40 in all", market(10), warned=[]),
    legal("eight of them in the market", market(8, attachments={MARKET: ILLICIT[:4] * 2})),
    illegal(
        "30 cards are too few for it",
        market(8, short=10),
        rule("deck.size-modifiers", size=30, needed=40),
    ),
    legal("ten of them in the market", market(10, attachments={MARKET: ILLICIT * 2})),
    illegal(
        "eleven in the market",
        market(10, attachments={MARKET: (*ILLICIT * 2, ILLICIT[0])}),
        rule("deck.additional-requirements", needed=10, held=11),
        rule("deck.additional-requirements", attached="Pickpocketing", copies=3),
    ),
    illegal(
        "something else in the market",
        market(10, attachments={MARKET: ("12045",)}),
        rule("deck.additional-requirements", card=MARKET, attached="M1903 Hammerless"),
    ),
)
def test_underworld_market(case):
    case.check()


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_edition_asks_for_a_full_market(edition):
    found = verdict(market(8), edition=edition)
    [warning] = found.warnings
    assert (found.legal, warning.interpretation) == (True, "E-45")


def test_no_place_is_reserved_for_the_market():
    """Eight Illicit cards and one place left: anything may take it."""
    room = market(8, short=1)
    taken = {catalogue().resolve(code).title for code in room.slots}
    code = next(code for code, card in plain_cards() if "rogue" in card.classes and card.title not in taken)
    assert why(catalogue(), room, code) == ()


@table(
    legal(
        "three different Tactics under the Plan",
        a_deck(
            TOMMY,
            {PLAN: 1, "01023": 1, "01024": 1, "01088": 2},
            attachments={PLAN: ("01023", "01024", "01088")},
        ),
    ),
    illegal(
        "the same twice",
        a_deck(TOMMY, {PLAN: 1, "01088": 2}, attachments={PLAN: ("01088", "01088")}),
        rule("deck.additional-requirements", card=PLAN, attached="Emergency Cache", copies=2),
    ),
    illegal(
        "a card that is not in the deck",
        a_deck(TOMMY, {PLAN: 1, "01023": 0}, attachments={PLAN: ("01023",)}),
        rule("deck.additional-requirements", card=PLAN, attached="Dodge"),
    ),
    illegal(
        "a card that nobody knows",
        a_deck(TOMMY, {PLAN: 1}, attachments={PLAN: ("77777",)}),
        rule("deck.additional-requirements", card=PLAN, attached="77777"),
    ),
    legal("nothing is written down", a_deck(TOMMY, {PLAN: 1})),
)
def test_stick_to_the_plan(case):
    case.check()


@table(
    legal(
        "a Trick for Bewitching",
        a_deck(ANDRE, {BEWITCHING: 1, "12052": 1}, attachments={BEWITCHING: ("12052",)}),
    ),
    illegal(
        "no Trick",
        a_deck(ANDRE, {BEWITCHING: 1, "12045": 1}, attachments={BEWITCHING: ("12045",)}),
        rule("deck.additional-requirements", card=BEWITCHING, attached="M1903 Hammerless"),
    ),
)
def test_bewitching(case):
    case.check()


def test_copies_of_several_printings_are_attached_as_one_card():
    deck = a_deck(ANDRE, {MARKET: 1, "01046": 1, "01546": 1, **dict.fromkeys(ILLICIT[1:], 2)},
                  attachments={MARKET: ("01046", "01546")})  # fmt: skip
    assert verdict(deck).legal


@table(
    legal("all five classes, seven each", a_deck(SUBJECT)),
    illegal(
        "a card of level 1 at creation",
        a_deck(SUBJECT, {"12026": 1}, mode="creation"),
        rule("deck.options-only", card="12026", level=1, levels=["0"]),
        rule("deck.level-zero-start", cards=["12026"]),
        mode="creation",
    ),
    legal("a card of level 1 later", a_deck(SUBJECT, {"12026": 1})),
    illegal(
        "two Charisma, which are permanent",
        a_deck(SUBJECT, {"12095": 2}),
        rule("deck.additional-requirements", card="12095", by="Subject 5U-21"),
    ),
)
def test_subject_5u_21(case):
    case.check()


def test_the_pool_knows_what_cards_grant():
    with_versatile = pool(catalogue(), a_deck(TOMMY, {VERSATILE: 1}))
    assert with_versatile.cards[MYSTIC].room
    used = pool(catalogue(), a_deck(TOMMY, {VERSATILE: 1, SEEKER: 1}))
    assert used.cards[MYSTIC].open
    assert not used.cards[MYSTIC].room
    alone = pool(catalogue(), a_deck(ISABELLE, {ON_YOUR_OWN: 1}))
    assert not alone.cards[ALLY].open
    together = pool(catalogue(), a_deck(ISABELLE, {ALLY: 2}))
    assert together.cards[ON_YOUR_OWN].open
    assert not together.cards[ON_YOUR_OWN].room
    assert together.cards[ON_YOUR_OWN].reason.rule == "deck.additional-requirements"
