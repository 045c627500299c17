"""Browser tests of two whole board games of the 2nd edition: one won at a desk, one banished on a phone."""

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser import DESKTOP, PHONE

pytestmark = pytest.mark.django_db(transaction=True)


def set_up(page: Page, url: str, *players: str) -> None:
    page.goto(f"{url}/games/")
    page.get_by_role("link", name="Start a game").click()
    page.fill("[name=ancient]", "Azathoth")
    for number, player in enumerate(players, 1):
        page.fill(f"[name=player-{number}]", player)
        page.fill(f"[name=name-{number}]", f"Investigator {number}")
    page.get_by_role("button", name="Set up the table").click()
    expect(page.locator("#now")).to_have_text("Set-up")


def form(page: Page, name: str) -> Locator:
    """Open the form of a command."""
    page.locator("details.game-form > summary").get_by_text(name, exact=True).click()
    return page.locator("details.game-form[open] form")


def opens_gate(page: Page, place: str, world: str = "") -> None:
    found = form(page, "A gate opens")
    found.locator("[name=place]").select_option(place)
    found.locator("[name=world]").fill(world)
    found.get_by_role("button", name="What happens").click()
    expect(page.locator("#preview")).to_contain_text("Doom")
    page.locator("#preview").get_by_role("button", name="Record", exact=True).click()
    expect(page.locator("#preview")).to_have_count(0)


def go_on(page: Page, now: str) -> None:
    page.locator("#go-on").click()
    expect(page.locator("#now")).to_have_text(now)


def moves(page: Page, who: str, place: str) -> None:
    found = form(page, "Move")
    found.locator("[name=seat]").select_option(label=who)
    found.locator("[name=place]").fill(place)
    found.get_by_role("button", name="Record").click()
    expect(page.locator(".game-seat", has_text=who)).to_contain_text(place)


def value(page: Page, track: str) -> Locator:
    return page.locator(f"#track-{track} .game-track__value b")


def test_a_game_is_won_by_closing_the_gates(page: Page, live_server, assert_accessible, assert_no_overflow):
    page.set_viewport_size(DESKTOP)
    set_up(page, live_server.url, "Ann")
    page.locator("#go-on").click()
    expect(page.locator("#refusal")).to_contain_text("Draw the first Mythos card")
    opens_gate(page, "Woods", "Yuggoth")
    expect(value(page, "doom")).to_have_text("1")
    go_on(page, "Turn 1: Upkeep")
    assert_accessible(page)
    assert_no_overflow(page)
    go_on(page, "Turn 1: Movement")
    moves(page, "Investigator 1", "Woods")
    go_on(page, "Turn 1: Arkham Encounters")
    page.get_by_role("button", name="Through the gate").click()
    expect(page.locator("#seat-p1")).to_contain_text("Yuggoth, area 1")
    go_on(page, "Turn 1: Other World Encounters")
    go_on(page, "Turn 1: Mythos")
    page.get_by_role("button", name="Terror +").click()
    expect(value(page, "terror")).to_have_text("1")
    go_on(page, "Turn 2: Upkeep")
    go_on(page, "Turn 2: Movement")
    page.get_by_role("button", name="Apply").click()
    expect(page.locator("#seat-p1")).to_contain_text("area 2")
    for now in ("Arkham Encounters", "Other World Encounters", "Mythos"):
        go_on(page, f"Turn 2: {now}")
    go_on(page, "Turn 3: Upkeep")
    go_on(page, "Turn 3: Movement")
    page.get_by_role("button", name="Apply").click()
    expect(page.locator("#seat-p1")).to_contain_text("explored marker")
    go_on(page, "Turn 3: Arkham Encounters")
    page.get_by_role("button", name="Close the gate").click()
    expect(page.locator(".due")).to_contain_text("you win")
    page.get_by_role("button", name="Apply").click()
    # Azathoth 14, terror 1, one gate trophy, one survivor.
    expect(page.locator("#total")).to_have_text("15")
    expect(page.locator("#score")).to_contain_text("Ann")
    page.locator("#undo").click()
    expect(page.locator("#score")).to_have_count(0)
    page.locator("#redo").click()
    expect(page.locator("#total")).to_have_text("15")
    page.goto(f"{live_server.url}/games/")
    expect(page.locator("#statistics")).to_contain_text("Best score: 15.")
    assert_accessible(page)


