"""A browser test of a campaign of the group's own, which becomes a campaign file and is played by another.

The expected numbers follow from what is entered; comments show the arithmetic.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from campaigns.models import Campaign
from campaigns.selectors import state_of
from campaigns.services.recording import replayed
from tests.browser import DESKTOP
from tests.pages.test_campaign import DANIELA, Player

pytestmark = pytest.mark.django_db(transaction=True)

WHO = "Daniela Reyes"
DOORS, NIGHT, CELLAR = "The House of Doors", "A quiet night", "Down in the Cellar"


@pytest.fixture
def ada(page: Page, live_server: Any, transactional_db: None) -> Player:
    page.set_viewport_size(DESKTOP)
    # A refusal by the rules is answered with 409, which the browser's console logs.
    page.expected_complaints = ["409"]  # type: ignore[attr-defined]
    return Player(page, live_server.url, "Ada")


def test_a_new_group_plays_its_own_campaign(ada: Player, tmp_path: Path) -> None:
    begin(ada)
    before = sit_down(ada)
    first_scenario(ada, before)
    buy(ada, before)
    interlude_and_log(ada)
    second_scenario(ada, before)
    end(ada, before)
    play_it_from_a_file(ada, tmp_path)


def begin(ada: Player) -> None:
    ada.page.goto(ada.site + "/campaigns/new/")
    ada.page.get_by_role("link", name="Custom or fan campaign").click()
    ada.page.get_by_label("Name", exact=True).fill("Doors on Fridays")
    for token, copies in {"0": 2, "-1": 3, "skull": 2, "auto_fail": 1, "elder_sign": 1}.items():
        ada.page.locator(f"input[name='token_{token}']").fill(str(copies))
    ada.press("Start campaign")
    expect(ada.page.get_by_role("heading", level=1)).to_have_text("Doors on Fridays")
    expect(ada.page.locator("[aria-labelledby=bag-title]")).to_contain_text("9 tokens")
    ada.campaign = ada.page.url


def sit_down(ada: Player) -> int:
    ada.brings(DANIELA, {}, "Grease")
    ada.open()
    ada.page.get_by_role("link", name="Add an investigator").click()
    ada.sits_down("Grease")
    ada.open()
    # Some weaknesses give experience when they are drawn, so the expected sums begin with that.
    return ada.balance(WHO)


def names_next(ada: Player, name: str) -> None:
    """Go on as the page proposes, and name the scenario."""
    ada.open()
    ada.page.locator("#live").get_by_role("link", name=re.compile("Set up|Next: choose")).first.click()
    ada.page.get_by_label("Name of the scenario").fill(name)
    ada.press("Set up scenario")
    expect(ada.page.get_by_role("heading", level=1)).to_contain_text(name)
    ada.press("Start the scenario")
    expect(ada.page.locator("#live")).to_contain_text(f"Now playing: {name}")


def first_scenario(ada: Player, before: int) -> None:
    # Without a name nothing begins, and the page says what is missing.
    ada.open("next/")
    ada.press("Set up scenario")
    expect(ada.page.locator("#refusal")).to_contain_text("Enter the name of what you play next.")
    names_next(ada, DOORS)
    ada.open("bag/")
    expect(ada.page.locator("body")).to_contain_text(DOORS)
    ada.open("after/")
    ada.page.get_by_label("Resolution", exact=True).fill("The last door is shut")
    ada.page.get_by_label("Victory display").fill("4")
    ada.page.get_by_label(re.compile("Bonus or penalty from the resolution")).fill("1")
    ada.enters(WHO, "Horror")
    ada.previews(f"{WHO}: +5 XP, +1 mental")
    ada.records_the_scenario()
    ada.open()
    # 4 in the victory display and a bonus of 1.
    ada.sees(WHO, xp=before + 5, earned=before + 5, mental=1)


def buy(ada: Player, before: int) -> None:
    ada.opens_purchases(WHO)
    dialog = ada.wants("Flare (1)", "flare")
    dialog.get_by_label("Replaces").select_option(index=1)
    # A new card of level 1 costs 1.
    ada.press(f"Buy, {before + 4} left", dialog)
    expect(ada.page.locator("#figures")).to_contain_text(f"{before + 4} of {before + 5}")
    ada.finishes_purchases()
    ada.open()
    ada.sees(WHO, xp=before + 4, earned=before + 5, mental=1)


def interlude_and_log(ada: Player) -> None:
    ada.open("next/")
    ada.page.get_by_label("Name of the interlude").fill(NIGHT)
    ada.press("Open the interlude")
    expect(ada.page.get_by_role("heading", level=1)).to_contain_text(NIGHT)
    ada.press("Done")
    ada.open("log/")
    ada.page.get_by_text("Add a section of your own").click()
    ada.page.get_by_label("Title", exact=True).fill("Suspects")
    ada.page.locator("select[name=kind]").select_option("checklist")
    ada.press("Add section")
    ada.page.get_by_label("Suspects: new lines").fill("The Caretaker\nThe Twins")
    ada.press("Add")
    ada.page.get_by_role("checkbox", name="The Twins").click()
    expect(ada.page.get_by_role("checkbox", name="The Twins")).to_be_checked()
    ada.open()
    expect(ada.page.locator("body")).to_contain_text(NIGHT)


def second_scenario(ada: Player, before: int) -> None:
    names_next(ada, CELLAR)
    ada.open("after/")
    ada.page.get_by_label("Resolution", exact=True).fill("R2")
    ada.page.get_by_label("Victory display").fill("3")
    ada.enters(WHO, "Survived")
    ada.records_the_scenario()
    ada.open()
    # 4 left and 3 earned; 5 + 3 in all.
    ada.sees(WHO, xp=before + 7, earned=before + 8, mental=1)


def end(ada: Player, before: int) -> None:
    ada.open("end/")
    ada.press("End the campaign")
    expect(ada.page.locator("#live")).to_contain_text("The campaign is won.")
    for path in ("steps/", "sheet/"):
        ada.open(path)
        for name in (DOORS, NIGHT, CELLAR):
            expect(ada.page.locator("body")).to_contain_text(name)
    ada.open()
    expect(ada.page.locator("body")).to_contain_text("The last door is shut")
    campaign = Campaign.objects.get(name="Doors on Fridays")
    state = state_of(campaign)
    assert state == replayed(campaign)
    assert state.seats["s1"].experience == before + (4 + 1) - 1 + 3


def play_it_from_a_file(ada: Player, tmp_path: Path) -> None:
    """The campaign is downloaded as a campaign file, imported, and started: its scenarios come in order."""
    ada.open("settings/")
    with ada.page.expect_download() as download:
        ada.page.get_by_role("link", name="Download as a campaign file").click()
    path = tmp_path / download.value.suggested_filename
    download.value.save_as(path)
    assert path.name == "doors-on-fridays.campaign.json"
    ada.page.goto(ada.site + "/campaigns/files/")
    ada.page.get_by_label("File", exact=True).set_input_files(path)
    ada.press("Import")
    expect(ada.page.get_by_text("Doors on Fridays imported.")).to_be_visible()
    ada.page.get_by_label("Everyone with the link").check()
    ada.press("Save")
    link = ada.page.get_by_label("Link", exact=True).input_value()
    ada.page.goto(link)
    ada.page.get_by_role("link", name="Start this campaign").click()
    ada.page.get_by_label("Name", exact=True).fill("Doors again")
    ada.press("Start campaign")
    expect(ada.page.locator("[aria-labelledby=bag-title]")).to_contain_text("9 tokens")
    ada.campaign = ada.page.url
    # The group's own list is in the file, with its lines and without its ticks.
    ada.open("log/")
    expect(ada.page.get_by_role("checkbox", name="The Twins")).not_to_be_checked()
    ada.open("next/")
    expect(ada.page.get_by_label(DOORS)).to_be_checked()
    expect(ada.page.get_by_label("Name of the scenario")).to_be_visible()
