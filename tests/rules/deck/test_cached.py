"""Compiled values are cached, but only a limited number of them: visitors can request anything."""

from datetime import date, timedelta

import pytest

from cards.investigator_access import usable_by
from rules.cards.model import Choices, Deck
from rules.deck import access
from rules.deck.access import MOST_CACHED as MOST_INVESTIGATORS
from rules.deck.access import cached_investigators
from rules.deck.circumstances import Circumstances, Environment
from rules.deck.rules.environments import MOST_CACHED, cached_products, products
from rules.deck.validate import judge, pool
from rules.memo import WEIGHED_EVERY
from tests.builders import cold_catalogue


def test_an_unknown_taboo_list_is_the_view_without_any():
    cards = cold_catalogue()
    assert all(cards.under(f"x{number}") is cards.under() for number in range(5))
    assert cards.under(cards.newest_taboo) is not cards.under()


def test_the_pool_of_an_investigator_is_made_once_for_all_unknown_lists():
    cards = cold_catalogue()
    first = usable_by(cards, "01001", "x")
    assert first.free
    before = len(cards.memo)
    assert all(usable_by(cards, "01001", f"x{number}") is first for number in range(5))
    assert len(cards.memo) == before


def test_a_few_of_all_requested_days_are_cached():
    cards = cold_catalogue()
    begin = date(2020, 1, 1)
    for number in range(MOST_CACHED + 10):
        day = (begin + timedelta(number)).isoformat()
        judge(cards, Deck("01001", {}), Circumstances(environment=Environment("current", as_of=day)))
    assert len(cached_products(cards)) == MOST_CACHED
    assert len(cards.memo) < MOST_CACHED


def test_what_was_used_last_is_cached_longest():
    cards = cold_catalogue()
    environment = Environment("limited", ("eoep",))
    held = products(cards, environment)
    for number in range(2 * MOST_CACHED):
        products(cards, Environment("current", as_of=f"{1000 + number}-01-01"))
        assert products(cards, environment) is held


def test_of_all_choices_that_are_made_up_a_few_are_cached():
    cards = cold_catalogue()
    for number in range(MOST_INVESTIGATORS + 10):
        judge(cards, Deck("01001", {}, choices=Choices(option=f"x{number}")))
    assert len(cached_investigators(cards)) == MOST_INVESTIGATORS


def test_fewer_investigators_are_cached_once_editors_have_opened_for_them(monkeypatch: pytest.MonkeyPatch):
    # The editor needs every card. What it has made stays below a limit, whatever visitors open.
    monkeypatch.setattr(access, "MOST_ENTRIES", 10_000)
    cards = cold_catalogue()
    for number in range(50):
        pool(cards, Deck("01001", {}, choices=Choices(option=f"x{number}")))
    # They are weighed before the newest has its entries.
    kept = 10_000 // len(cards.cards) + 1
    assert len(cached_investigators(cards)) <= kept + WEIGHED_EVERY
