"""Exceptional, myriad, permanent, researched, customizable; taboo lists (rulebook A3, A20)."""

from dataclasses import replace

import pytest

from rules.cards.catalogue import Catalogue
from rules.cards.model import Tick
from rules.deck.circumstances import Circumstances, LogFacts
from rules.deck.special_copies import customized
from rules.deck.validate import judge
from tests.builders import a_deck, catalogue, verdict
from tests.rules.cases import illegal, legal, rule, table

DANIELA, ISABELLE, TOMMY, CAROLYN, ANDRE, MARIE, HARVEY = (
    "12001", "12013", "60151", "60251", "60351", "60451", "60201",
)  # fmt: skip


@table(
    illegal(
        "two copies of an exceptional card",
        a_deck(MARIE, {"60474": 2}),
        rule("exceptional.one-copy", title="Dread Curse of Azathoth", copies=2, limit=1),
    ),
    legal("one copy of an exceptional card", a_deck(MARIE, {"60474": 1})),
    illegal(
        "two exceptional versions of one title",
        a_deck(ANDRE, {"02230": 1, "07307": 1}),
        rule("exceptional.one-copy", title="Lucky Dice", copies=2),
    ),
)
def test_exceptional_one_copy(case):
    case.check()


@table(
    illegal(
        "one exceptional and one plain card of a title",
        a_deck(ISABELLE, {"53010": 1, "04236": 1}),
        rule("exceptional.title-covers-all-versions", title="On Your Own", copies=2, limit=1),
    ),
    legal("two of the plain one", a_deck(ISABELLE, {"04236": 2})),
)
def test_exceptional_title_covers_all_versions(case):
    case.check()


def test_an_exceptional_card_costs_twice_its_level():
    assert verdict(a_deck(MARIE, {"60474": 1})).figures.experience == 6


@table(
    legal("a level 3 exceptional card fits a line up to level 3", a_deck("90062", {"60379": 1})),
    illegal(
        "its price does not make it fit a line up to level 2",
        a_deck(DANIELA, {"53010": 1}),
        rule("deck.options-only", card="53010", level=3, levels=["0–2"]),
    ),
)
def test_exceptional_level_unchanged(case):
    case.check()


@table(
    legal("three copies", a_deck(ANDRE, {"06026": 3})),
    illegal(
        "four copies",
        a_deck(ANDRE, {"06026": 4}),
        rule("myriad.three-copies", title="Easy Mark", copies=4, limit=3),
    ),
    illegal(
        "two and two of two levels",
        a_deck(ISABELLE, {"06245": 2, "11090": 2}),
        rule("myriad.three-copies", title="A Glimmer of Hope", copies=4, cards=["06245", "11090"]),
    ),
    legal("two and one of two levels", a_deck(ISABELLE, {"06245": 2, "11090": 1})),
)
def test_myriad_three_copies(case):
    case.check()


@pytest.mark.parametrize(
    ("investigator", "cards", "experience"),
    [
        pytest.param(ANDRE, {"06026": 3}, 1, id="three copies for the price of one"),
        pytest.param(ISABELLE, {"06245": 2, "11090": 1}, 2, id="the level 0 copies are free anyway"),
        pytest.param(MARIE, {"06241": 1, "06242": 1, "06243": 1}, 2, id="subtitles make no other card"),
        pytest.param(DANIELA, {"12027": 2}, 4, id="other cards are paid one by one"),
    ],
)
def test_further_copies_of_a_myriad_card_are_free(investigator, cards, experience):
    assert verdict(a_deck(investigator, cards)).figures.experience == experience


@table(
    legal("Studious beside thirty cards", a_deck(CAROLYN, {"12042": 2})),
    illegal(
        "Studious fills no place",
        a_deck(CAROLYN, {"12042": 1}, short=1),
        rule("deck.size-exact", size=29, needed=30),
    ),
)
def test_permanent_not_in_size(case):
    case.check()


