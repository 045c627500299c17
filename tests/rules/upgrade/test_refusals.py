"""Purchases that are not allowed, and the rules against them: in an upgrade, a ledger, between decks."""

from dataclasses import replace

import pytest

from rules.cards.model import Tick
from rules.deck.circumstances import Circumstances, LogFacts
from rules.outcome import Outcome, Piles
from rules.rulebook.editions import EDITIONS
from rules.upgrade.ledger import Ledger, Refused
from rules.upgrade.purchase import (
    GRANT,
    KEPT_LOWER,
    MARK,
    MYRIAD,
    NEW,
    NOT_REPLACED,
    OVER_LIMIT,
    OVER_SIZE,
    REFILL,
    REPURCHASE,
    SECOND_COPY,
    SWAP,
    UPGRADE,
    Departure,
    Purchase,
)
from rules.upgrade.session import UpgradeSession
from rules.upgrade.upgrade import price_upgrade
from tests.rules.upgrade.builders import a_deck, changed, filler, fillers, new_filler, priced, shipped
from tests.rules.upgrade.codes import (
    ADAPTABLE_1,
    AMNESIA,
    BLADE,
    BLADE_3,
    BODYGUARD,
    BODYGUARD_2,
    COURAGE,
    COURAGE_2,
    DARK_HORSE,
    DARK_HORSE_5,
    EASY_MARK_1,
    FLARE_1,
    LEO_1,
    MACHETE,
    POWER_WORD,
    PREPARED_2,
    RABBIT_HOLE,
    RUNIC_AXE,
    SCROLL,
    SCROLL_4,
    SHRIVELLING,
    SHRIVELLING_3,
    SOLUTION,
    SOLUTION_4_ACIDIC,
    STUDIOUS_3,
    WINCHESTER_5,
)

COLLECTOR, ROLANDS_38, CAROLYN, JOE, TRISH, TOMMY = "12181", "01006", "60251", "12004", "12007", "60151"
UNBRIDLED_KNOWLEDGE_5 = "12043"
FILLER, NEW_FILLER = fillers()[0], fillers()[-1]


def a_session(held=None, exiled=(), *, mode="free", log=None, ultimatums=(), **more):
    circumstances = Circumstances(
        mode=mode,
        log=log or LogFacts(),
        ultimatums=frozenset(ultimatums),
        edition=more.pop("edition", "grimoire-1.1"),
    )
    outcome = Outcome(exiled=Piles({code: list(exiled).count(code) for code in exiled}))
    return UpgradeSession(shipped(), a_deck(held, **more), circumstances, outcome)


def against(session, way, code, replaces="", **more):
    """Return the rules against a purchase."""
    return [found.rule for found in session.quote(way, code, replaces=replaces, **more).violations]


def take(session, way, code, replaces="", **more):
    quote = session.quote(way, code, replaces=replaces, **more)
    assert not quote.violations
    session.take(quote.purchase)