def test_the_final_battle_is_fought_on_a_phone(
    page: Page, live_server, assert_accessible, assert_no_overflow
):
    page.set_viewport_size(PHONE)
    set_up(page, live_server.url, "Ann", "Ben")
    opens_gate(page, "Graveyard")
    go_on(page, "Turn 1: Upkeep")
    page.get_by_role("button", name="Sanity: one less").first.click()
    expect(page.locator("#seat-p1")).to_contain_text("4")
    assert_no_overflow(page)
    assert_accessible(page)
    found = form(page, "Doom changes")
    found.locator("[name=number]").fill("13")
    found.get_by_role("button", name="What happens").click()
    page.get_by_role("button", name="Record all of it").click()
    expect(page.locator("#now")).to_have_text("Final battle, round 1")
    for attack in range(1, 15):
        found = form(page, "Attack")
        found.locator("[name=successes]").fill("2")
        found.get_by_role("button", name="Record").click()
        expect(value(page, "doom")).to_have_text(str(14 - attack))
        if attack % 2 == 0 and attack < 14:
            go_on(page, f"Final battle, round {attack // 2 + 1}")
    page.get_by_role("button", name="Apply").click()
    # Azathoth 14 and two survivors.
    expect(page.locator("#total")).to_have_text("16")
    assert_no_overflow(page)


def test_a_turn_is_recorded_from_menus(page: Page, live_server, assert_accessible, assert_no_overflow):
    page.set_viewport_size(PHONE)
    set_up(page, live_server.url, "Ann", "Ben")

    def menu(place: str, label: str) -> Locator:
        return page.locator(f"{place} .game-choice").filter(has_text=label)

    menu(".game-phase", "A gate opens at …").select_option(label="Woods")
    expect(page.locator("#preview")).to_contain_text("Doom 0 → 1")
    page.locator("#preview").get_by_role("button", name="Record", exact=True).click()
    expect(value(page, "gates")).to_have_text("1")
    go_on(page, "Turn 1: Upkeep")
    page.locator("#seat-p2").get_by_role("button", name="Fight/Will: one more").click()
    page.locator("#seat-p2").get_by_role("button", name="Fight/Will: one more").click()
    expect(page.locator("#seat-p2")).to_contain_text("1 · 3 · 1")
    menu("#seat-p1", "Goes to …").select_option(label="Black Cave")
    expect(page.locator("#seat-p1 .game-seat__place")).to_have_text("Black Cave")
    # Arrow keys walk through a menu; only Enter records.
    menu("#seat-p1", "Is …").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(menu("#seat-p1", "Is …")).not_to_have_value("")
    expect(page.locator("#seat-p1")).not_to_contain_text("Jail Cell")
    page.keyboard.press("Enter")
    expect(page.locator("#seat-p1 .game-seat__place")).to_have_text("Jail Cell")
    menu("#seat-p2", "Is …").select_option(label="delayed")
    go_on(page, "Turn 1: Movement")
    page.get_by_role("button", name="Apply all of it").click()
    expect(page.locator("#seat-p1 .game-seat__place")).to_have_text("Police Station")
    expect(page.locator("#seat-p2 .badge")).to_have_count(0)
    assert_accessible(page)
    assert_no_overflow(page)