@table(
    illegal(
        "a permanent of another class",
        a_deck(TOMMY, {"60478": 1}),
        rule("deck.options-only", card="60478", see=["permanent.other-rules-apply"]),
    ),
    illegal(
        "three copies of a permanent",
        a_deck(CAROLYN, {"12042": 2, "05276": 1}),
        rule(
            "copies.max-two-by-title",
            title="Studious",
            copies=3,
            see=["copies.across-products", "permanent.other-rules-apply"],
        ),
    ),
    legal("two copies of a permanent", a_deck(CAROLYN, {"12042": 1, "05276": 1})),
)
def test_permanent_other_rules_apply(case):
    case.check()


def test_a_permanent_weakness_is_not_counted():
    found = verdict(a_deck(DANIELA, {"12102": 0, "02037": 1}))
    assert found.legal
    assert found.figures.size == 30


def with_another_reward(*keywords: str) -> Catalogue:
    """Return the catalogue with a second reward card, which no product holds yet."""
    facts = {
        "code": "x1",
        "title": "Benefactor",
        "type": "asset",
        "classes": ["neutral"],
        "level": 0,
        "limit": 1,
    }
    cards = [*catalogue().cards.values()]
    reward = Catalogue.from_facts(cards=[{**facts, "keywords": ["reward", *keywords]}]).cards["x1"]
    return Catalogue([*cards, reward], catalogue().printings.values(), catalogue().packs.values())


@pytest.mark.parametrize(
    ("keywords", "broken"),
    [
        pytest.param(("permanent",), ["permanent.one-reward-permanent"], id="two permanent rewards"),
        pytest.param((), [], id="a permanent reward and another"),
    ],
)
def test_one_permanent_reward(keywords, broken):
    deck = a_deck(ISABELLE, {"12181": 1}, short=0 if keywords else 1)
    found = judge(
        with_another_reward(*keywords),
        replace(deck, slots={**deck.slots, "x1": 1}),
        Circumstances(mode="creation", rewards=frozenset({"12181", "x1"})),
    )
    assert [v.rule for v in found.violations] == broken


SCROLL, BAST = "60259", "60279"
LOG = {"weaknesses": {"12102": 1}}


@table(
    illegal(
        "taken at creation",
        a_deck(CAROLYN, {SCROLL: 1, BAST: 1}),
        rule("researched.upgrade-only", card=BAST, title="Scroll of the Pharaohs", subtitle="Words of Bast"),
        mode="creation",
        starting_experience=5,
    ),
    illegal(
        "taken in a standalone game, where nothing is upgraded (E-30)",
        a_deck(CAROLYN, {BAST: 1}),
        rule("researched.upgrade-only", card=BAST),
        mode="standalone",
    ),
    legal(
        "unless the group allows it",
        a_deck(CAROLYN, {BAST: 1}),
        mode="standalone",
        allow_researched_in_standalone=True,
    ),
    legal(
        "in a deck from elsewhere it may have been an upgrade",
        a_deck(CAROLYN, {BAST: 1}),
        noted=rule("researched.upgrade-only", card=BAST),
    ),
)
def test_researched_upgrade_only(case):
    case.check()


@table(
    illegal(
        "the log has no such entry",
        a_deck(CAROLYN, {BAST: 1}),
        rule("researched.log-entry-needed", card=BAST, task="pharaoh_secrets_unearthed"),
        mode="campaign",
        log=LogFacts(**LOG),
    ),
    illegal(
        "the log has another",
        a_deck(CAROLYN, {BAST: 1}),
        rule("researched.log-entry-needed", card=BAST),
        mode="campaign",
        log=LogFacts(research=frozenset({"glyphs_translated"}), **LOG),
    ),
    legal(
        "the log has it, with any author",
        a_deck("12004", {BAST: 1}),
        mode="campaign",
        log=LogFacts(research=frozenset({"pharaoh_secrets_unearthed"}), **LOG),
    ),
)
def test_researched_log_entry_needed(case):
    case.check()