@pytest.mark.parametrize(
    ("held", "way", "code", "replaces", "rules"),
    [
        pytest.param({}, NEW, BODYGUARD_2, FILLER, [], id="a card for another"),
        pytest.param({}, NEW, ROLANDS_38, FILLER, ["deck.level-less-cards"], id="a card without a level"),
        pytest.param({}, NEW, COLLECTOR, "", ["deck.creation-only-purchase"], id="only at creation"),
        pytest.param({}, NEW, SCROLL_4, FILLER, ["researched.upgrade-only"], id="researched, bought new"),
        pytest.param({SCROLL: 1}, UPGRADE, SCROLL_4, SCROLL, [], id="researched, upgraded"),
        pytest.param(
            {SCROLL: 1}, NEW, SCROLL_4, SCROLL, ["researched.upgrade-only"], id="researched, for itself"
        ),
        pytest.param(
            {STUDIOUS_3: 1}, NEW, BODYGUARD_2, STUDIOUS_3, ["permanent.no-swap-out"], id="a permanent leaves"
        ),
        pytest.param(
            {ROLANDS_38: 1},
            NEW,
            BODYGUARD_2,
            ROLANDS_38,
            ["signature.not-removable"],
            id="a signature leaves",
        ),
        pytest.param(
            {AMNESIA: 1}, NEW, BODYGUARD_2, AMNESIA, ["signature.not-removable"], id="a weakness leaves"
        ),
        pytest.param(
            {}, NEW, STUDIOUS_3, FILLER, ["xp.swap-one-for-one"], id="a card leaves for a permanent"
        ),
        pytest.param(
            {}, NEW, BODYGUARD_2, MACHETE, ["xp.no-other-changes"], id="a card leaves that is not there"
        ),
        pytest.param(
            {}, UPGRADE, BODYGUARD_2, BODYGUARD, ["xp.no-other-changes"], id="an upgrade of nothing"
        ),
        pytest.param(
            {BODYGUARD_2: 1}, UPGRADE, BODYGUARD, BODYGUARD_2, ["xp.upgrade-difference"], id="a downgrade"
        ),
        pytest.param(
            {BODYGUARD: 1},
            UPGRADE,
            PREPARED_2,
            BODYGUARD,
            ["xp.upgrade-same-title-any-product"],
            id="another title",
        ),
        pytest.param(
            {SHRIVELLING: 1},
            KEPT_LOWER,
            SHRIVELLING_3,
            SHRIVELLING,
            ["xp.upgrade-difference"],
            id="the lower stays",
        ),
        pytest.param({}, REFILL, NEW_FILLER, "", ["deck.size-shortfall-free-level0"], id="no place to fill"),
        pytest.param(
            {}, SWAP, NEW_FILLER, FILLER, ["xp.no-other-changes"], id="a swap without a card that allows it"
        ),
        pytest.param(
            {}, MYRIAD, EASY_MARK_1, FILLER, ["myriad.free-extra-copies"], id="a further copy of nothing"
        ),
        pytest.param(
            {SOLUTION: 2},
            SECOND_COPY,
            SOLUTION_4_ACIDIC,
            SOLUTION,
            ["xp.card-modifiers"],
            id="a second copy of nothing",
        ),
        pytest.param(
            {}, REPURCHASE, FLARE_1, "", ["exile.repurchase-level1plus"], id="bought again, never exiled"
        ),
        pytest.param({}, GRANT, BODYGUARD_2, "", ["xp.no-other-changes"], id="a gift that no story gives"),
        pytest.param(
            {}, MARK, RUNIC_AXE, "", ["customizable.out-of-scope"], id="a sheet of a card not there"
        ),
    ],
)
def test_one_purchase(held, way, code, replaces, rules):
    assert against(a_session(held), way, code, replaces) == rules


def test_a_sheet_takes_no_more_than_its_boxes():
    session = a_session({RUNIC_AXE: 1})
    assert against(session, MARK, RUNIC_AXE, ticks=(Tick(0, 2),)) == ["customizable.out-of-scope"]
    assert against(session, MARK, RUNIC_AXE, ticks=(Tick(99, 1),)) == ["customizable.out-of-scope"]
    assert against(session, MARK, RUNIC_AXE, ticks=(Tick(0, 1),)) == []


@pytest.mark.parametrize(
    ("taboo", "rules"), [("005", ["customizable.out-of-scope"]), ("009", []), ("010", [])]
)
def test_a_taboo_list_adds_a_mark_to_a_box(taboo, rules):
    session = a_session({RUNIC_AXE: 1}, taboo=taboo)
    assert against(session, MARK, RUNIC_AXE, ticks=(Tick(3, 2),)) == rules


def test_empty_places_are_filled_up_to_size_and_no_further():
    session = a_session({FLARE_1: 1}, [FLARE_1])
    assert against(session, REFILL, LEO_1) == ["deck.size-shortfall-free-level0"]
    take(session, REFILL, NEW_FILLER)
    assert against(session, REFILL, NEW_FILLER) == ["deck.size-shortfall-free-level0"]
    assert not [*session.refusals.at_the_end()]


