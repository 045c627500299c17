"""Browser tests of what all pages share, of accounts, and of background jobs."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from accounts.models import User
from decks.services import create_deck
from jobs.models import Job
from tests.browser import DESKTOP, NARROW, PHONE
from web import navigation

pytestmark = pytest.mark.django_db(transaction=True)
PASSWORD = "a long password"
OPEN_PAGES = ["home", "login", "signup", "password-reset", "password-reset-sent"]


def sign_in(page: Page, live_server, user: User) -> None:
    page.goto(live_server.url + reverse("login"))
    page.get_by_label("Name").fill(user.username)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    page.wait_for_url(live_server.url + "/")


def test_open_pages_fit_and_can_be_read(
    live_server, any_size, assert_accessible_in_both_themes, assert_no_overflow
):
    for name in OPEN_PAGES:
        any_size.goto(live_server.url + reverse(name))
        assert_no_overflow(any_size)
        assert_accessible_in_both_themes(any_size)


def test_account_pages_fit_and_can_be_read(
    live_server, any_size, alice, assert_accessible, assert_no_overflow
):
    sign_in(any_size, live_server, alice)
    for name in ("account", "account-delete", "password-change", "logout"):
        any_size.goto(live_server.url + reverse(name))
        assert_no_overflow(any_size)
        assert_accessible(any_size)


def test_the_top_bar_has_one_line_above_its_places_on_narrow_phones(live_server, browser):
    context = browser.new_context(viewport=NARROW, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(live_server.url)
    middle = """element => {
        const place = element.getBoundingClientRect();
        return (place.top + place.bottom) / 2;
    }"""
    assert page.locator(".brand").evaluate(middle) == page.locator(".topbar__end").evaluate(middle)
    context.close()


def test_the_places_of_the_top_bar_open(live_server, page):
    page.set_viewport_size(DESKTOP)
    for link in navigation.links("/"):
        page.goto(live_server.url)
        page.get_by_role("navigation", name="Main").get_by_role(
            "link", name=str(link.label), exact=True
        ).click()
        page.wait_for_url(f"**{link.url}*")


def test_the_theme_changes_at_once_and_stays(live_server, page):
    page.emulate_media(color_scheme="light")
    page.goto(live_server.url)

    def background() -> str:
        return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))

    paper = background()
    page.get_by_label("Display and language").click()
    with page.expect_response("**/display/"):
        page.get_by_text("Dark", exact=True).click()
    ink = background()
    assert ink != paper
    page.reload()
    assert background() == ink


def test_the_language_changes_the_page(live_server, page, german):
    page.goto(live_server.url)
    page.get_by_label("Display and language").click()
    page.get_by_text("Deutsch", exact=True).click()
    page.wait_for_load_state()
    expect(page.locator("html")).to_have_attribute("lang", "de")


def test_everything_can_be_reached_by_keyboard(live_server, page):
    page.set_viewport_size(DESKTOP)
    page.goto(live_server.url)
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to content")).to_be_focused()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"

    page.get_by_label("Display and language").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Light", exact=True)).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_text("Light", exact=True)).to_be_hidden()


def test_the_slash_key_leads_to_the_search(live_server, page):
    page.set_viewport_size(DESKTOP)
    page.goto(live_server.url)
    page.keyboard.press("/")
    expect(page.locator("#top-search")).to_be_focused()
    expect(page.locator("#top-search")).to_have_value("")


def test_one_box_finds_cards_decks_and_rules_as_one_types(
    live_server, page, alice, assert_accessible, assert_no_overflow
):
    deck = create_deck(owner=alice, investigator="12001", name="Exceptional plans")
    page.set_viewport_size(DESKTOP)
    sign_in(page, live_server, alice)
    page.keyboard.press("/")
    page.keyboard.type("exceptional")
    below = page.locator("#top-found")
    expect(below.get_by_role("link", name="Exceptional plans")).to_be_visible()
    expect(below.get_by_role("link", name="exceptional.double-cost")).to_be_visible()
    assert_accessible(page)
    page.keyboard.press("ArrowDown")
    expect(below.get_by_role("link").first).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#top-search")).to_be_focused()
    page.keyboard.press("Escape")
    expect(below).to_be_hidden()
    page.locator("#top-search").fill("exceptional plans")
    expect(below.get_by_role("link").first).to_contain_text("Exceptional plans")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/decks/{deck.public_id}/")

    page.set_viewport_size(PHONE)
    page.get_by_role("link", name="Search", exact=True).click()
    expect(page.locator("#find-all")).to_be_focused()
    page.keyboard.type("machete")
    expect(page.locator("#answers").get_by_role("link", name="Machete").first).to_be_visible()
    assert_no_overflow(page)
    assert_accessible(page)


def test_the_browsable_api_works_under_the_content_policy(live_server, page):
    page.goto(live_server.url + reverse("api-docs"))
    # One of the first operations: those further down are drawn when they are scrolled to.
    expect(page.get_by_text("/api/v1/account/", exact=True).first).to_be_visible()


def test_a_job_is_watched_to_its_end_without_a_reload(live_server, page, alice):
    page.set_viewport_size(PHONE)
    sign_in(page, live_server, alice)
    job = Job.objects.create(kind="jobs.wait", owner=alice, state="running", done=1, total=4)
    page.goto(live_server.url + job.get_absolute_url())
    expect(page.get_by_text("1 of 4")).to_be_visible()
    Job.objects.filter(pk=job.pk).update(done=3)
    expect(page.locator("#job").get_by_text("3 of 4").last).to_be_visible()
    job.refresh_from_db()
    Job.objects.filter(pk=job.pk).update(
        state="done", finished=job.created, result={"message": "All counted."}
    )
    expect(page.get_by_text("All counted.")).to_be_visible()


def test_the_site_works_without_javascript(live_server, browser, alice):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(live_server.url)
    page.get_by_label("Display and language").click()
    page.get_by_text("Dark", exact=True).click()
    page.get_by_role("button", name="Apply").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    context.close()


def test_a_refusal_in_place_is_announced(live_server, page, alice):
    """If the job is deleted while its page still polls it, the visitor gets a message."""
    sign_in(page, live_server, alice)
    job = Job.objects.create(kind="jobs.wait", owner=alice, state="running", total=4)
    page.goto(live_server.url + job.get_absolute_url())
    job.delete()
    expect(page.locator("#toasts").get_by_text("may have been deleted").first).to_be_visible()
    page.expected_complaints = ["404"]


@pytest.mark.parametrize(
    ("wrong", "rule"),
    [
        pytest.param("<input>", "label", id="an unnamed field"),
        pytest.param("<p class=faint>faint", "color-contrast", id="faint in the dark"),
        pytest.param("<p class=plain>a <a href=#>link</a> in it", "link-in-text-block", id="a hidden link"),
    ],
)
def test_what_cannot_be_read_is_noticed(page, wrong, rule, assert_accessible_in_both_themes):
    """The check itself finds a fault of structure, and faults that only the dark theme has."""
    dark = """@media (prefers-color-scheme: dark) { body, .plain { background: black; color: white; }
              .faint { color: #222; } .plain a { color: #eee; text-decoration: none; } }"""
    frame = '<!doctype html><html lang="en"><title>Test</title><style>{}</style><main><h1>Test</h1>{}</main>'
    page.set_content(frame.format(dark, wrong))
    with pytest.raises(AssertionError, match=f'"rule": "{rule}"'):
        assert_accessible_in_both_themes(page)
