"""Subject 5U-21 buys cards above level 0 of a single class between two scenarios."""

from rules.cards.model import Tick
from rules.deck.circumstances import Circumstances
from rules.upgrade.purchase import MARK, NEW, UPGRADE
from rules.upgrade.session import UpgradeSession
from tests.rules.upgrade.builders import a_deck, changed, fillers, priced, shipped
from tests.rules.upgrade.codes import (
    BODYGUARD,
    BODYGUARD_2,
    COURAGE,
    POWER_WORD,
    RUNIC_AXE,
    SHRIVELLING,
    SHRIVELLING_3,
    WINCHESTER_5,
)

SUBJECT, MOON_PENDANT_2 = "89001", "54012"
FILLER, NEW_FILLER = fillers()[0], fillers()[-1]
HELD = {BODYGUARD: 2, SHRIVELLING: 2, COURAGE: 1, RUNIC_AXE: 1, POWER_WORD: 1}
RULE = ["deck.additional-requirements"]


def a_session(investigator=SUBJECT):
    return UpgradeSession(shipped(), a_deck(HELD, investigator=investigator), Circumstances(mode="free"))


def against(session, way, code, replaces="", **more):
    return [found.rule for found in session.quote(way, code, replaces=replaces, **more).violations]


def take(session, way, code, replaces="", **more):
    quote = session.quote(way, code, replaces=replaces, **more)
    assert not quote.violations
    session.take(quote.purchase)


def test_the_first_purchase_may_be_of_any_class():
    for code, lower in ((BODYGUARD_2, BODYGUARD), (SHRIVELLING_3, SHRIVELLING)):
        assert against(a_session(), UPGRADE, code, lower) == []


def test_the_others_are_of_the_same_class():
    session = a_session()
    take(session, UPGRADE, BODYGUARD_2, BODYGUARD)
    assert against(session, UPGRADE, SHRIVELLING_3, SHRIVELLING) == RULE
    assert against(session, NEW, WINCHESTER_5, FILLER) == []


def test_neutral_cards_and_those_of_level_0_are_always_for_sale():
    session = a_session()
    take(session, NEW, MOON_PENDANT_2, COURAGE)
    take(session, UPGRADE, SHRIVELLING_3, SHRIVELLING)
    assert shipped().cards[NEW_FILLER].classes.isdisjoint({"mystic"})
    assert against(session, NEW, NEW_FILLER, FILLER) == []


def test_boxes_of_a_sheet_raise_a_card_above_level_0():
    session = a_session()
    ticks = (Tick(0, 1),)
    take(session, MARK, RUNIC_AXE, ticks=ticks)
    assert against(session, MARK, POWER_WORD, ticks=ticks) == RULE
    assert against(session, UPGRADE, BODYGUARD_2, BODYGUARD) == []


def test_others_buy_of_all_their_classes():
    session = a_session("01001")
    take(session, UPGRADE, BODYGUARD_2, BODYGUARD)
    assert RULE[0] not in against(session, UPGRADE, SHRIVELLING_3, SHRIVELLING)


def test_two_decks_of_which_one_follows_the_other():
    before = a_deck(HELD, investigator=SUBJECT)
    one = changed(before, {BODYGUARD: 1}, {BODYGUARD_2: 1})
    both = changed(one, {SHRIVELLING: 1}, {SHRIVELLING_3: 1})
    assert priced(before, one).total == 2
    found = priced(before, both)
    assert found.total is None
    assert [violation.rule for violation in found.violations] == RULE
