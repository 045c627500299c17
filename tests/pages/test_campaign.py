"""A browser test of a whole campaign by two new players: Brethren of Ash, from invitation to epic mode.

The expected numbers follow from the rulebook; comments show the arithmetic.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from campaigns.models import Campaign
from campaigns.selectors import state_of
from campaigns.services.recording import replayed
from tests.browser import DESKTOP, PATIENCE
from tests.builders import a_deck

pytestmark = pytest.mark.django_db(transaction=True)

READY = "html[data-editor=ready]"
DANIELA, JOE, DEXTER = "12001", "12004", "12010"
GLYPHS = "03025"


class Player:
    """A player of the campaign with a browser."""

    def __init__(self, page: Page, site: str, name: str) -> None:
        self.page = page
        self.site = site
        self.name = name
        self.campaign = ""

    def open(self, path: str = "") -> None:
        self.page.goto(f"{self.campaign}{path}")

    def press(self, name: str | re.Pattern[str], within: Locator | None = None) -> None:
        (within or self.page).get_by_role("button", name=name, exact=isinstance(name, str)).first.click()

    def seat(self, who: str) -> Locator:
        """Return the investigator's seat on the campaign's page."""
        return self.page.locator("article.seat", has=self.page.get_by_role("link", name=who, exact=True))

    def sees(self, who: str, *, xp: int, earned: int, physical: int = 0, mental: int = 0) -> None:
        """Check balance, lifetime total and trauma on the campaign's page."""
        numbers = self.seat(who).locator(".seat__nums")
        expect(numbers.locator("dd").nth(3)).to_have_text(re.compile(rf"^\s*{xp}\s+of {earned}\s*$"))
        trauma = [str(n) for n in (physical, mental) if n] or ["0"]
        shown = re.compile(r"^\D*" + r"\D+".join(trauma) + r"\s*$")
        expect(numbers.locator("dd").nth(2)).to_have_text(shown)

    def balance(self, who: str) -> int:
        return int(self.seat(who).locator(".seat__nums dd").nth(3).inner_text().split()[0])

    def brings(self, investigator: str, cards: dict[str, int], name: str) -> None:
        """Import a deck that was built elsewhere."""
        deck = a_deck(investigator, {**cards, "01000": 1, "12102": 0, "12104": 0}, mode="creation")
        text = {"name": name, "investigator_code": investigator, "slots": dict(deck.slots)}
        self.page.goto(f"{self.site}/decks/import/")
        self.page.locator("textarea[name=text]").fill(json.dumps(text))
        self.press("Preview")
        expect(self.page.locator(".found .badge--ok")).to_be_visible()
        self.press("Save deck")
        self.page.wait_for_url(re.compile("/decks/"))

    def sits_down(self, deck: str) -> None:
        """Choose the deck, and draw its random basic weakness."""
        self.page.get_by_label("Player", exact=True).fill(self.name)
        self.page.locator("label", has_text=deck).locator("input[name=deck]").check()
        self.press("Add investigator")
        expect(self.page.locator("#verdict-panel")).to_be_visible()
        self.page.locator("#draw-weakness").click()
        expect(self.page.locator("#draw-weakness")).to_have_count(0)

    def advances(self, scenario: str) -> None:
        self.open("next/")
        self.page.get_by_label(scenario).check()
        self.press("Set up scenario")
        self.press("Start the scenario")
        expect(self.page.locator("#live")).to_contain_text(f"Now playing: {scenario}")

    def enters(self, who: str, how: str) -> None:
        """Enter how the scenario ended for an investigator, in step III of the guided page."""
        group = self.page.get_by_role("radiogroup", name=who, exact=True)
        group.get_by_text(how, exact=True).click()

    def previews(self, *lines: str) -> None:
        for line in lines:
            expect(self.page.locator("#outcome")).to_contain_text(line)

    def records_the_scenario(self) -> None:
        self.page.locator("#record-scenario").click()
        expect(self.page.get_by_text("Scenario recorded.")).to_be_visible()

    def basket(self, who: str) -> Locator:
        return self.page.locator("[id^=p-]", has=self.page.get_by_role("heading", name=who, exact=True))

    def opens_purchases(self, who: str) -> None:
        self.open("after/")
        self.press(re.compile("Buy cards|Continue buying"), self.basket(who))
        self.page.wait_for_selector(READY)

    def wants(self, title: str, find: str) -> Locator:
        """Press plus on a card in the editor, and return the dialog with its prices."""
        self.page.fill("#find", find)
        pool = self.page.locator("#pool-rows")
        pool.get_by_role("button", name=f"Add one {title}", exact=True).first.click()
        return self.page.locator("#dialog")

    def finishes_purchases(self) -> None:
        """Finish the upgrade in the editor, which leads back to the campaign."""
        self.page.get_by_role("link", name="Finish purchases").first.click()
        self.page.locator("#dialog").get_by_role("button", name="Finish", exact=True).click()
        expect(self.page.get_by_text("Recorded in")).to_be_visible()