@pytest.mark.parametrize("keyword", ["fast", "exile", "starting"])
def test_keywords_that_work_in_play_judge_no_deck(keyword):
    """Removing the word from every card changes no verdict (keyword.deckbuilding-class)."""
    deck = a_deck(MARIE, {"12064": 2, "60476": 1, "02157": 1, "12102": 2})
    without = Catalogue(
        [replace(card, keywords=card.keywords - {keyword}) for card in catalogue().cards.values()],
        catalogue().printings.values(),
        catalogue().packs.values(),
    )
    assert judge(without, deck) == verdict(deck)


AXE, INSTINCT, WORD, ARMOR, SERVITOR = "09022", "09061", "09081", "09021", "09080"


def ticks(*marks):
    return tuple(Tick(*mark) for mark in marks)


@table(
    legal(
        "Runic Axe with three marks",
        a_deck(DANIELA, {AXE: 2}, customizations={AXE: ticks((0, 1), (1, 1), (2, 1))}),
    ),
    illegal(
        "marks make its level",
        a_deck("05001", {AXE: 1}, customizations={AXE: ticks((0, 1))}),
        rule("deck.additional-requirements", card=AXE, by="Carolyn Fern"),
    ),
    illegal(
        "more marks than the box has room for",
        a_deck(DANIELA, {AXE: 1}, customizations={AXE: ticks((0, 2))}),
        rule("customizable.out-of-scope", card=AXE, box=1, experience=2, price=1),
    ),
    illegal(
        "a box that is not there",
        a_deck(DANIELA, {AXE: 1}, customizations={AXE: ticks((40, 1))}),
        rule("customizable.out-of-scope", card=AXE, box=41),
    ),
    illegal(
        "more than ten marks",
        a_deck(ANDRE, {INSTINCT: 1}, customizations={INSTINCT: ticks((7, 5), (6, 3), (5, 2), (0, 1))}),
        rule("customizable.out-of-scope", card=INSTINCT, spent=11, most=10),
    ),
    legal(
        "a card that has no sheet",
        a_deck(DANIELA, {"12016": 2}, customizations={"12016": ticks((0, 1))}),
        warned=rule("customizable.out-of-scope", card="12016", title="Bodyguard"),
    ),
    legal(
        "the sheet of a card that left the deck",
        a_deck(DANIELA, customizations={AXE: ticks((0, 9))}),
        warned=[],
    ),
    legal(
        "a box that allows a third copy",
        a_deck(ANDRE, {INSTINCT: 3}, customizations={INSTINCT: ticks((6, 3))}),
    ),
    illegal(
        "without the box there may be two",
        a_deck(ANDRE, {INSTINCT: 3}, customizations={INSTINCT: ticks((6, 2))}),
        rule("copies.max-two-by-title", title="Honed Instinct", copies=3, limit=2),
    ),
)
def test_customizable(case):
    case.check()


@pytest.mark.parametrize(
    ("spent", "level"),
    [((), 0), ((1,), 1), ((1, 1), 1), ((1, 1, 1), 2)],
    ids=["none", "one", "two", "three"],
)
def test_the_level_of_a_customizable_card_is_half_its_marks_rounded_up(spent, level):
    deck = a_deck(
        ANDRE, {INSTINCT: 1}, customizations={INSTINCT: ticks(*((box, 1) for box in range(len(spent))))}
    )
    assert customized(catalogue().cards[INSTINCT], deck.customizations[INSTINCT]).level == level
    assert verdict(deck).figures.experience == sum(spent)


