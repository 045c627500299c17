"""Browser tests of every deck page, on phone and desktop, in both themes: accessible, without overflow."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from cards.services.collections import create_collection, set_boxes
from decks import services
from decks.example import save_example
from decks.models import Deck
from tests.pages.editor import READY, come_in, open_editor

pytestmark = pytest.mark.django_db(transaction=True)

Check = Callable[[Page], None]
LONG = "An uncommonly long name of a deck that somebodytypedwithouteverpressingthekeybetweenthewordsonce"
NOTES = "# Plan\n\n- first\n- second\n\n> said\n\n| a | b |\n|---|---|\n| 1 | 2 |"
PASTE = "Daniela Reyes\n2x Machete\n2x Machette\n1x No Such Card At All\n1x .45 Automatic [2]"
PAGES = [
    *("/", "/decks/", "/decks/public/", "/decks/deleted/", "/decks/import/"),
    *("/decks/new/", "/decks/new/06002/", "/decks/{played}/", "/decks/{wrong}/"),
    *("/decks/{played}/print/", "/decks/{played}/pull/", "/decks/{played}/share/", "/d/{token}/"),
    "/decks/compare/?a={played}&b={wrong}",
]
DIALOGS = (
    *("edit/card/12077/", "edit/why/01060/", "edit/notes/", "edit/settings/", "edit/weakness/"),
    "upgrade/",
)


#: Sets the search box directly, because it may be in a pane that is not shown.
SEARCH = "(box, words) => { box.value = words; box.dispatchEvent(new Event('input', { bubbles: true })); }"


@pytest.fixture
def decks(alice: User, transactional_db: None) -> dict[str, Deck]:
    set_boxes(collection=create_collection(owner=alice, name="Ours"), counts={"core_2026": 1})
    played = services.publish(save_example(alice))
    services.rename(played, name=LONG)
    services.write_notes(played, notes=NOTES)
    services.set_tags(played, tags=["solo", "a rather long tag, to be sure"])
    services.begin_upgrade(played, experience=5)
    services.buy(played, code="12027", replaces="12016")
    services.finish_upgrade(played)
    wrong = services.create_deck(owner=alice, investigator="12001", name="Wrong")
    services.set_quantity(wrong, code="12077", quantity=2)
    services.set_quantity(wrong, code="12085", quantity=1)
    services.set_quantity(wrong, code="01060", quantity=1)
    services.set_quantity(wrong, code="nobody-knows-this-code", quantity=1)
    services.set_quantity(wrong, code="12029", quantity=1, where="side")
    services.annotate(wrong, code="12077", text="cut it first")
    buying = services.clone_deck(played, owner=alice, name="Buying")
    services.begin_upgrade(buying, experience=3)
    services.delete_deck(services.clone_deck(played, owner=alice))
    services.archive(services.clone_deck(played, owner=alice))
    return {"played": services.publish(played), "wrong": wrong, "buying": buying}


@pytest.fixture
def check(assert_accessible_in_both_themes: Check, assert_no_overflow: Check) -> Check:
    def both(page: Page) -> None:
        assert_accessible_in_both_themes(page)
        assert_no_overflow(page)

    return both


@pytest.mark.slow
def test_every_page_is_for_everybody(any_size: Page, live_server, alice, decks, check: Check):
    page = any_size
    come_in(page.context, live_server, alice)
    ids = {name: deck.public_id for name, deck in decks.items()}
    addresses = [path.format(**ids, token=decks["played"].share_token) for path in PAGES]
    addresses += [f"/decks/{ids['wrong']}/{printout}" for printout in DIALOGS]
    addresses += [f"/decks/{ids['buying']}/upgrade/{printout}" for printout in ("options/12029/", "finish/")]
    for address in addresses:
        page.goto(live_server.url + address)
        check(page)


@pytest.mark.slow
def test_what_opens_on_a_page_is_for_everybody(any_size: Page, live_server, alice, decks, check: Check):
    page = any_size
    come_in(page.context, live_server, alice)
    page.goto(f"{live_server.url}/decks/import/")
    page.get_by_label("Deck as JSON or list of cards").fill(PASTE)
    page.get_by_role("button", name="Preview").click()
    expect(page.locator(".found")).to_be_visible()
    check(page)

    # The list with a selected deck.
    page.goto(f"{live_server.url}/decks/")
    page.locator(".deck-row input[name=deck]").first.check()
    expect(page.locator("#bulk")).to_be_visible()
    check(page)

    for name, panes in (("wrong", ("#deck", "#cards", "#verdict")), ("buying", ("#verdict",))):
        open_editor(page, live_server, decks[name])
        # A few rows stand for hundreds of similar ones.
        page.locator("#find").evaluate(SEARCH, "weapon")
        for pane in panes:
            page.goto(f"{page.url.split('#')[0]}{pane}")
            page.locator(pane).wait_for(state="visible")
            check(page)
    page.goto(f"{live_server.url}/decks/{decks['wrong'].public_id}/edit/#deck")
    page.wait_for_selector(READY)
    page.locator("#find").evaluate(SEARCH, "weapon")
    page.locator("#row-12077 .card-name").click()
    expect(page.locator("#annotation")).to_be_visible()
    check(page)


def test_paper_is_clean_on_a4_and_letter(page: Page, live_server, alice, decks):
    """Only the printout is printed; it fits the width, and uses no more pages than necessary."""
    come_in(page.context, live_server, alice)
    for path, most in (("print/", 1), ("pull/", 1)):
        page.goto(f"{live_server.url}/decks/{decks['played'].public_id}/{path}")
        for paper, inches in (("A4", 8.27), ("Letter", 8.5)):
            leaves = page.pdf(format=paper).count(b"/Type /Page\n")
            assert leaves <= most, f"{path} takes {leaves} leaves of {paper}"
            page.emulate_media(media="print")
            page.set_viewport_size({"width": int((inches - 1.1) * 96), "height": 1000})
            width, inner = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
            assert width <= inner, f"{path} is {width} px wide on {paper}"
            for gone in (".topbar", ".footer", ".paper__bar", ".btn"):
                for each in page.locator(gone).all():
                    assert not each.is_visible(), gone
            page.emulate_media(media="null")