@pytest.fixture
def ada(page: Page, live_server: Any, transactional_db: None) -> Player:
    page.set_viewport_size(DESKTOP)
    # A refusal by the rules is answered with 409, which the browser's console logs.
    page.expected_complaints = ["409"]  # type: ignore[attr-defined]
    return Player(page, live_server.url, "Ada")


@pytest.fixture
def bob(browser: Browser, live_server: Any, transactional_db: None) -> Iterator[Player]:
    context = browser.new_context(viewport=DESKTOP)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield Player(page, live_server.url, "Bob")
    context.close()
    assert complaints == []


@pytest.mark.slow
def test_two_new_players_play_brethren_of_ash(ada: Player, bob: Player) -> None:
    begin_and_invite(ada, bob)
    ada0, bob0 = sit_down(ada, bob)
    first_scenario(ada, bob, ada0, bob0)
    first_purchases(ada, bob, ada0, bob0)
    second_scenario(ada, bob, ada0, bob0)
    undo_and_redo_the_second_scenario(ada, bob, ada0, bob0)
    branch(ada, ada0)
    dexter0 = death_and_replacement(ada, bob, ada0)
    third_scenario(ada, bob, ada0, dexter0)
    epic_mode(ada, bob, ada0, dexter0)


def begin_and_invite(ada: Player, bob: Player) -> None:
    """Begin a campaign and invite Bob. No account is needed: both are guests from their first step on."""
    ada.page.goto(ada.site + "/campaigns/new/")
    ada.page.get_by_role("link", name=re.compile("Brethren of Ash")).first.click()
    ada.page.get_by_label("Name", exact=True).fill("Ash on Thursdays")
    ada.press("Start campaign")
    expect(ada.page.get_by_role("heading", level=1)).to_have_text("Ash on Thursdays")
    # The guide's bag for standard: +1, 2×0, 3×-1, 2×-2, -3, -4, 2 skulls, tablet, elder thing, fail, sign.
    expect(ada.page.locator("[aria-labelledby=bag-title]")).to_contain_text("16 tokens")
    ada.campaign = ada.page.url
    ada.open("settings/")
    ada.press(re.compile("player", re.IGNORECASE), ada.page.locator("#share"))
    link = ada.page.locator("#share input[readonly], #share code").first
    address = link.input_value() if link.evaluate("e => e.tagName") == "INPUT" else link.inner_text()
    bob.page.goto(address)
    expect(bob.page.get_by_role("heading", level=1)).to_have_text("Ash on Thursdays")
    bob.page.get_by_label("Your name").fill("Bob")
    bob.press("Join")
    bob.page.wait_for_url(ada.campaign)
    bob.campaign = ada.campaign


def sit_down(ada: Player, bob: Player) -> tuple[int, int]:
    ada.brings(DANIELA, {}, "Grease")
    bob.brings(JOE, {GLYPHS: 2}, "Glyphs")
    ada.open()
    bob.open()
    ada.page.get_by_role("link", name="Add an investigator").click()
    ada.sits_down("Grease")
    # Bob's page updates without any action of his.
    expect(bob.seat("Daniela Reyes")).to_be_visible()
    bob.page.get_by_role("link", name="Add an investigator").click()
    bob.sits_down("Glyphs")
    ada.open()
    bob.open()
    expect(ada.seat("Joe Diamond")).to_contain_text("Legal")
    # Some weaknesses give experience when they are drawn, so the expected sums begin with that.
    return ada.balance("Daniela Reyes"), bob.balance("Joe Diamond")


