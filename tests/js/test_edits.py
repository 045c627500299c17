"""Unit tests of the editor's modules for edits, its state and the parts of the page that answers replace."""

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.js.conftest import Open, run
from tests.js.editor_page import answer, file_of, html

MACHETE = {"code": "01020", "title": "Machete"}
CLOSED = {"code": "01060", "title": "Shrivelling"}
FULL = {"code": "01088", "title": "Emergency Cache", "suffix": " (2)"}
PERMANENT = {"code": "06001", "title": "A <b>bold</b> story", "kind": "story"}
SIGNS, REASONS = "+-A+", ["2 of 2 copies"]
BEGIN = """
  window.cards = await import("/static/js/editor/cards.js");
  window.deck = await import("/static/js/editor/state.js");
  window.edits = await import("/static/js/editor/edits.js");
  cards.readCards(given);
  edits.beginEdits();
"""


def opened(open_page: Open, **state: Any) -> Page:
    page = open_page(html(signs=SIGNS, reasons=REASONS, **state))
    run(page, BEGIN, file_of(MACHETE, CLOSED, FULL, PERMANENT))
    return page


@pytest.fixture
def editor(open_page: Open) -> Page:
    return opened(open_page)


def bodies(page: Page) -> list[tuple[str, dict[str, str]]]:
    found = run(page, "await settled(); return server.requests.map(({ url, body }) => [url, body]);")
    return [(url, {k: v for k, v in body.items() if k not in ("key", "revision")}) for url, body in found]


def test_plus_and_minus_of_the_deck_change_the_number_at_once_and_are_sent(editor: Page) -> None:
    editor.click("#deck-more-01020")
    assert editor.locator("#deck-rows output").inner_text() == "2"
    assert editor.evaluate("deck.copies('01020')") == 2
    editor.click("#deck-less-01020")
    assert editor.locator("#deck-rows output").inner_text() == "1"
    run(
        editor,
        "(await request(0)).answer(200, given); await settled();",
        answer("1.1", copies=2, signs=SIGNS),
    )
    assert bodies(editor) == [("/slots/", {"add": "main:01020"}), ("/slots/", {"remove": "main:01020"})]


def test_plus_among_the_cards_adds_to_the_chosen_part(editor: Page) -> None:
    run(
        editor,
        """
        const { draw } = await import("/static/js/editor/row.js");
        document.getElementById("pool-rows").append(draw(cards.byCode.get("01020")));
        """,
    )
    editor.select_option("#adding-to", "side")
    editor.get_by_role("button", name="Add one Machete").click()
    assert bodies(editor) == [("/slots/", {"add": "side:01020"})]
    assert editor.evaluate("[deck.copies('01020'), deck.copies('01020', 'side')]") == [1, 1]


def test_a_card_without_room_is_added_only_if_the_player_insists(editor: Page) -> None:
    run(editor, "edits.add('01088');")
    assert bodies(editor) == []
    assert editor.locator("#toasts span").inner_text() == "Emergency Cache (2): 2 of 2 copies"
    editor.get_by_role("button", name="anyway").click()
    assert bodies(editor) == [("/slots/", {"add": "main:01088"})]


def test_room_is_looked_at_again_when_the_edits_before_are_answered(editor: Page) -> None:
    run(editor, "edits.add('01020'); edits.add('01020');")
    full = answer("1.1", copies=2, signs="A-A+", reasons=REASONS)
    run(editor, "(await request(0)).answer(200, given); await settled();", full)
    assert len(bodies(editor)) == 1
    assert editor.locator("#toasts span").inner_text() == "Machete: 2 of 2 copies"
    assert editor.evaluate("deck.copies('01020')") == 2


def test_a_number_sets_the_copies_and_the_same_number_sends_nothing(editor: Page) -> None:
    run(editor, "edits.setCopies('01020', 'main', 1); edits.setCopies('01060', 'main', 1);")
    assert bodies(editor) == []
    run(editor, "edits.setCopies('01020', 'main', 0);")
    assert bodies(editor) == [("/slots/", {"set": "main:01020", "quantity": "0"})]


def test_a_number_stops_where_plus_stops(editor: Page) -> None:
    """The first copy is sent; when the answer leaves no room, the others are not."""
    run(editor, "edits.setCopies('01020', 'main', 4);")
    assert bodies(editor) == [("/slots/", {"add": "main:01020"})]
    full = answer("1.1", copies=2, signs="A-A+", reasons=REASONS)
    run(editor, "(await request(0)).answer(200, given); await settled();", full)
    assert len(bodies(editor)) == 1
    assert editor.locator("#toasts span").inner_text() == "Machete: 2 of 2 copies"
    assert editor.evaluate("deck.copies('01020')") == 2


def test_nothing_is_removed_that_is_not_there(editor: Page) -> None:
    run(editor, "edits.remove('01060'); edits.remove('01020', 'side');")
    assert bodies(editor) == []


def test_during_an_upgrade_cards_are_bought_and_taken_out(open_page: Open) -> None:
    page = opened(open_page, upgrading=True)
    run(page, "edits.add('01020'); edits.remove('01020'); edits.add('06001');")
    assert bodies(page)[:2] == [
        ("/options/01020/", {}),
        ("/take_out/", {"code": "01020", "where": "main"}),
    ]
    run(page, "(await request(1)).answer(200, given); await settled();", answer("1.1", signs=SIGNS))
    assert bodies(page)[2] == ("/slots/", {"add": "main:06001"})