def test_an_exiled_card_comes_back_to_its_own_place_or_in_exchange():
    session = a_session({FLARE_1: 1}, [FLARE_1])
    assert against(session, NEW, FLARE_1, FILLER) == ["exile.repurchase-level1plus"]
    assert against(session, REPURCHASE, FLARE_1) == []
    take(session, REFILL, NEW_FILLER)
    assert against(session, REPURCHASE, FLARE_1, FILLER) == [], "its place is filled, so another card leaves"
    take(session, REPURCHASE, FLARE_1)
    assert [found.rule for found in session.refusals.at_the_end()] == ["xp.swap-one-for-one"]


def test_that_the_order_of_filling_is_free_is_a_reading():
    session = a_session({FLARE_1: 1}, [FLARE_1])
    take(session, REPURCHASE, FLARE_1, FILLER)
    take(session, REFILL, NEW_FILLER)
    [found] = session.quote(REFILL, NEW_FILLER).violations
    assert (found.rule, found.interpretation) == ("deck.size-shortfall-free-level0", "E-49")


def test_a_place_left_empty_by_exile_must_be_filled():
    session = a_session({FLARE_1: 1}, [FLARE_1])
    assert [found.rule for found in session.refusals.at_the_end()] == ["exile.must-restore-size"]


def test_two_cards_in_for_one_out_is_too_many():
    session = a_session()
    take(session, NEW, BODYGUARD_2, FILLER)
    take(session, NEW, BLADE_3)
    assert [found.rule for found in session.refusals.at_the_end()] == ["xp.swap-one-for-one"]


def test_what_comes_in_does_not_leave_again_nor_what_left_come_in():
    session = a_session()
    take(session, NEW, BODYGUARD, FILLER)
    assert "xp.swap-one-for-one" in against(session, NEW, BLADE_3, BODYGUARD)
    assert against(session, NEW, FILLER, fillers()[1]) == ["xp.swap-one-for-one"]
    # A card that was just bought is not upgraded either.
    assert against(session, UPGRADE, BODYGUARD_2, BODYGUARD) == ["xp.no-other-changes"]


def test_swaps_are_counted():
    session = a_session({ADAPTABLE_1: 1})
    for number in (0, 1):
        take(session, SWAP, fillers()[-1 - number], fillers()[number])
    assert against(session, SWAP, fillers()[-3], fillers()[2]) == ["xp.no-other-changes"]


def test_cards_leave_only_where_a_rule_takes_them_out():
    session = a_session({DARK_HORSE: 2})
    horse = Departure(DARK_HORSE, OVER_LIMIT)
    assert [found.rule for found in session.refusals.of_departure(horse)] == ["xp.no-other-changes"]
    take(session, UPGRADE, DARK_HORSE_5, DARK_HORSE)
    assert [*session.refusals.of_departure(horse)] == []
    assert [found.rule for found in session.refusals.of_departure(Departure(FILLER, OVER_SIZE))] == [
        "xp.no-other-changes"
    ]


def test_the_homunculus_changes_nothing():
    session = a_session(investigator="11068b")
    assert against(session, NEW, BODYGUARD_2, FILLER) == ["xp.no-other-changes"]


class TestTheGreatWork:
    """On defeat it becomes the Lost Homunculus, who takes the investigator's place with a frozen deck."""

    MARIE, WORK, HOMUNCULUS = "60451", "11068a", "11068b"
    CHARM, GUINEE, TWO_DRAWN = "60452", "60453", {"12102": 1, "12104": 1}

    def price(self, before, after):
        found = price_upgrade(shipped(), before, after)
        return found.total, [violation.rule for violation in found.violations]

    def before(self):
        return a_deck({self.WORK: 1, self.CHARM: 1, self.GUINEE: 1}, investigator=self.MARIE)

    def after(self, **more):
        gone = {self.WORK, self.CHARM, self.GUINEE}
        slots = {code: copies for code, copies in self.before().slots.items() if code not in gone}
        return replace(self.before(), slots=slots | self.TWO_DRAWN, transformed=self.HOMUNCULUS, **more)

    def test_it_leaves_the_deck_when_it_turns(self):
        assert self.price(self.before(), self.after()) == (0, [])

    def test_otherwise_it_stays_as_every_permanent_does(self):
        after = replace(self.after(), transformed="")
        assert self.price(self.before(), after) == (None, ["permanent.no-swap-out"])

    @pytest.mark.parametrize("turned_before", [False, True])
    def test_nothing_is_bought_once_it_has_turned(self, turned_before):
        before = self.after() if turned_before else self.before()
        bought = replace(self.after(), slots={**self.after().slots, "12095": 1})
        assert self.price(before, bought) == (None, ["xp.no-other-changes"])


