"""The most expensive inputs found by scripts/worst_case are answered with bounded work."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rules import chaos_bag
from rules.campaign import steps
from rules.cards.model import Deck, Tick
from rules.deck import findings, special_copies
from rules.deck import pool as pools
from rules.deck.circumstances import MODES, Circumstances
from rules.deck.effort import parts_of
from rules.deck.pool import MOST_READING, PART, READING
from rules.deck.reading import Reading, reading_of
from rules.deck.validate import pool
from rules.outcome import Outcome, Piles
from rules.upgrade import budget
from rules.upgrade.upgrade import price_upgrade
from tests.builders import a_deck, catalogue
from tests.rules.campaign.party import DANIELA, a_game

FOLDER = Path(__file__).parent.parent / "fixtures" / "worst"
#: Down the Rabbit Hole, Arcane Research, Adaptable, Déjà Vu: everything that multiplies the ways to pay.
HELPERS = {"08059": 1, "04109": 2, "02110": 2, "60531": 2}


def titles_with_levels(count: int) -> list[list[str]]:
    """Return titles of Spells with three levels or more, lowest first."""
    found: dict[str, list] = {}
    for card in catalogue().cards.values():
        if "Spell" in card.traits and card.level is not None and card.limit == 2 and not card.research:
            found.setdefault(card.title, []).append(card)
    rows = [sorted(cards, key=lambda card: card.level) for cards in found.values() if len(cards) > 2]
    return [[card.code for card in row] for row in rows][:count]


def many_titles(count: int) -> tuple[Deck, Deck, Outcome]:
    """Return decks in which copies of every title were exiled, upgraded and bought again at once."""
    before, after, exiled = dict(HELPERS), dict(HELPERS), {}
    for low, middle, *_more, high in titles_with_levels(count):
        before |= {low: 2, middle: 2}
        after |= {middle: 1, high: 1}
        exiled |= {low: 2, middle: 1}
    return Deck("01004", before), Deck("01004", after), Outcome(exiled=Piles(exiled))


class Counted(budget.Budget):
    """A budget that remembers what was spent."""

    spent = 0

    def spend(self, units: int = 1) -> None:
        Counted.spent += units
        super().spend(units)


@pytest.fixture
def spent(monkeypatch):
    Counted.spent = 0
    monkeypatch.setattr("rules.upgrade.upgrade.Budget", Counted)
    return Counted


@pytest.mark.parametrize("edition", ["grimoire-1.1", "faq-1.7"])
@pytest.mark.parametrize("count", [1, 4, 7, 12])
def test_a_price_takes_bounded_work(spent, edition, count):
    before, after, outcome = many_titles(count)
    price_upgrade(catalogue(), before, after, Circumstances(edition=edition), outcome)
    assert 0 < spent.spent <= 2 * budget.MOST_STEPS


def test_what_has_too_many_ways_is_refused_with_a_sentence(monkeypatch):
    before, after, outcome = many_titles(7)
    monkeypatch.setattr("rules.upgrade.upgrade.Budget", lambda: budget.Budget(100))
    found = price_upgrade(catalogue(), before, after, Circumstances(), outcome)
    assert found.total is None
    [violation] = found.violations
    assert violation.rule == "xp.card-modifiers"
    assert "several upgrades" in str(violation)
    assert violation.as_dict()["cite"]


def test_a_usual_upgrade_is_far_from_the_limit(spent):
    before = a_deck("01001")
    plain = [code for code, copies in before.slots.items() if copies == 2][:5]
    after = Deck("01001", {**{c: n for c, n in before.slots.items() if c not in plain}, "01028": 2})
    price_upgrade(catalogue(), before, after)
    assert spent.spent < budget.MOST_STEPS / 100


@pytest.mark.parametrize(("copies", "refused"), [(2, False), (3, True), (6, True)])
def test_more_copies_than_a_title_allows_are_refused_before_anything_is_searched(spent, copies, refused):
    before, after = Deck("01001", {"01018": 2}), Deck("01001", {"01018": 2, "01028": copies - 2})
    found = price_upgrade(catalogue(), before, after)
    assert ("copies.max-two-by-title" in [v.rule for v in found.violations]) == refused
    assert bool(spent.spent) != refused


@pytest.mark.parametrize("path", sorted(FOLDER.glob("pool*.json")), ids=lambda path: path.stem)
def test_a_pool_reads_the_deck_a_bounded_number_of_times(monkeypatch, path):
    given = json.loads(path.read_text("utf-8"))
    parts = 0
    read = findings.reading_of

    def counted(cards, deck, circumstances):
        nonlocal parts
        parts += READING + PART * parts_of(deck)
        return read(cards, deck, circumstances)

    monkeypatch.setattr(findings, "reading_of", counted)
    monkeypatch.setattr(pools, "reading_of", counted)
    deck = Deck(given["investigator"], given["slots"], second_deck=given["second_deck"])
    assert pool(catalogue(), deck, Circumstances(mode=given["mode"], edition=given["edition"])).cards
    assert 0 < parts <= 2 * MOST_READING


def test_the_deck_is_read_once_with_each_card_however_many_choices_are_open(monkeypatch):
    given = json.loads((FOLDER / "pool-choices.json").read_text("utf-8"))
    read: list[tuple[Reading, str]] = []
    one_more = pools.with_one_more

    def counted(before, code):
        read.append((before, code))
        return one_more(before, code)

    monkeypatch.setattr(pools, "with_one_more", counted)
    monkeypatch.setattr(pools, "MOST_READING", 10**9)
    pool(catalogue(), Deck(given["investigator"], given["slots"]))
    assert len(read) == len({(id(before), code) for before, code in read}) > 100


def test_marks_of_a_sheet_that_is_not_in_the_deck_are_not_applied(monkeypatch):
    made = []
    monkeypatch.setattr(special_copies, "_known_version", lambda _all, card, _to: made.append(card) or card)
    sheet = {"09021": (Tick(0, 1),)}
    reading_of(catalogue(), Deck("01001", {"01030": 2}, customizations=sheet), Circumstances())
    assert not made
    reading_of(catalogue(), Deck("01001", {"09021": 2}, customizations=sheet), Circumstances())
    assert len(made) == 1


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("investigator", ["01001", "06002", "09018", "90087"])
def test_the_pool_of_a_new_deck_is_worked_out_to_the_end(monkeypatch, investigator, mode):
    """Choices that are not recorded multiply the work; the budget is large enough for every new deck."""
    assert_complete(monkeypatch, Deck(investigator, {}), mode)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("investigator", ["06002", "09018", "90087"])
def test_the_pool_of_a_legal_deck_with_open_choices_is_worked_out_to_the_end(monkeypatch, investigator, mode):
    assert_complete(monkeypatch, a_deck(investigator), mode)


def assert_complete(monkeypatch, deck, mode):
    """Assert that the pool of a deck is the same without a budget."""
    circumstances = Circumstances(mode=mode)
    found = pool(catalogue(), deck, circumstances)
    monkeypatch.setattr(pools, "MOST_READING", 10**9)
    assert found == pool(catalogue(), deck, circumstances)


class TestOdds:
    def test_tokens_that_reveal_others_without_end_take_bounded_work(self, monkeypatch):
        given = json.loads((FOLDER / "odds.json").read_text("utf-8"))
        values = {name: chaos_bag.TokenValue(**facts) for name, facts in given["values"].items()}
        reveals = 0
        step = chaos_bag._step

        def counted(*args, **more):
            nonlocal reveals
            reveals += 1
            return step(*args, **more)

        monkeypatch.setattr(chaos_bag, "_step", counted)
        found = chaos_bag.distribution(given["bag"], {**chaos_bag.PLAIN, **values})
        assert not found.exact
        assert reveals <= 2 * chaos_bag.MOST_REVEALS
        assert sum(found.chances.values()) == 1

    def test_a_full_box_of_tokens_is_exact(self):
        bag = {
            "0": 3,
            "-1": 4,
            "skull": 2,
            "auto_fail": 1,
            "elder_sign": 1,
            "bless": 10,
            "curse": 10,
            "frost": 4,
        }
        assert chaos_bag.distribution(bag).exact

    def test_a_bag_has_room_for_so_many_tokens(self):
        party = a_game(DANIELA)
        room = chaos_bag.MOST_TOKENS - party.state.bag.size
        assert party.refused(steps.TokensChanged(tokens={"0": room + 1}, cause="x")) == (
            "chaos.bag-persists",
        )
        party.do(steps.TokensChanged(tokens={"0": room}, cause="x"))