def first_scenario(ada: Player, bob: Player, ada0: int, bob0: int) -> None:
    """Spreading Flames: victory 3 and bonus 2 for everybody; Daniela is defeated, Joe reads the glyphs."""
    ada.advances("Spreading Flames")
    expect(bob.page.locator("#live")).to_contain_text("Now playing")
    ada.open("after/")
    ada.page.get_by_text("Resolution 1", exact=False).first.click()
    ada.page.get_by_label("Victory display").fill("3")
    ada.page.get_by_label(re.compile("Bonus or penalty from the resolution")).fill("2")
    expect(ada.page.locator("#sum")).to_have_text("5")
    ada.enters("Daniela Reyes", "Damage")
    ada.enters("Joe Diamond", "Resigned")
    ada.page.locator("fieldset", has_text="Research completed").get_by_label("Joe Diamond").check()
    # Defeated by damage: one physical trauma (trauma.physical-on-damage-defeat), and the same experience.
    ada.previews("Daniela Reyes: +5 XP, +1 physical", "Joe Diamond: +5 XP")
    # The page can be left, and its entries are still there afterwards.
    ada.open()
    ada.open("after/")
    expect(ada.page.locator("#sum")).to_have_text("5")
    ada.records_the_scenario()
    expect(ada.basket("Daniela Reyes")).to_contain_text(
        f"{ada0} carried over + 5 earned = {ada0 + 5} XP to spend"
    )
    bob.open()
    bob.sees("Daniela Reyes", xp=ada0 + 5, earned=ada0 + 5, physical=1)
    bob.sees("Joe Diamond", xp=bob0 + 5, earned=bob0 + 5)


def first_purchases(ada: Player, bob: Player, ada0: int, bob0: int) -> None:
    """Joe upgrades one copy of what he has researched; Daniela buys a card that will be exiled."""
    bob.opens_purchases("Joe Diamond")
    dialog = bob.wants("Archaic Glyphs (3)", "archaic glyphs")
    # Researched, with the task done in the log: the upgrade costs the difference of levels, 3 - 0.
    bob.press(f"Buy, {bob0 + 2} left", dialog)
    expect(bob.page.locator("#figures")).to_contain_text(f"{bob0 + 2} of {bob0 + 5}")
    # A card of level 5 costs 5, and 2 are left (xp.spend-not-exceed): there is no button to buy it.
    dialog = bob.wants("Deciphered Reality (5)", "deciphered reality")
    dialog.get_by_label("Replaces").select_option(index=1)
    expect(dialog).to_contain_text(f"{5 - (bob0 + 2)} XP short")
    expect(dialog.get_by_role("button", name=re.compile("Buy"))).to_have_count(0)
    bob.page.keyboard.press("Escape")
    bob.finishes_purchases()
    expect(bob.basket("Joe Diamond")).to_contain_text(f"Spent of {bob0 + 5}, {bob0 + 2} left")

    ada.opens_purchases("Daniela Reyes")
    dialog = ada.wants("Flare (1)", "flare")
    dialog.get_by_label("Replaces").select_option(index=1)
    # A new card of level 1 costs 1 (xp.cost-by-level).
    ada.press(f"Buy, {ada0 + 4} left", dialog)
    expect(ada.page.locator("#figures")).to_contain_text(f"{ada0 + 4} of {ada0 + 5}")
    ada.finishes_purchases()
    ada.open()
    ada.sees("Daniela Reyes", xp=ada0 + 4, earned=ada0 + 5, physical=1)
    ada.sees("Joe Diamond", xp=bob0 + 2, earned=bob0 + 5)


def second_scenario(ada: Player, bob: Player, ada0: int, bob0: int) -> None:
    """Smoke and Mirrors: victory 2 and bonus 1; Daniela exiles her Flare, Joe is killed by the story."""
    ada.advances("Smoke and Mirrors")
    bob.open("after/")
    bob.page.get_by_text("Resolution 2", exact=False).first.click()
    bob.page.get_by_label("Victory display").fill("2")
    bob.page.get_by_label(re.compile("Bonus or penalty from the resolution")).fill("1")
    bob.page.get_by_label("Copies of Flare exiled by Daniela Reyes").fill("1")
    bob.page.get_by_label("More about Joe Diamond").click()
    bob.page.locator("select[name^=lost-]").nth(1).select_option("killed")
    bob.page.get_by_label("Note").first.fill("The investigators failed in their search.")
    bob.page.locator("input[name=token-cultist]").fill("2")
    bob.previews("Daniela Reyes: +3 XP", "Joe Diamond: +3 XP", "killed")
    bob.records_the_scenario()
    bob.open()
    second_sees_the_change(bob, ada0, bob0)
    # Ada's page updates without any action of hers since the scenario began.
    expect(ada.seat("Joe Diamond")).to_contain_text("killed")
    second_sees_the_change(ada, ada0, bob0)


