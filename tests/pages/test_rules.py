"""Browser tests of the rulebook: search, opening a rule, links, and the back button."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser import DESKTOP, PHONE

pytestmark = pytest.mark.django_db(transaction=True)
PAGES = ["/rules/", "/rules/?q=copies", "/rules/questions/", "/rules/editions/", "/rules/coverage/"]
# Short pages, because the check reads every word.
CHECKED = [
    "/rules/?q=modified+reprint&edition=faq-1.7",
    "/rules/?q=qqqq&edition=bible",
    "/rules/ub.custom/",
    "/rules/coverage/?part=faq-taboos&edition=faq-1.7",
]


def test_rules_fit(live_server, any_size, assert_no_overflow):
    for address in PAGES:
        any_size.goto(live_server.url + address)
        assert_no_overflow(any_size)


def test_rules_can_be_read(live_server, any_size, assert_accessible_in_both_themes, assert_no_overflow):
    for address in CHECKED:
        any_size.goto(live_server.url + address)
        assert_no_overflow(any_size)
        assert_accessible_in_both_themes(any_size)


def test_questions_and_editions_can_be_read(live_server, page, assert_accessible):
    for address in ("/rules/questions/", "/rules/editions/"):
        page.goto(live_server.url + address)
        assert_accessible(page)


def test_a_rule_is_found_and_opened_beside_the_list(live_server, page):
    page.set_viewport_size(DESKTOP)
    page.goto(live_server.url + "/rules/")
    page.get_by_label("Find a rule").press_sequentially("three copies", delay=15)
    expect(page.locator("#rule")).to_contain_text("myriad.three-copies")
    expect(page).to_have_url(re.compile(r"q=three\+copies"))
    page.locator("a[data-rule='copies.max-two-by-title']").click()
    expect(page.locator("#rule-title")).to_contain_text("copies.max-two-by-title")
    expect(page).to_have_url(re.compile(r"/rules/copies\.max-two-by-title/\?q=three\+copies$"))
    expect(page.locator("a[data-rule][aria-current]")).to_have_count(1)
    page.go_back()
    expect(page).to_have_url(live_server.url + "/rules/?q=three+copies")
    expect(page.get_by_label("Find a rule")).to_have_value("three copies")


def test_an_anchor_opens_its_rule(live_server, page):
    page.set_viewport_size(DESKTOP)
    page.goto(live_server.url + "/rules/#exile.must-restore-size")
    expect(page.locator("#rule-title")).to_contain_text("exile.must-restore-size")


def test_another_edition_shows_its_pages(live_server, page):
    page.set_viewport_size(DESKTOP)
    page.goto(live_server.url + "/rules/?q=copies.max-two-by-title")
    expect(page.locator(".rule__p").first).to_have_text("p. 39")
    page.get_by_text("Grimoire 1.0 (deutsch)").first.click()
    expect(page.locator(".rule__p").first).to_have_text("S. 43")
    expect(page).to_have_url(re.compile("edition=grimoire-1.0-de"))


def test_a_rule_opens_above_the_list_on_a_phone(live_server, page):
    page.set_viewport_size(PHONE)
    page.goto(live_server.url + "/rules/")
    expect(page.get_by_text("How to use this page")).not_to_be_visible()
    page.locator("a[data-rule='rbw.random']").click()
    expect(page.locator("#rule-title")).to_be_in_viewport()
    page.get_by_text("Sections", exact=True).first.click()
    expect(page.get_by_role("link", name=re.compile("Campaign log"))).to_be_visible()


def test_the_rulebook_works_without_scripts(live_server, browser):
    context = browser.new_context(java_script_enabled=False, viewport=DESKTOP)
    page = context.new_page()
    page.goto(live_server.url + "/rules/")
    page.get_by_label("Find a rule").fill("p. 44")
    page.get_by_role("button", name="Find").click()
    page.locator("a[data-rule='copies.modified-reprint-mix']").click()
    expect(page.locator("#rule-title")).to_contain_text("copies.modified-reprint-mix")
    context.close()
