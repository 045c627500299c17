"""A browser test of a new user's first visit, from the home page to an account."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from decks.models import Deck
from tests.browser import DESKTOP
from tests.pages.editor import READY, TITLES, find, saved

pytestmark = pytest.mark.django_db(transaction=True)

ROLAND = Path(__file__).parents[1] / "fixtures" / "decks" / "roland_banks.json"


def verdict(page: Page, rule: str, *, there: bool) -> None:
    """Check whether the rule is among the problems."""
    problems = page.locator("#verdict-panel .violation .rule-id", has_text=rule)
    expect(problems).to_have_count(1 if there else 0)


def begin(page: Page, url: str) -> None:
    page.goto(url)
    page.locator(".pick", has_text="Daniela Reyes").click()
    page.fill("#id_name", "My first deck")
    page.get_by_role("button", name="Create deck").click()
    page.wait_for_selector(READY)
    expect(page.locator("#figures")).to_contain_text("0 of 30")
    verdict(page, "deck.size-exact", there=True)


def build(page: Page) -> None:
    for title in TITLES:
        find(page, title)
        plus = page.locator("#pool-rows").get_by_role("button", name=f"Add one {title}", exact=True)
        plus.click()
        plus.click()
        expect(plus.locator("xpath=../output")).to_have_text("2")
    saved(page)
    expect(page.locator("#figures")).to_contain_text("30 of 30")
    expect(page.locator("#figures [role=status]")).to_contain_text("Legal")
    expect(page.locator("#verdict-panel .violation")).to_have_count(0)


def see_problems_come_and_go(page: Page) -> None:
    # A third copy: plus stops with a reason; adding it anyway shows the broken rule.
    plus = page.locator("#deck-rows").get_by_role("button", name="Add one Machete")
    expect(plus).to_have_attribute("aria-disabled", "true")
    expect(plus).to_have_attribute("title", "2 of 2 copies, all versions")
    plus.click(force=True)
    page.locator("#toasts").get_by_role("button", name="Add anyway").click()
    verdict(page, "copies.max-two-by-title", there=True)
    verdict(page, "deck.size-exact", there=True)
    page.get_by_role("button", name="Remove one Machete").first.click()
    verdict(page, "copies.max-two-by-title", there=False)
    # A card of another class: the reason with rule and page; then it is added anyway.
    find(page, "shrivelling")
    expect(page.locator("#pool-rows")).to_contain_text("No cards found")
    page.get_by_label("Show cards I can't include").check()
    row = page.locator("#pool-rows [data-code='01060']")
    row.get_by_text("Why not?").click()
    expect(row).to_contain_text("deck.options-only")
    expect(row).to_contain_text("p. 39")
    row.get_by_role("button", name="Add anyway").click()
    verdict(page, "deck.options-only", there=True)
    wrong = page.locator("#deck-rows .is-wrong", has_text="Shrivelling")
    expect(wrong).to_contain_text("not allowed")
    wrong.get_by_role("button", name="Remove one").click()
    verdict(page, "deck.options-only", there=False)
    expect(page.locator("#figures [role=status]")).to_contain_text("Legal")
    page.get_by_label("Show cards I can't include").uncheck()
    # It is all there after a reload, for a guest too.
    page.reload()
    page.wait_for_selector(READY)
    expect(page.locator("#figures")).to_contain_text("30 of 30")


def upgrade(page: Page) -> None:
    page.get_by_role("link", name="Upgrade").first.click()
    page.get_by_label("Experience earned").fill("5")
    page.get_by_role("button", name="Choose upgrades").click()
    expect(page.locator("#figures")).to_contain_text("5 of 5")
    page.wait_for_selector(READY)
    dialog = page.locator("#dialog")
    find(page, "m1911")
    page.get_by_role("button", name="Add one M1911 (2)").click()
    expect(dialog).to_contain_text("upgrade of M1911")
    dialog.get_by_role("button", name="Buy, 3 left").first.click()
    expect(page.locator("#figures")).to_contain_text("3 of 5")
    expect(page.locator("#ledger-panel")).to_contain_text("M1911 (2)")
    # What costs more than is left cannot be bought.
    find(page, "winchester model 12")
    page.get_by_role("button", name="Add one Winchester Model 12 (5)").click()
    dialog.get_by_label("Replaces").select_option("12021")
    expect(dialog).to_contain_text("2 XP short")
    page.keyboard.press("Escape")
    find(page, "sledgehammer")
    page.get_by_role("button", name="Add one Sledgehammer (3)").click()
    dialog.get_by_label("Replaces").select_option("12021")
    dialog.get_by_role("button", name="Buy, 0 left").click()
    expect(page.locator("#figures")).to_contain_text("0 of 5")
    page.get_by_role("link", name="Finish version 2").first.click()
    page.get_by_role("button", name="Finish", exact=True).click()
    expect(page.get_by_text("Version 2 is finished.", exact=True)).to_be_visible()
    version = Deck.objects.get().working
    assert (version.number, version.is_open, version.cost) == (2, False, 5)


def print_it(page: Page) -> None:
    page.get_by_role("link", name="View, print and share").click()
    expect(page.locator("#history")).to_contain_text("Sledgehammer (3)")
    page.get_by_role("link", name="Print", exact=True).click()
    expect(page.get_by_role("heading", name="My first deck")).to_be_visible()
    for paper in ("A4", "Letter"):
        dialog = page.pdf(format=paper)
        assert dialog.startswith(b"%PDF")
        assert dialog.count(b"/Type /Page\n") == 1, f"more than one dialog of {paper}"
    page.get_by_role("link", name="Back", exact=True).click()


def share_it(page: Page, browser) -> str:
    page.get_by_role("link", name="Share").click()
    page.get_by_label("Anyone with the link").check()
    page.get_by_role("button", name="Save").click()
    link = page.get_by_label("Link", exact=True).input_value()
    assert_it_can_only_be_read(browser, link)
    return link


def assert_it_can_only_be_read(browser, link: str) -> None:
    stranger = browser.new_context(viewport=DESKTOP)
    page = stranger.new_page()
    page.goto(link)
    expect(page.get_by_role("heading", name="My first deck")).to_be_visible()
    expect(page.locator(".deck-read__list")).to_contain_text("Sledgehammer")
    for step in ("Edit", "Share", "Upgrade", "Delete", "Restore"):
        expect(page.get_by_role("link", name=step, exact=True)).to_have_count(0)
        expect(page.get_by_role("button", name=step, exact=True)).to_have_count(0)
    deck = Deck.objects.get(name="My first deck")
    assert page.request.get(f"{link.split('/d/')[0]}/decks/{deck.public_id}/edit/").status == 404
    stranger.close()


def import_one(page: Page, url: str) -> None:
    page.goto(f"{url}/decks/")
    page.get_by_role("link", name="Import").click()
    page.get_by_label("Deck as JSON or list of cards").fill(ROLAND.read_text())
    page.get_by_role("button", name="Preview").click()
    expect(page.locator(".found")).to_contain_text("Roland Banks")
    expect(page.locator(".found .badge")).to_contain_text("Legal")
    assert Deck.objects.count() == 1
    page.get_by_role("button", name="Save deck").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(json.loads(ROLAND.read_text())["name"])


def sign_up(page: Page) -> None:
    page.locator("summary", has_text="Account").click()
    page.get_by_role("link", name="Sign up to keep everything").click()
    page.get_by_label("Name").fill("wendy")
    page.get_by_label("Password", exact=True).fill("a long password")
    page.get_by_label("Password again").fill("a long password")
    page.get_by_role("button", name="Sign up").click()
    expect(page.locator(".topbar")).to_contain_text("wendy")


@pytest.mark.slow
def test_a_newcomer_builds_upgrades_prints_shares_imports_and_signs_up(
    page, browser, live_server, transactional_db
):
    page.set_viewport_size(DESKTOP)
    begin(page, live_server.url)
    build(page)
    see_problems_come_and_go(page)
    upgrade(page)
    print_it(page)
    link = share_it(page, browser)
    import_one(page, live_server.url)
    assert all(deck.owner.is_guest for deck in Deck.objects.select_related("owner"))
    before = sorted(Deck.objects.values_list("public_id", "name", "working__slots", "working__number"))
    sign_up(page)
    after = sorted(Deck.objects.values_list("public_id", "name", "working__slots", "working__number"))
    assert after == before
    assert {deck.owner.username for deck in Deck.objects.select_related("owner")} == {"wendy"}
    page.goto(f"{live_server.url}/decks/")
    expect(page.locator(".deck-row")).to_have_count(2)
    assert_it_can_only_be_read(browser, link)
