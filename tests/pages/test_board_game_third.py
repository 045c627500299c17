"""Browser tests of the Third Edition: a scenario is entered, and games are played from set-up to the end."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.browser import DESKTOP, PHONE

pytestmark = pytest.mark.django_db(transaction=True)

FIELDS = {
    "name": "A Quiet Town",
    "box": "Our own",
    "neighborhoods": "Harbor: Pier, Warehouse, Lighthouse\nHill: Church, Mill, Tavern",
    "streets": "Long Bridge: bridge",
    "borders": "Pier – Long Bridge\nLong Bridge – Church",
    "start": "Tavern",
    "events": "20",
    "doom": "Pier: 1",
    "cup-spread-doom": "1",
    "cup-spawn-monster": "1",
    "cup-read-headline": "1",
    "cup-blank": "1",
    "monsters": "Rat: 3, health 1, damage 1\nHound: 2, health 3, damage 1, horror 1, remnant",
    "placed": "Rat: Lighthouse",
    "cards": "1 Outbreak\n10 The first lead\n- clues 2, spends, adds 11, removes: Follow it\n"
    "- doom 3, lost: The town falls\n11 The last door\n- clues 1, won: The door shuts",
    "opening": "1, 10",
}


class Players:
    """The players around one screen: what they tap, and what they see."""

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        self.url = url
        self.taps = 0

    def tap(self, name: str, *, exact: bool = True, place: str = "#game-table") -> None:
        """Tap a button, and wait until the table has changed."""
        before = self.page.locator("#game-table").get_attribute("data-revision")
        self.page.locator(place).get_by_role("button", name=name, exact=exact).first.click()
        expect(self.page.locator("#game-table")).not_to_have_attribute("data-revision", str(before))
        self.taps += 1

    def apply(self) -> None:
        """Apply what must follow, until nothing more is proposed."""
        while self.page.locator(".due").get_by_role("button", name="Apply", exact=True).count():
            self.tap("Apply", place=".due")

    def record(self, label: str, **fields: str) -> None:
        """Open a form, fill it in, look at what happens, and confirm it with everything that follows."""
        form = self.page.locator(
            ".game-form", has=self.page.locator("summary", has_text=re.compile(f"^{label}$"))
        )
        form.locator("summary").click()
        for name, value in fields.items():
            field = form.locator(f"[name='{name}']").first
            if field.evaluate("element => element.tagName") == "SELECT":
                field.select_option(label=value)
            else:
                field.fill(value)
        form.get_by_role("button", name="What happens").click()
        expect(self.page.locator("#preview")).to_be_visible()
        before = self.page.locator("#game-table").get_attribute("data-revision")
        self.page.locator("#preview").get_by_role("button").first.click()
        expect(self.page.locator("#game-table")).not_to_have_attribute("data-revision", str(before))

    def chooses(self, place: str, menu: str, option: str) -> None:
        """Choose from a menu, which records at once: one tap opens it, and one chooses."""
        before = self.page.locator("#game-table").get_attribute("data-revision")
        self.page.locator(f"{place} .game-choice").filter(has_text=menu).select_option(label=option)
        expect(self.page.locator("#game-table")).not_to_have_attribute("data-revision", str(before))
        self.taps += 2

    def now(self, text: str) -> None:
        expect(self.page.locator("#now")).to_have_text(text)

    def track(self, name: str, text: str) -> None:
        expect(self.page.locator(f"#track-{name} .game-track__value")).to_contain_text(text)


#: A larger town, in which more happens.
ROUND = {
    **FIELDS,
    "neighborhoods": FIELDS["neighborhoods"]
    + "\nOld Town: Market, Library, Cellar\nCampus: Archive, Quad, Chapel",
    "streets": "Long Bridge: bridge\nElm Street: residential\nForest Path: scenic",
    "borders": "Pier – Long Bridge\nLong Bridge – Church\nTavern – Elm Street\nElm Street – Market\n"
    "Cellar – Forest Path\nForest Path – Quad",
    "cup-gate-burst": "1",
    "cup-spawn-clue": "1",
    "cup-reckoning": "1",
    "cup-blank": "2",
    "placed": "Rat: Lighthouse\nHound: Mill",
}


def enter_scenario(page: Page, url: str, fields: dict[str, str] = FIELDS) -> None:
    """Enter the scenario as a new visitor would, from the list of games."""
    page.goto(url + reverse("game-new-third"))
    page.get_by_role("link", name="Enter a scenario").click()
    for name, value in fields.items():
        page.locator(f"[name='{name}']").fill(value)
    page.get_by_role("button", name="Save the scenario").click()
    expect(page.locator("h1")).to_have_text("A Quiet Town")
    expect(page.locator("dl")).to_contain_text("Harbor: Pier, Warehouse, Lighthouse")


SEATED = (("Ann", "Ada"), ("Ben", "Bert"), ("Cem", "Cleo"), ("Dora", "Dan"))


def set_up(page: Page, url: str, number: int = 2) -> Players:
    """Start a game with two to four players, and finish its set-up."""
    page.get_by_role("link", name="Start a game").click()
    page.locator("[name=scenario]").select_option("A Quiet Town")
    for seat, (player, investigator) in enumerate(SEATED[:number], 1):
        page.locator(f"[name=player-{seat}]").fill(player)
        page.locator(f"[name=name-{seat}]").fill(investigator)
    page.get_by_role("button", name="Set up the table").click()
    players = Players(page, url)
    players.now("Set-up")
    for place in ("Harbor", "Harbor", "Hill"):
        players.tap(place, place=".due")
    players.tap("Mill", place=".due")
    players.apply()
    expect(page.locator("#codex")).to_contain_text("The first lead")
    players.tap("Begin the first round", place=".due")
    players.now("Round 1: Action phase")
    players.track("scenario-doom", "0")
    return players


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_game_that_is_won(page: Page, live_server, size, assert_no_overflow: Callable[[Page], None]):
    page.set_viewport_size(size)
    enter_scenario(page, live_server.url)
    players = set_up(page, live_server.url)
    assert_no_overflow(page)
    # Ada gathers and moves; the turn ends by itself with one more tap.
    players.tap("Gather", place="#seat-1")
    players.chooses("#seat-1", "Goes to …", "Church")
    players.apply()
    expect(page.locator("#seat-1")).to_contain_text("turn is over")
    players.record("Ward", seat="Bert", successes="2")
    players.tap("Next phase")
    players.now("Round 1: Monster phase, activation")
    # The rat is in nobody's space, so nothing attacks and nothing readies.
    players.tap("Next phase")
    players.now("Round 1: Encounter phase")
    # Both are on the hill, where one clue lies.
    players.tap("Event, with the clue", place=".due")
    players.tap("Church", place=".due")
    players.tap("Encounter resolved", place=".due")
    expect(page.locator("#seat-1")).to_contain_text("Clues")
    players.tap("Next phase")
    players.now("Round 1: Mythos phase")
    players.tap("spread doom (1)", place=".due")
    players.tap("Pier", place=".due")
    players.tap("blank (1)", place=".due")
    players.tap("read headline (1)", place=".due")
    players.tap("Read, no rumor", place=".due")
    players.tap("spawn monster (1)", place=".due")
    players.chooses(".due", "Hound …", "Mill")
    expect(page.locator(".third-board")).to_contain_text("Hound 0/3, ready")
    players.track("cup", "0")
    players.tap("End the round")
    players.now("Round 2: Action phase")
    players.record("Clues on the scenario sheet", number="2")
    players.tap("It takes effect", place=".due")
    expect(page.locator("#codex")).to_contain_text("The last door")
    players.track("scenario-clues", "0")
    players.tap("Clues on the scenario +", exact=False)
    players.tap("It takes effect", place=".due")
    expect(page.locator("#end-title")).to_contain_text("You have won. Card 11. The door shuts")
    # The end can be undone like everything else.
    players.tap("Undo")
    players.now("Round 2: Action phase")
    players.tap("Redo")
    expect(page.locator("#end-title")).to_contain_text("You have won.")
    assert_no_overflow(page)


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_game_that_is_lost(page: Page, live_server, size, assert_accessible_in_both_themes):
    page.set_viewport_size(size)
    enter_scenario(page, live_server.url)
    players = set_up(page, live_server.url)
    # One doom too many: an outbreak is proposed, and one tap applies it.
    for _ in range(3):
        players.tap("Pier: one doom more")
    expect(page.locator(".due")).to_contain_text("Outbreak in Pier")
    players.apply()
    players.track("scenario-doom", "1")
    # Ada is defeated, which is doom as well.
    players.record("Damage and horror", seat="Ada", damage="7")
    expect(page.locator("#seat-1")).to_contain_text("defeated")
    players.track("scenario-doom", "2")
    assert_accessible_in_both_themes(page)
    players.record("Devoured", seat="Bert")
    expect(page.locator("#end-title")).to_contain_text("You have lost. Card 10. The town falls")
    page.goto(live_server.url + reverse("game-list"))
    expect(page.locator("table").first).to_contain_text("A Quiet Town")


def test_a_round_takes_fewer_taps_than_pieces_are_moved(page: Page, live_server):
    """Four investigators play a round on a phone; each piece that moves at the table is counted."""
    page.set_viewport_size(PHONE)
    enter_scenario(page, live_server.url, ROUND)
    players = set_up(page, live_server.url, number=4)
    players.taps = pieces = 0
    # Ada walks two spaces, takes $1 and turns her token over.
    players.chooses("#seat-1", "Goes to …", "Market")
    players.tap("Gather", place="#seat-1")
    pieces += 2 + 1 + 1
    # Bert walks to the hound, deals three damage, returns its card, and gains a remnant; his token.
    players.chooses("#seat-2", "Goes to …", "Mill")
    players.chooses("#seat-2", "Attacks …", "Hound: 3 successes")
    players.tap("Apply", place=".due")
    pieces += 1 + 3 + 1 + 1 + 1
    # Cleo takes a focus token and walks a space; her token.
    players.chooses("#seat-3", "Focuses …", "Lore")
    players.chooses("#seat-3", "Goes to …", "Church")
    pieces += 1 + 1 + 1
    # Dan takes a focus token and $1; his token.
    players.chooses("#seat-4", "Focuses …", "Will")
    players.tap("Gather", place="#seat-4")
    pieces += 1 + 1 + 1
    # The rat walks two spaces. No monster attacks or readies.
    players.tap("Next phase")
    players.chooses(".game-phase", "Rat (Lighthouse)", "Long Bridge")
    players.tap("Next phase")
    pieces += 2
    players.now("Round 1: Encounter phase")
    # $1 for Ada; the clue and its event for Bert; a horror for Cleo, a damage for Dan; four tokens turned.
    players.tap("Encounter resolved", place=".due:has-text('Ada')")
    players.tap("Money: one more", place="#seat-1")
    players.tap("Event, with the clue", place=".due:has-text('Bert')")
    players.tap("Mill", place=".due:has-text('discard pile')")
    players.tap("Encounter resolved", place=".due:has-text('Cleo')")
    players.tap("Horror: one more", place="#seat-3")
    players.tap("Encounter resolved", place=".due:has-text('Dan')")
    players.tap("Damage: one more", place="#seat-4")
    players.tap("Next phase")
    pieces += 1 + 2 + 1 + 1 + 4
    # Eight tokens: an event and its doom, a monster, three doom and the discard pile, nothing, a clue and its
    # event, a headline, a reckoning, nothing.
    players.tap("spread doom (1)", place=".due")
    players.tap("Pier", place=".due")
    players.tap("spawn monster (1)", place=".due")
    players.chooses(".due", "Hound …", "Quad")
    players.tap("gate burst (1)", place=".due")
    players.tap("Harbor", place=".due")
    players.tap("blank (2)", place=".due")
    players.tap("spawn clue (1)", place=".due")
    players.tap("Hill", place=".due")
    players.tap("read headline (1)", place=".due")
    players.tap("Read, no rumor", place=".due")
    players.tap("reckoning (1)", place=".due")
    players.tap("Done", place=".due")
    players.tap("blank (1)", place=".due")
    players.tap("End the round")
    pieces += 8 + 2 + 1 + 4 + 2 + 1
    players.now("Round 2: Action phase")
    assert (players.taps, pieces) == (44, 46)


def test_what_is_impossible_is_refused_with_its_rule(page: Page, live_server):
    page.set_viewport_size(DESKTOP)
    enter_scenario(page, live_server.url)
    players = set_up(page, live_server.url)
    form = page.locator(".game-form", has=page.locator("summary", has_text=re.compile("^Research$")))
    form.locator("summary").click()
    form.get_by_role("button", name="Record").click()
    expect(page.locator("#refusal")).to_contain_text("470.2")
    players.tap("Gather", place="#seat-1")
    expect(page.locator("#seat-1")).to_contain_text("takes a turn")


def test_pages_without_a_game(page: Page, live_server, assert_accessible_in_both_themes):
    for name in ("game-new-third", "game-scenario-new", "game-reference-third"):
        page.goto(live_server.url + reverse(name))
        assert_accessible_in_both_themes(page)
