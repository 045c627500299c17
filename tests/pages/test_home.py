"""Browser tests of the home page."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_deck_is_checked_in_place(live_server, any_size, assert_accessible, assert_no_overflow):
    page = any_size
    page.goto(live_server.url)
    page.get_by_label("Deck list").fill("Daniela Reyes\n3x Vicious Blow\n")
    page.get_by_role("button", name="Check", exact=True).click()
    verdict = page.locator("#checked")
    expect(verdict.get_by_role("heading", name="Illegal")).to_be_visible()
    expect(verdict.get_by_text("copies.max-two-by-title").first).to_be_visible()
    assert page.url == live_server.url + "/", "in place"
    assert_no_overflow(page)
    assert_accessible(page)