class Taps:
    """The taps of a turn: a choice from a menu is two."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.number = 0

    def _waits(self, before: str | None) -> None:
        expect(self.page.locator("#game-table")).not_to_have_attribute("data-revision", str(before))

    def tap(self, name: str, place: str = "#game-table") -> None:
        before = self.page.locator("#game-table").get_attribute("data-revision")
        self.page.locator(place).get_by_role("button", name=name, exact=True).first.click()
        self._waits(before)
        self.number += 1

    def choose(self, place: str, menu: str, option: str) -> None:
        before = self.page.locator("#game-table").get_attribute("data-revision")
        self.page.locator(f"{place} .game-choice").filter(has_text=menu).select_option(label=option)
        self._waits(before)
        self.number += 2

    def opens_gate(self, place: str) -> None:
        """A gate is chosen from the menu, shown, and recorded."""
        self.page.locator(".game-phase .game-choice").first.select_option(label=place)
        expect(self.page.locator("#preview")).to_contain_text("Doom")
        self.tap("Record", "#preview")
        self.number += 2

    def goes_on(self, now: str) -> None:
        go_on(self.page, now)
        self.number += 1


def test_a_turn_takes_fewer_taps_than_pieces_are_moved(page: Page, live_server):
    """Four investigators play a turn on a phone; each piece that moves at the table is counted."""
    page.set_viewport_size(PHONE)
    set_up(page, live_server.url, "Ann", "Ben", "Cem", "Dora")
    taps = Taps(page)
    taps.choose("#seat-p1", "Gains …", "Retainer")
    taps.choose("#seat-p3", "Goes to …", "Woods")
    taps.opens_gate("Woods")
    taps.goes_on("Turn 1: Upkeep")
    taps.goes_on("Turn 1: Movement")
    taps.tap("Apply", ".due")
    for now in ("Arkham Encounters", "Other World Encounters", "Mythos"):
        taps.goes_on(f"Turn 1: {now}")
    taps.choose("#seat-p4", "Is …", "delayed")
    taps.goes_on("Turn 2: Upkeep")
    taps.number = pieces = 0
    # A slider moves; the Retainer stays, and brings $2.
    taps.tap("Fight/Will: one more", "#seat-p2")
    taps.tap("Kept", ".due")
    taps.tap("Money: one more", "#seat-p1")
    taps.tap("Money: one more", "#seat-p1")
    pieces += 1 + 2
    taps.goes_on("Turn 2: Movement")
    # One goes on in the Other World, one stands up. Two walk three steps each and take a clue; one of them
    # makes a monster a trophy and loses a Stamina.
    taps.tap("Apply all of it", ".due")
    for seat, place in (("p1", "Graveyard"), ("p2", "Black Cave")):
        taps.choose(f"#seat-{seat}", "Goes to …", place)
        taps.tap("Take 1 clue", f"#seat-{seat}")
    taps.tap("Defeats a monster", "#seat-p2")
    taps.tap("Stamina: one less", "#seat-p2")
    pieces += 1 + 1 + 2 * (3 + 1) + 1 + 1
    taps.goes_on("Turn 2: Arkham Encounters")
    # A Common Item and $3; a Sanity lost, and a clue gained.
    taps.choose("#seat-p1", "Gains …", "Common Item")
    for _dollar in range(3):
        taps.tap("Money: one more", "#seat-p1")
    taps.tap("Sanity: one less", "#seat-p2")
    taps.tap("Clues: one more", "#seat-p2")
    pieces += 1 + 3 + 1 + 1
    taps.goes_on("Turn 2: Other World Encounters")
    taps.goes_on("Turn 2: Mythos")
    # The card; doom, a gate, the investigator there, who is delayed, a monster, a clue; two monsters move.
    taps.opens_gate("Black Cave")
    taps.choose(".game-phase", "A clue appears at …", "Unvisited Isle")
    expect(page.locator("#seat-p2")).to_contain_text("delayed")
    expect(value(page, "doom")).to_have_text("2")
    pieces += 1 + 1 + 1 + 2 + 1 + 1 + 2
    # The marker passes.
    taps.goes_on("Turn 3: Upkeep")
    pieces += 1
    assert (taps.number, pieces) == (30, 31)


def joined(browser: Browser, page: Page, link: str, size) -> Page:
    """Another device that opens the link for a role and joins."""
    page.goto(f"{page.url.rstrip('/')}/settings/")
    page.get_by_role("button", name=link).click()
    address = page.locator("input[readonly]").last.input_value()
    device = browser.new_context(viewport=size).new_page()
    device.goto(address)
    device.locator("main form button").click()
    expect(device.locator("#game-table")).to_be_visible()
    page.go_back()
    page.go_back()
    return device


def test_two_phones_and_a_screen_follow_each_other(page: Page, browser: Browser, live_server):
    page.set_viewport_size(PHONE)
    set_up(page, live_server.url, "Ann", "Ben")
    opens_gate(page, "Woods")
    go_on(page, "Turn 1: Upkeep")
    second = joined(browser, page, "Link for players", PHONE)
    screen = joined(browser, page, "Link for readers", DESKTOP)
    expect(screen.locator("#game-taps button")).to_have_count(0)
    # Quick taps are all recorded, also those that come before the answer of the first.
    page.locator("#seat-p1").get_by_role("button", name="Money: one more").evaluate(
        "button => { for (let n = 0; n < 3; n++) button.click() }"
    )
    expect(stat(page, "p1", "Money")).to_have_text("3")
    # The second phone fills in a form. It follows, and the form stays as it is.
    found = form(second, "A gate opens")
    found.locator("[name=place]").select_option("Graveyard")
    found.locator("[name=world]").fill("The Abyss")
    page.get_by_role("button", name="Terror +").click()
    for device in (page, second, screen):
        expect(value(device, "terror")).to_have_text("1")
        expect(stat(device, "p1", "Money")).to_have_text("3")
    expect(found.locator("[name=world]")).to_have_value("The Abyss")
    expect(found.locator("[name=world]")).to_be_focused()
    expect(found.locator("[name=place]")).to_have_value("Graveyard")
    # The preview is there while the first phone records something else: it is too late, and is repeated.
    found.get_by_role("button", name="What happens").click()
    expect(second.locator("#preview")).to_contain_text("Doom 1 → 2")
    page.get_by_role("button", name="Terror +").click()
    expect(value(screen, "terror")).to_have_text("2")
    second.locator("#preview").get_by_role("button", name="Record", exact=True).click()
    expect(second.locator("#refusal")).to_contain_text("Terror rises by 1.")
    second.locator("#do-it-again").click()
    for device in (page, second, screen):
        expect(value(device, "doom")).to_have_text("2")
        expect(value(device, "terror")).to_have_text("2")
    expect(screen.locator("#places-title").locator("../..")).to_contain_text("gate to The Abyss")
    for device in (second, screen):
        device.context.close()


def stat(page: Page, seat: str, name: str) -> Locator:
    return page.locator(f"#seat-{seat} .game-stats > div", has_text=name).locator("b")


def test_a_command_that_comes_too_late_is_repeated(page: Page, live_server, context):
    page.set_viewport_size(PHONE)
    set_up(page, live_server.url, "Ann")
    opens_gate(page, "Woods")
    second = context.new_page()
    # The second phone does not hear of what the first one does, so its command comes too late.
    second.route("**/pulse/**", lambda route: route.fulfill(status=204))
    second.goto(page.url)
    page.get_by_role("button", name="Terror +").click()
    expect(value(page, "terror")).to_have_text("1")
    second.get_by_role("button", name="Doom +").click()
    expect(second.locator("#refusal")).to_contain_text("Terror rises by 1.")
    second.locator("#do-it-again").click()
    expect(value(second, "doom")).to_have_text("2")
    expect(value(second, "terror")).to_have_text("1")
    # The first phone follows by itself.
    expect(value(page, "doom")).to_have_text("2")