@pytest.mark.parametrize("edition", list(EDITIONS))
@pytest.mark.parametrize(
    ("exiled", "removed", "rules"),
    [
        ({FLARE_1: 1}, {}, []),
        ({FLARE_1: 2}, {}, ["exile.returns-to-collection"]),
        ({FLARE_1: 1, DARK_HORSE: 1}, {}, ["exile.returns-to-collection"]),
        ({FLARE_1: 1}, {DARK_HORSE: 1}, ["xp.no-other-changes"]),
        ({FLARE_1: 1, AMNESIA: 1}, {}, []),
    ],
)
def test_copies_that_were_never_there_cannot_leave(edition, exiled, removed, rules):
    deck = a_deck({FLARE_1: 1, AMNESIA: 1})
    outcome = Outcome(exiled=Piles(exiled), removed=Piles(removed))
    found = priced(deck, changed(deck, {FLARE_1: 1}, new_filler(0)), edition=edition, outcome=outcome)
    assert found.total == 0
    assert [note.rule for note in found.notes] == rules
    assert all("left the deck" in str(note) for note in found.notes)


def test_induction_spends_nothing():
    session = a_session({FLARE_1: 1}, [FLARE_1], ultimatums=["ub.induction"])
    assert against(session, NEW, BODYGUARD_2, FILLER) == ["ub.induction"]
    assert against(session, REFILL, NEW_FILLER) == []


class TestTheBooks:
    def bought(self, price):
        return Purchase(NEW, BODYGUARD_2, price, ())

    def test_what_is_earned_is_kept_and_counted_for_life(self):
        ledger = Ledger().earn(5).earn(4).earn(6)
        for price in (5, 4, 3):
            ledger = ledger.buy(self.bought(price))
        assert (ledger.balance, ledger.total_earned, ledger.spent) == (3, 15, 12)

    def test_unspent_experience_carries_over(self):
        assert Ledger().earn(5).buy(self.bought(3)).earn(4).balance == 6

    def test_what_the_campaign_started_with_is_not_earned(self):
        ledger = Ledger(starting=5).earn(2)
        assert (ledger.balance, ledger.total_earned) == (7, 2)

    def test_a_penalty_does_not_touch_the_balance(self):
        assert Ledger().earn(3).earn(-2).balance == 3

    @pytest.mark.parametrize(
        ("price", "playing", "rules"),
        [
            (3, False, []),
            (5, False, ["xp.spend-not-exceed"]),
            (-1, False, ["xp.no-refund"]),
            (1, True, ["xp.timing-between-scenarios"]),
        ],
    )
    def test_refusals(self, price, playing, rules):
        ledger = Ledger().earn(3)
        assert [found.rule for found in ledger.against(self.bought(price), playing=playing)] == rules
        if rules:
            with pytest.raises(Refused):
                ledger.buy(self.bought(price), playing=playing)
        else:
            assert ledger.buy(self.bought(price)).balance == 0


def broken(before, after, exiled=(), **more):
    upgrade = priced(before, after, exiled, **more)
    assert upgrade.total is None
    return [found.rule for found in upgrade.violations]


def noted(before, after, exiled=(), **more):
    upgrade = priced(before, after, exiled, **more)
    assert upgrade.total is not None
    return [found.rule for found in upgrade.notes]


