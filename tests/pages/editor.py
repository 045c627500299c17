"""Helpers for browser tests of the deck editor: signing in, opening it and moving in it."""

from django.conf import settings
from django.test import Client
from playwright.sync_api import BrowserContext, Locator, Page, expect

from accounts.models import User
from decks.models import Deck

READY = "html[data-editor=ready]"
#: Titles of level 0 that Daniela Reyes may take, all in the 2026 core set.
TITLES = (
    *("Bodyguard", "Logan Hastings", "M1911", "Machete", "Endurance", "Resilience", "Lesson Learned"),
    *("Right Tool for the Job", "Scene of the Crime", "Vicious Blow", "Emergency Cache", "Guts"),
    *("Manual Dexterity", "Overpower", "Perception"),
)


def come_in(context: BrowserContext, live_server, user: User) -> None:
    """Sign in without the form."""
    client = Client()
    client.force_login(user)
    value = client.cookies[settings.SESSION_COOKIE_NAME].value
    context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": value, "url": live_server.url}])


def open_editor(page: Page, live_server, deck: Deck) -> None:
    page.goto(f"{live_server.url}/decks/{deck.public_id}/edit/")
    page.wait_for_selector(READY)


def saved(page: Page) -> None:
    expect(page.locator("#saved")).to_have_text("saved")


def find(page: Page, words: str) -> None:
    page.fill("#find", words)


def slots_of(deck: Deck) -> dict[str, int]:
    return Deck.objects.select_related("working").get(pk=deck.pk).working.slots


def tab_to(page: Page, wanted: Locator, *, back: bool = False, most: int = 80) -> None:
    """Press Tab until the element has the focus, as a keyboard user would."""
    for _press in range(most):
        if wanted.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press("Shift+Tab" if back else "Tab")
    raise AssertionError(f"Tab does not lead to {wanted}")
