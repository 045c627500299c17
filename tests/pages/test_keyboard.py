"""A browser test of the whole editor by keyboard: create, build, why not, undo, notes, settings, upgrade."""

import re

import pytest
from playwright.sync_api import expect

from decks.models import Deck
from tests.browser import DESKTOP
from tests.pages.editor import READY, TITLES, saved, slots_of, tab_to

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.slow
def test_by_keyboard_alone(page, live_server, transactional_db):
    page.set_viewport_size(DESKTOP)
    page.goto(f"{live_server.url}/decks/new/")
    keys = page.keyboard

    # Create: the first investigator that matches, then Enter.
    tab_to(page, page.locator("#who"))
    keys.type("daniela reyes mechanic")
    first = page.locator("a.pick:visible", has_text="2026")
    tab_to(page, first)
    keys.press("Enter")
    page.wait_for_selector("#id_name")
    tab_to(page, page.locator("#id_name"))
    keys.type("By keys")
    keys.press("Enter")
    page.wait_for_selector(READY)
    deck = Deck.objects.get()

    # Build: search, move down into the list, set the number of copies.
    place = "row => [...document.querySelectorAll('#pool-rows [data-code]')].indexOf(row)"
    for title in TITLES:
        keys.press("f")
        keys.press("Control+a")
        keys.type(title)
        wanted = page.locator("#pool-rows [data-code]", has=page.get_by_label(f"Add one {title}", exact=True))
        for _press in range(wanted.evaluate(place) + 1):
            keys.press("ArrowDown")
        expect(wanted.locator(".card-name")).to_be_focused()
        keys.press("2")
    saved(page)
    expect(page.locator("#figures [role=status]")).to_contain_text("Legal")
    assert slots_of(deck)["01020"] == 2

    # In the deck: remove a copy, undo, redo, also with the usual keys.
    keys.press("ArrowLeft")
    row = page.locator("#deck-rows .card-name:focus")
    expect(row).to_have_count(1)
    code = row.evaluate("element => element.closest('[data-held]').dataset.held")
    for key, copies in (("-", 1), ("u", 2), ("r", 1), ("Control+z", 2), ("Control+y", 1), ("+", 2)):
        keys.press(key)
        saved(page)
        expect(page.locator(f"#row-{code} output")).to_have_text(str(copies))
        assert slots_of(deck)[code] == copies
    keys.press("ArrowDown")
    keys.press("ArrowUp")
    expect(page.locator(f"#deck-card-{code}")).to_be_focused()

    # Escape empties the search, then leaves the field.
    keys.press("f")
    keys.type("zzz")
    expect(page.locator("#pool-count")).to_have_text(re.compile("^0 of"))
    keys.press("Escape")
    expect(page.locator("#find")).to_be_focused()
    expect(page.locator("#pool-count")).not_to_have_text(re.compile("^0 of"))
    keys.press("Escape")
    expect(page.locator("#find")).not_to_be_focused()
    page.locator(f"#deck-card-{code}").focus()

    # Open and close the help.
    keys.press("?")
    expect(page.get_by_role("dialog", name="Keyboard")).to_be_visible()
    keys.press("Escape")

    # A card's dialog: write a remark, save it, and return to the same place.
    keys.press("Enter")
    tab_to(page, page.locator("#annotation"))
    keys.type("keep one in hand")
    tab_to(page, page.get_by_role("button", name="Save"))
    keys.press("Enter")
    expect(page.locator("#dialog")).to_be_hidden()
    saved(page)
    assert Deck.objects.get().working.annotations == {code: "keep one in hand"}
    expect(page.locator(f"#deck-card-{code}")).to_be_focused()

    # Why not? Only cards that cannot be taken have to say so.
    tab_to(page, page.get_by_label("Show cards I can't include"), back=True)
    keys.press("Space")
    keys.press("f")
    keys.press("Control+a")
    keys.type("shrivelling")
    keys.press("ArrowDown")
    keys.press("w")
    expect(page.locator("#pool-rows")).to_contain_text("deck.options-only")

    # Settings, then the notes.
    tab_to(page, page.locator(".deck-head").get_by_role("link", name="Settings"), back=True)
    keys.press("Enter")
    tab_to(page, page.locator("#dialog #id_name"))
    keys.press("Control+a")
    keys.type("All by keys")
    keys.press("Enter")
    expect(page.locator("#deck-name")).to_have_text("All by keys")

    # Upgrade: three experience, the more expensive M1911, and finish.
    tab_to(page, page.locator(".deck-head").get_by_role("link", name="Upgrade"))
    keys.press("Enter")
    tab_to(page, page.get_by_label("Experience earned"))
    keys.press("Control+a")
    keys.type("3")
    keys.press("Enter")
    expect(page.locator("#figures")).to_contain_text("3 of 3")
    page.wait_for_selector(READY)
    keys.press("f")
    keys.type("m1911")
    keys.press("ArrowDown")
    keys.press("ArrowDown")
    expect(page.locator("#pool-rows .card-name:focus")).to_have_text("M1911")
    keys.press("+")
    buy = page.locator("#dialog").get_by_role("button", name="Buy, 1 left").first
    expect(buy).to_be_visible()
    tab_to(page, buy)
    keys.press("Enter")
    expect(page.locator("#figures")).to_contain_text("1 of 3")
    keys.press("Escape")
    keys.press("u")
    expect(page.locator("#figures")).to_contain_text("3 of 3")
    keys.press("r")
    expect(page.locator("#figures")).to_contain_text("1 of 3")
    tab_to(page, page.locator(".deck-head").get_by_role("link", name="Finish version 2"), back=True)
    keys.press("Enter")
    tab_to(page, page.locator("#dialog").get_by_role("button", name="Finish", exact=True))
    keys.press("Enter")
    expect(page.get_by_text("Version 2 is finished.", exact=True)).to_be_visible()
    version = Deck.objects.get().working
    assert (version.number, version.is_open, version.cost) == (2, False, 2)