def second_sees_the_change(player: Player, ada0: int, bob0: int) -> None:
    # 4 kept and 3 earned; everybody who took part earns, the dead as well (E-39): 2 kept and 3 earned.
    player.sees("Daniela Reyes", xp=ada0 + 7, earned=ada0 + 8, physical=1)
    player.sees("Joe Diamond", xp=bob0 + 5, earned=bob0 + 8)
    expect(player.seat("Joe Diamond")).to_contain_text("killed")
    expect(player.seat("Daniela Reyes")).to_contain_text("Flare exiled")
    # Flare is back in the collection: 29 of 30 cards (exile.returns-to-collection).
    expect(player.seat("Daniela Reyes")).to_contain_text("Illegal")
    expect(player.page.locator("[aria-labelledby=bag-title]")).to_contain_text("18 tokens")
    expect(player.page.locator("[aria-labelledby=log-title]")).to_contain_text("failed in their search")


def undo_and_redo_the_second_scenario(ada: Player, bob: Player, ada0: int, bob0: int) -> None:
    before = state_now()
    ada.open()
    step = ada.page.locator("li.step", has_text="Smoke and Mirrors").last
    step.locator("summary").click()
    ada.press(re.compile("Undo from step"), step)
    # Everything is as it was after the first purchases: experience, decks, log, bag, and who is alive.
    for player in (ada, bob):
        expect(player.page.locator("[aria-labelledby=bag-title]")).to_contain_text("16 tokens")
        player.sees("Daniela Reyes", xp=ada0 + 4, earned=ada0 + 5, physical=1)
        player.sees("Joe Diamond", xp=bob0 + 2, earned=bob0 + 5)
        expect(player.seat("Joe Diamond")).not_to_contain_text("killed")
        expect(player.seat("Daniela Reyes")).not_to_contain_text("Flare exiled")
        expect(player.seat("Daniela Reyes")).not_to_contain_text("Illegal")
        expect(player.page.locator("[aria-labelledby=log-title]")).not_to_contain_text(
            "failed in their search"
        )
    ada.open("steps/")
    ada.press(re.compile("Redo"), ada.page.locator("li.step.is-undone").first)
    ada.open()
    second_sees_the_change(ada, ada0, bob0)
    assert state_now() == before


def branch(ada: Player, ada0: int) -> None:
    """Branch the campaign at the end of the first scenario, so that Joe survives."""
    step = ada.page.locator("li.step.is-scenario", has_text="Spreading Flames").first
    step.locator("summary").click()
    step.get_by_role("link", name="Branch from here").click()
    ada.page.get_by_label("Name").fill("What if")
    ada.press("Branch")
    expect(ada.page.get_by_role("heading", level=1)).to_have_text("What if")
    # Before the first purchases, Daniela had all 5; and her deck is a copy.
    ada.sees("Daniela Reyes", xp=ada0 + 5, earned=ada0 + 5, physical=1)
    expect(ada.seat("Joe Diamond")).not_to_contain_text("killed")
    ada.open()
    expect(ada.seat("Joe Diamond")).to_contain_text("killed")


def death_and_replacement(ada: Player, bob: Player, ada0: int) -> int:
    bob.brings(DEXTER, {}, "Smoke")
    bob.open()
    expect(bob.page.get_by_label("What to do next")).to_contain_text("Joe Diamond is out")
    bob.page.get_by_role("link", name="Choose an investigator").click()
    expect(bob.page.get_by_role("heading", level=1)).to_have_text("Replace Joe Diamond")
    # Joe cannot be used again (trauma.removed-investigator-unusable); no deck of his is offered.
    expect(bob.page.locator("main")).not_to_contain_text("Glyphs")
    bob.sits_down("Smoke")
    bob.open()
    # A new level 0 deck, no experience, no trauma (party.replacement-level0).
    dexter0 = bob.balance("Dexter Drake")
    bob.sees("Dexter Drake", xp=dexter0, earned=dexter0)
    # The campaign cannot continue with 29 cards (end.deck-must-be-legal, exile.must-restore-size).
    ada.open("next/")
    ada.page.get_by_label("Queen of Ash").check()
    ada.press("Set up scenario")
    expect(ada.page.locator("#refusal")).to_contain_text("end.deck-must-be-legal")
    ada.opens_purchases("Daniela Reyes")
    # To get it back it is bought again (exile.repurchase-level1plus): 7 - 1 = 6. It takes the place that the
    # exiled card left, so there is nothing to choose.
    ada.wants("Flare (1)", "flare")
    expect(ada.page.locator("#figures")).to_contain_text(f"{ada0 + 6} of {ada0 + 7}")
    expect(ada.page.locator("#figures [role=status]")).to_contain_text("Legal")
    ada.finishes_purchases()
    return dexter0