class TestBetweenTwoDecks:
    """Missing facts are assumed in favour of a deck of unknown origin; in a campaign the log decides."""

    def test_more_in_than_out(self):
        deck = a_deck()
        assert broken(deck, changed(deck, filler(0), {BODYGUARD_2: 1, BLADE_3: 1})) == ["xp.swap-one-for-one"]

    def test_a_deck_that_was_too_large_before_is_not_held_against_the_upgrade(self):
        deck = changed(a_deck({BODYGUARD: 1}), plus={BLADE: 1})
        assert noted(deck, changed(deck, {BODYGUARD: 1}, {BODYGUARD_2: 1})) == ["xp.swap-one-for-one"]

    def test_nor_when_a_card_of_it_was_exiled_and_replaced(self):
        deck = changed(a_deck({FLARE_1: 1}), plus={BLADE: 1})
        after = changed(deck, {FLARE_1: 1}, new_filler(0))
        assert noted(deck, after, [FLARE_1]) == ["xp.swap-one-for-one"]
        # It still has as many cards as it needs, so nothing is free.
        assert priced(deck, after, [FLARE_1]).total == 1

    def test_a_card_that_nothing_replaces_is_reported_as_such(self):
        deck = changed(a_deck({BODYGUARD: 1}), plus={BLADE: 1})
        one, two = changed(deck, {BLADE: 1}), changed(deck, {BLADE: 1, BODYGUARD: 1})
        assert [row.why for row in priced(deck, one).departures] == [OVER_SIZE]
        assert [row.why for row in priced(deck, two).departures] == [OVER_SIZE, NOT_REPLACED]
        assert noted(deck, two) == ["xp.no-other-changes"]

    def test_a_permanent_cannot_leave(self):
        deck = a_deck({STUDIOUS_3: 1})
        assert broken(deck, changed(deck, {STUDIOUS_3: 1})) == ["permanent.no-swap-out"]

    def test_only_at_creation(self):
        deck = a_deck()
        assert broken(deck, changed(deck, plus={RABBIT_HOLE: 1})) == ["deck.creation-only-purchase"]

    def test_researched_only_as_an_upgrade(self):
        deck = a_deck()
        assert broken(deck, changed(deck, filler(0), {SCROLL_4: 1})) == ["researched.upgrade-only"]

    def test_unknown_cards_cannot_be_priced_but_may_stay(self):
        deck = a_deck({"nobody": 1, BODYGUARD: 1})
        assert broken(deck, changed(deck, {"nobody": 1})) == ["deck.options-only"]
        assert noted(deck, changed(deck, {BODYGUARD: 1}, {BODYGUARD_2: 1})) == []

    def test_unknown_cards_cannot_be_exiled(self):
        assert broken(a_deck(), a_deck(), ["nobody"]) == ["deck.options-only"]

    def test_two_investigators(self):
        assert broken(a_deck(), a_deck(investigator=JOE)) == ["deck.one-investigator"]

    def test_absurd_numbers(self):
        deck = a_deck({BODYGUARD: 1})
        for copies in (90, 9_000):
            found = broken(deck, changed(deck, plus={BODYGUARD_2: copies}))
            assert found == ["copies.max-two-by-title"]

    @pytest.mark.parametrize(("copies", "marks"), [(1, ()), (1, (Tick(7, 2),)), (2, (Tick(7, 3),))])
    def test_a_box_allows_a_third_copy_and_no_fourth(self, copies, marks):
        deck = a_deck({POWER_WORD: 2})
        sheets = {POWER_WORD: (Tick(0, 1), *marks)}
        after = changed(deck, filler(*range(copies)), {POWER_WORD: copies}, customizations=sheets)
        assert broken(deck, after) == ["copies.max-two-by-title"]

    def test_absurd_decks(self):
        deck = a_deck()
        assert broken(deck, changed(deck, plus=dict.fromkeys(fillers()[20:100], 2))) == ["deck.size-exact"]

    def test_a_balance_is_not_overdrawn(self):
        deck = a_deck()
        after = changed(deck, filler(0), {WINCHESTER_5: 1})
        assert broken(deck, after, balance=3) == ["xp.spend-not-exceed"]
        assert priced(deck, after, balance=5).total == 5

    def test_a_missing_card_is_a_note_here_and_a_violation_there(self):
        deck = a_deck({FLARE_1: 1})
        after = changed(deck, {FLARE_1: 1})
        assert noted(deck, after, [FLARE_1]) == ["exile.must-restore-size"]
        assert broken(deck, after, [FLARE_1], mode="campaign") == ["exile.must-restore-size"]

    def test_an_unfinished_deck_is_filled_at_no_cost(self):
        short = changed(a_deck(), filler(0, 1))
        assert priced(short, changed(short, plus=new_filler(0, 1))).total == 0
        assert priced(short, changed(short, plus=new_filler(0))).total == 0

    def test_but_one_for_one_is_a_purchase_there_too(self):
        short = changed(a_deck(), filler(0, 1))
        assert priced(short, changed(short, filler(2), new_filler(0))).total == 1
        assert priced(short, changed(short, filler(2), new_filler(0, 1))).total == 1

    def test_weaknesses_stay(self):
        deck = a_deck({AMNESIA: 1})
        after = changed(deck, {AMNESIA: 1})
        assert noted(deck, after) == ["signature.not-removable"]
        assert broken(deck, after, mode="campaign") == ["signature.not-removable"]

    def test_marks_are_not_given_back(self):
        deck = a_deck({RUNIC_AXE: 1}, customizations={RUNIC_AXE: (Tick(0, 1),)})
        after = changed(deck, customizations={})
        assert noted(deck, after) == ["xp.no-refund"]
        assert broken(deck, after, mode="campaign") == ["xp.no-refund"]

    def test_but_are_lost_with_the_last_copy(self):
        deck = a_deck({RUNIC_AXE: 1}, customizations={RUNIC_AXE: (Tick(0, 1), Tick(1, 1))})
        after = changed(deck, customizations={RUNIC_AXE: (Tick(1, 1),)})
        assert noted(deck, after, [RUNIC_AXE]) == []
        assert priced(deck, after, [RUNIC_AXE]).total == 1

    @pytest.mark.parametrize(
        ("investigator", "card", "rules"),
        [
            (TRISH, UNBRIDLED_KNOWLEDGE_5, ["xp.access-at-purchase"]),
            (TRISH, LEO_1, []),
            (TOMMY, COURAGE_2, ["xp.access-at-purchase"]),
            ("12001", COURAGE_2, []),
        ],
    )
    def test_access(self, investigator, card, rules):
        deck = a_deck({COURAGE: 1}, investigator=investigator)
        after = changed(deck, {COURAGE: 1}, {card: 1})
        upgrade = priced(deck, after, mode="campaign")
        assert [found.rule for found in upgrade.violations] == rules
        # Prices do not check a deck of unknown origin for this; its verdict does.
        assert priced(deck, after).total is not None

    def test_research_must_be_done_by_a_seat_of_the_campaign(self):
        deck = a_deck({SCROLL: 1}, investigator=CAROLYN)
        after = changed(deck, {SCROLL: 1}, {SCROLL_4: 1})
        assert broken(deck, after, mode="campaign") == ["researched.log-entry-needed"]
        log = LogFacts(research=frozenset({"pharaoh_secrets_unearthed"}))
        done = Circumstances(mode="campaign", log=log)
        assert priced(deck, after, circumstances=done).total == 4
        assert priced(deck, after).total == 4


def test_every_violation_is_cited():
    session = a_session()
    (found,) = session.quote(NEW, SCROLL_4, replaces=FILLER).violations
    assert found.cite
    assert str(found) == "Scroll of the Pharaohs (4) can only be bought as an upgrade of its lower version."


def test_new_fillers_are_not_in_the_deck():
    assert not new_filler(0, 1, 2, 3, 4).keys() & a_deck().slots.keys()