@table(
    illegal(
        "Hunter's Armor is no Relic",
        a_deck("90062", {ARMOR: 1}),
        rule("deck.options-only", card=ARMOR),
    ),
    legal(
        "with its first box it is one",
        a_deck("90062", {ARMOR: 1}, customizations={ARMOR: ticks((0, 1))}),
    ),
    illegal(
        "Power Word heals no damage by itself",
        a_deck("09004", {WORD: 1}),
        rule("deck.options-only", card=WORD),
    ),
    illegal(
        "On Your Own forbids what takes an ally slot",
        a_deck("03006", {SERVITOR: 1, "53010": 1}),
        rule("deck.additional-requirements", card=SERVITOR, by="On Your Own"),
    ),
    legal(
        "Summoned Servitor without its ally slot",
        a_deck("03006", {SERVITOR: 1, "53010": 1}, customizations={SERVITOR: ticks((5, 2, "0"))}),
    ),
    illegal(
        "without its arcane slot it still takes an ally slot",
        a_deck("03006", {SERVITOR: 1, "53010": 1}, customizations={SERVITOR: ticks((5, 2, "1"))}),
        rule("deck.additional-requirements", card=SERVITOR, by="On Your Own"),
    ),
)
def test_boxes_change_traits_slots_and_tags(case):
    case.check()


@table(
    illegal(
        "a pair of Key of Ys under the list of FAQ 1.7",
        a_deck("02005", {"03315": 2}, taboo="002"),
        rule("exceptional.one-copy", title="Key of Ys", copies=2, limit=1),
    ),
    legal("a pair of Key of Ys without a list", a_deck("02005", {"03315": 2})),
    illegal(
        "a forbidden card",
        a_deck(HARVEY, {"60233": 1}, taboo="010"),
        rule("taboo.all-or-nothing", card="60233", title="The Necronomicon", date="2026-02-19"),
    ),
    legal("it was not forbidden before", a_deck(HARVEY, {"60233": 1}, taboo="008")),
    legal(
        "a list nobody knows", a_deck(HARVEY, taboo="999"), warned=rule("taboo.all-or-nothing", list="999")
    ),
    illegal(
        "a price on a level 0 card in a new deck",
        a_deck("12013", {"01073": 1}, taboo="010"),
        rule("xp.taboo-adjustment", card="01073", title="Scavenging", price=2),
        mode="creation",
    ),
    legal("the same card without the list", a_deck("12013", {"01073": 1}), mode="creation"),
    illegal(
        "the old Machete under the old list",
        a_deck(DANIELA, {"01020": 1}, taboo="002"),
        rule("xp.taboo-adjustment", card="01020", price=2),
        mode="creation",
    ),
    legal("the new Machete is another version", a_deck(DANIELA, {"12020": 1}, taboo="002"), mode="creation"),
)
def test_taboo(case):
    case.check()


@table(
    legal("FAQ 1.7 includes list 002", a_deck(HARVEY, taboo="002"), noted=[], edition="faq-1.7"),
    legal(
        "a later one is noted",
        a_deck(HARVEY, taboo="010"),
        noted=rule("taboo.all-or-nothing", list="010", date="2026-02-19", printed="002"),
        warned=[],
        edition="faq-1.7",
    ),
    legal(
        "and so is an earlier one",
        a_deck(HARVEY, taboo="001"),
        noted=rule("taboo.all-or-nothing", list="001", printed="002"),
        edition="faq-1.7",
    ),
    legal("the Grimoires print none", a_deck(HARVEY, taboo="010"), noted=[]),
    legal("no list, no note", a_deck(HARVEY), noted=[], edition="faq-1.7"),
    legal(
        "a list nobody knows is only unknown",
        a_deck(HARVEY, taboo="999"),
        noted=[],
        warned=rule("taboo.all-or-nothing", list="999"),
        edition="faq-1.7",
    ),
)
def test_the_list_that_an_edition_prints(case):
    case.check()


def test_that_other_lists_may_be_used_is_a_reading():
    [note] = verdict(a_deck(HARVEY, taboo="010"), edition="faq-1.7").notes
    assert note.interpretation == "E-52"


def test_a_taboo_price_counts_toward_experience():
    assert verdict(a_deck("12013", {"01073": 2}, taboo="010")).figures.experience == 4
    assert verdict(a_deck("12013", {"01073": 2})).figures.experience == 0