def third_scenario(ada: Player, bob: Player, ada0: int, dexter0: int) -> None:
    """Queen of Ash: victory 4 and bonus 3; the resolution gives Dexter one mental trauma."""
    ada.advances("Queen of Ash")
    ada.open("after/")
    ada.page.get_by_text("Resolution 1", exact=False).first.click()
    ada.page.get_by_label("Victory display").fill("4")
    ada.page.get_by_label(re.compile("Bonus or penalty from the resolution")).fill("3")
    ada.page.get_by_label("More about Dexter Drake").click()
    ada.page.locator("input[name^=mental-]").nth(1).fill("1")
    ada.previews("Daniela Reyes: +7 XP", "Dexter Drake: +7 XP, +1 mental")
    ada.records_the_scenario()
    ada.open()
    # 6 + 7 = 13 of 5 + 3 + 7 = 15 earned; Dexter has earned in this scenario only.
    ada.sees("Daniela Reyes", xp=ada0 + 13, earned=ada0 + 15, physical=1)
    ada.sees("Dexter Drake", xp=dexter0 + 7, earned=dexter0 + 7, mental=1)


def epic_mode(ada: Player, bob: Player, ada0: int, dexter0: int) -> None:
    ada.open("end/")
    ada.press("End the campaign")
    expect(ada.page.locator("#live")).to_contain_text("The campaign is won.")
    ada.page.get_by_role("link", name="Continue in a new campaign").click()
    ada.page.get_by_label("Choose the next campaign").select_option("boa")
    ada.press("Continue")
    # The score is what was earned (epic.score); Joe cannot take part.
    going = ada.page.locator("form", has_text="Who continues")
    expect(going).to_contain_text(
        f"Daniela Reyes {ada0 + 15} experience in total, 1 physical and 0 mental trauma"
    )
    expect(going).to_contain_text(
        f"Dexter Drake {dexter0 + 7} experience in total, 0 physical and 1 mental trauma"
    )
    expect(going).not_to_contain_text("Joe Diamond")
    ada.page.get_by_label("Name", exact=True).fill("Ash again")
    # It may not be easier than before (epic.difficulty-not-lower).
    ada.page.get_by_role("radio", name="Easy").check()
    ada.press("Start campaign")
    expect(ada.page.locator("#refusal")).to_contain_text("epic.difficulty-not-lower")
    ada.page.get_by_role("radio", name="Hard").check()
    ada.press("Start campaign")
    expect(ada.page.get_by_role("heading", level=1)).to_have_text("Ash again")
    # Trauma stays (epic.trauma-transfers); experience is forfeited (epic.xp-forfeited).
    ada.sees("Daniela Reyes", xp=0, earned=0, physical=1)
    ada.sees("Dexter Drake", xp=0, earned=0, mental=1)
    # Flare (1) is not of level 0 (epic.deck-reset-level0): 29 cards, one to choose.
    expect(ada.seat("Daniela Reyes")).to_contain_text("Illegal")
    # The new log has the running totals (epic.xp-forfeited), and nothing of the old one.
    log = ada.page.locator("[aria-labelledby=log-title]")
    expect(log).to_contain_text(f"Daniela Reyes: {ada0 + 15}, of which {ada0 + 15} before this campaign")
    expect(log).to_contain_text(f"Dexter Drake: {dexter0 + 7}, of which {dexter0 + 7} before this campaign")
    expect(log).not_to_contain_text("failed in their search")
    bob.page.goto(ada.page.url)
    expect(bob.seat("Dexter Drake")).to_be_visible()


def state_now() -> Any:
    campaign = Campaign.objects.get(name="Ash on Thursdays")
    state = state_of(campaign)
    assert state == replayed(campaign)
    return state