def test_plus_buys_at_once_where_a_place_is_empty(open_page: Open) -> None:
    page = opened(open_page, upgrading=True, empty={"main": 1})
    run(page, "edits.add('01020'); edits.add('01020', 'extra');")
    assert bodies(page)[0] == ("/buy/", {"cheapest": "01020", "where": "main"})
    assert bodies(page)[1][0].startswith("/options/01020/"), "the second deck has no empty place"


def test_undo_waits_for_nothing_to_undo(editor: Page) -> None:
    run(editor, "document.body.insertAdjacentHTML('beforeend', '<button id=undo aria-disabled=true>');")
    run(editor, "edits.undo(); edits.redo();")
    assert bodies(editor) == [("/redo/", {})]


def test_a_form_in_a_sheet_is_sent_and_closes_it(editor: Page) -> None:
    run(
        editor,
        """
        const dialog = document.getElementById("dialog");
        dialog.innerHTML = `<form data-edit data-closes action="/notes/">
          <input name="csrfmiddlewaretoken" value="t"><textarea name="notes">Hello</textarea>
          <button>Save</button></form>`;
        dialog.showModal();
        """,
    )
    editor.get_by_role("button", name="Save").click()
    assert bodies(editor) == [("/notes/", {"notes": "Hello"})]
    run(editor, "(await request(0)).answer(200, given); await settled();", answer("1.1", signs=SIGNS))
    assert editor.evaluate("document.getElementById('dialog').open") is False


def refreshing(editor: Page) -> None:
    """Open a dialog, and choose in it what loads it again; its second request waits for the answer."""
    run(
        editor,
        """
        window.dialogs = await import("/static/js/editor/dialog.js");
        dialogs.beginDialogs();
        dialogs.openDialog("/options/01020/");
        (await request(0)).text(200, `<form data-refresh action="/options/01020/"><select id="replaces">
          <option>none<option>one<option>two</select></form>`);
        await settled();
        """,
    )
    editor.locator("#replaces").select_option("one")


def test_a_dialog_that_was_closed_while_it_was_loaded_again_stays_closed(editor: Page) -> None:
    refreshing(editor)
    editor.keyboard.press("Escape")
    assert editor.evaluate("document.getElementById('dialog').open") is False
    run(editor, "(await request(1)).text(200, '<h2>Late</h2>'); await settled();")
    assert editor.evaluate("document.getElementById('dialog').open") is False


def test_a_failure_to_load_a_closed_dialog_is_not_reported(editor: Page) -> None:
    refreshing(editor)
    editor.keyboard.press("Escape")
    run(editor, "(await request(1)).fail(); await settled();")
    assert editor.locator("#toasts span").count() == 0


def test_a_dialog_shows_the_last_choice_whichever_answer_comes_last(editor: Page) -> None:
    refreshing(editor)
    editor.locator("#replaces").select_option("two")
    run(editor, "(await request(2)).text(200, '<h2>Two</h2>'); await settled();")
    run(editor, "(await request(1)).text(200, '<h2>One</h2>'); await settled();")
    assert editor.locator("#dialog").inner_text() == "Two"


def test_titles_are_text_and_never_markup(editor: Page) -> None:
    drawn = run(
        editor,
        "const { draw } = await import('/static/js/editor/row.js');"
        "return draw(cards.byCode.get('06001')).outerHTML;",
    )
    assert "A &lt;b&gt;bold&lt;/b&gt; story" in drawn
    assert "<b>" not in drawn


class TestState:
    def test_what_is_foreseen_is_taken_back(self, editor: Page) -> None:
        run(editor, "window.heard = 0; deck.onChange(() => (heard += 1)); deck.foresee('01020', 'main', 2);")
        assert editor.evaluate("[deck.copies('01020'), heard]") == [2, 1]
        run(editor, "deck.foresee('01020', 'side', -1); deck.forget();")
        assert editor.evaluate("[deck.copies('01020'), deck.copies('01020', 'side'), heard]") == [1, 0, 3]

    def test_the_reason_of_a_sign(self, editor: Page) -> None:
        assert editor.evaluate("[...'+-AB'].map(deck.reason)") == ["", "closed", "2 of 2 copies", ""]

    def test_placeholders_are_filled_once(self, editor: Page) -> None:
        assert editor.evaluate("deck.fill('{a} {b} {c}', { a: '{b}', b: 0 })") == "{b} 0 {c}"


class TestSwap:
    ROW = '<div data-code="{0}"><a class="card-name" id="deck-card-{0}" href="#">{0}</a></div>'

    def swap(self, page: Page, focus: str, *codes: str) -> str:
        """Focus an element, replace the deck's rows, and return the id of what has the focus then."""
        rows = '<form id="deck-rows">' + "".join(self.ROW.format(code) for code in codes) + "</form>"
        focused: str = run(
            page,
            """
            const { take } = await import("/static/js/editor/swap.js");
            document.getElementById(given[0]).focus();
            take({ html: { "deck-rows": given[1], "not-there": "<p>" }, name: "Renamed" });
            return document.activeElement.id;
            """,
            [focus, rows],
        )
        return focused

    def test_the_focus_stays_where_it_was(self, editor: Page) -> None:
        assert self.swap(editor, "deck-card-01020", "01016", "01020") == "deck-card-01020"
        assert editor.locator("#deck-name").inner_text() == "Renamed"
        assert self.swap(editor, "find", "01020") == "find"

    def test_the_focus_goes_to_the_next_row_if_its_own_has_gone(self, editor: Page) -> None:
        self.swap(editor, "find", "01016", "01020", "01088")
        assert self.swap(editor, "deck-card-01020", "01016", "01088") == "deck-card-01088"
        assert self.swap(editor, "deck-card-01088", "01016") == "deck-card-01016"
