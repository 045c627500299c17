"""Browser tests of taps on a board game at the wrong moment: none is lost, and none is recorded twice."""

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from tests.browser import PHONE
from tests.pages.test_board_game import form, go_on, joined, opens_gate, set_up, stat, value

pytestmark = pytest.mark.django_db(transaction=True)

PLACES = "A gate opens at …"


def menu(page: Page, label: str, place: str = ".game-phase") -> Locator:
    return page.locator(f"{place} .game-choice").filter(has_text=label)


class Held:
    """Requests that are kept back until the test lets them go."""

    def __init__(self, page: Page, pattern: str) -> None:
        self.page, self.routes, self.keeps = page, list[Route](), True
        page.route(pattern, self._came)

    def _came(self, route: Route) -> None:
        if self.keeps:
            self.routes.append(route)
        else:
            route.continue_()

    def wait(self) -> None:
        while not self.routes:
            self.page.wait_for_timeout(20)

    def let_go(self) -> None:
        """Let everything go, also what comes from now on."""
        self.keeps = False
        for route in self.routes:
            route.continue_()


@pytest.fixture
def game(page: Page, live_server) -> Page:
    page.set_viewport_size(PHONE)
    set_up(page, live_server.url, "Ann", "Ben")
    return page


def test_a_choice_before_the_script_runs_counts(game: Page):
    script = Held(game, "**/js/boardgames*.js")
    game.goto(game.url, wait_until="commit")
    menu(game, PLACES).select_option(label="Woods")
    script.wait()
    script.let_go()
    expect(game.locator("#preview")).to_contain_text("Doom 0 → 1")
    game.locator("#preview").get_by_role("button", name="Record", exact=True).click()
    expect(value(game, "gates")).to_have_text("1")


def test_several_choices_before_the_script_runs_count(game: Page):
    script = Held(game, "**/js/boardgames*.js")
    game.goto(game.url, wait_until="commit")
    menu(game, "Goes to …", "#seat-p1").select_option(label="Black Cave")
    menu(game, "Goes to …", "#seat-p2").select_option(label="Woods")
    script.wait()
    script.let_go()
    expect(game.locator("#seat-p1 .game-seat__place")).to_have_text("Black Cave")
    expect(game.locator("#seat-p2 .game-seat__place")).to_have_text("Woods")


def test_what_arrow_keys_show_before_the_script_runs_is_recorded_by_enter(game: Page):
    script = Held(game, "**/js/boardgames*.js")
    game.goto(game.url, wait_until="commit")
    goes = menu(game, "Goes to …", "#seat-p1")
    goes.focus()
    game.keyboard.press("ArrowDown")
    shown = goes.locator("option:checked").inner_text()
    script.wait()
    script.let_go()
    game.wait_for_load_state()
    expect(game.locator("#game-table")).to_have_attribute("data-revision", "1")
    goes.press("Enter")
    expect(game.locator("#seat-p1 .game-seat__place")).to_have_text(shown)


def test_a_choice_during_a_request_is_shown_first_too(game: Page):
    held = Held(game, "**/command/")
    menu(game, "Goes to …", "#seat-p1").select_option(label="Black Cave")
    held.wait()
    menu(game, PLACES).select_option(label="Woods")
    held.let_go()
    expect(game.locator("#preview")).to_contain_text("Doom 0 → 1")
    expect(game.locator("#seat-p1 .game-seat__place")).to_have_text("Black Cave")
    expect(value(game, "gates")).to_have_text("0")


def test_what_is_tapped_before_a_preview_waits_for_the_decision(game: Page):
    held = Held(game, "**/command/")
    menu(game, PLACES).select_option(label="Woods")
    held.wait()
    game.locator("#seat-p1").get_by_role("button", name="Money: one more").click()
    held.let_go()
    game.locator("#preview").get_by_role("button", name="Record", exact=True).click()
    expect(stat(game, "p1", "Money")).to_have_text("1")
    expect(value(game, "gates")).to_have_text("1")


def test_apply_all_of_it_during_a_request_applies_all(game: Page):
    opens_gate(game, "Woods")
    go_on(game, "Turn 1: Upkeep")
    for seat in ("#seat-p1", "#seat-p2"):
        menu(game, "Is …", seat).select_option(label="delayed")
        expect(game.locator(seat)).to_contain_text("delayed")
    go_on(game, "Turn 1: Movement")
    held = Held(game, "**/command/")
    game.locator("#seat-p1").get_by_role("button", name="Money: one more").click()
    held.wait()
    game.get_by_role("button", name="Apply all of it").click()
    held.let_go()
    expect(stat(game, "p1", "Money")).to_have_text("1")
    expect(game.locator(".game-seat .badge")).to_have_count(0)


def test_undo_during_a_request_undoes_what_it_records(game: Page):
    more = game.locator("#seat-p1").get_by_role("button", name="Money: one more")
    for money in ("1", "2", "3"):
        more.click()
        expect(stat(game, "p1", "Money")).to_have_text(money)
    held = Held(game, "**/undo/")
    game.locator("#undo").evaluate("button => { for (let n = 0; n < 3; n++) button.click() }")
    held.wait()
    more.click()
    held.let_go()
    expect(stat(game, "p1", "Money")).to_have_text("1")
    # Three were undone before the fourth was added.
    expect(game.locator("#redo")).to_have_count(0)


def test_a_form_during_a_request_is_sent_after_it_and_once(game: Page):
    held = Held(game, "**/command/")
    found = form(game, "Give money")
    game.locator("#seat-p1").get_by_role("button", name="Money: one more").click()
    held.wait()
    gains = form(game, "Gain a card")
    gains.locator("[name=name]").fill("Lantern")
    gains.get_by_role("button", name="Record").dblclick()
    held.let_go()
    expect(found).to_have_count(0)
    expect(game.locator(".game-seat .game-cards li")).to_have_text(["Common Item: Lantern"])
    expect(stat(game, "p1", "Money")).to_have_text("1")
    expect(game.locator("#refusal")).to_have_count(0)


def test_an_open_menu_stays_while_another_phone_records(game: Page, browser: Browser):
    opens_gate(game, "Woods")
    go_on(game, "Turn 1: Upkeep")
    second = joined(browser, game, "Link for players", PHONE)
    goes = menu(second, "Goes to …", "#seat-p2")
    # A mouse opens the menu; the other phone records meanwhile.
    goes.dispatch_event("pointerdown")
    goes.focus()
    goes.evaluate("menu => { menu.dataset.opened = 'yes' }")
    game.get_by_role("button", name="Terror +").click()
    expect(value(game, "terror")).to_have_text("1")
    # Longer than it takes until the next question whether something changed.
    second.wait_for_timeout(5000)
    expect(goes).to_have_attribute("data-opened", "yes")
    goes.select_option(label="Black Cave")
    expect(second.locator("#refusal")).to_contain_text("Terror rises by 1.")
    second.locator("#do-it-again").click()
    expect(second.locator("#seat-p2 .game-seat__place")).to_have_text("Black Cave")
    second.context.close()


def test_a_menu_that_was_only_walked_through_does_not_look_recorded(game: Page):
    goes = menu(game, "Goes to …", "#seat-p1")
    goes.focus()
    game.keyboard.press("ArrowDown")
    expect(goes).not_to_have_value("")
    game.keyboard.press("Tab")
    expect(goes).to_have_value("")
    # The keyboard stays where it was after a choice.
    goes.focus()
    game.keyboard.press("ArrowDown")
    game.keyboard.press("Enter")
    expect(game.locator("#seat-p1 .game-seat__place")).not_to_have_text("")
    expect(goes).to_be_focused()
