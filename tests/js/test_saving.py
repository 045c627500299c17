"""Unit tests of static/js/editor/saving.js: every edit reaches the server, once and in order."""

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.js.conftest import ORIGIN, Open, run
from tests.js.editor_page import answer, html

BEGIN = """
  window.saving = await import("/static/js/editor/saving.js");
  window.deck = await import("/static/js/editor/state.js");
  window.edit = (name, more = {}) => saving.send({
    url: "/slots/", body: new URLSearchParams({ add: `main:${name}` }), ...more,
  });
  saving.beginSaving();
"""


@pytest.fixture
def editor(open_page: Open) -> Page:
    page = open_page(html())
    page.clock.install()
    run(page, BEGIN)
    return page


def mark(page: Page) -> str:
    return page.locator("#saved").inner_text()


def sent(page: Page) -> list[dict[str, Any]]:
    script = "return server.requests.map(({ url, body, keepalive }) => ({ url, keepalive, ...body }));"
    found: list[dict[str, Any]] = run(page, f"await settled(); {script}")
    return found


def give(page: Page, number: int, status: int, body: Any) -> None:
    """Answer the request of this number."""
    script = "(await request(given[0])).answer(given[1], given[2]); await settled(); await settled();"
    run(page, script, [number, status, body])


def lose(page: Page, number: int) -> None:
    run(page, "(await request(given)).fail(); await settled();", number)


def test_edits_are_sent_one_after_the_other_with_the_revision_of_the_answer_before(editor: Page) -> None:
    run(editor, "edit('a'); edit('b'); edit('c');")
    assert [each["add"] for each in sent(editor)] == ["main:a"]
    assert mark(editor) == "saving"
    give(editor, 0, 200, answer("1.1"))
    give(editor, 1, 200, answer("1.2"))
    give(editor, 2, 200, answer("1.3"))
    assert [(each["add"], each["revision"]) for each in sent(editor)] == [
        ("main:a", "1.0"),
        ("main:b", "1.1"),
        ("main:c", "1.2"),
    ]
    assert len({each["key"] for each in sent(editor)}) == 3
    assert mark(editor) == "saved"


def test_an_edit_whose_answer_was_lost_is_sent_again_with_its_key_and_revision(editor: Page) -> None:
    run(editor, "edit('a'); edit('b');")
    lose(editor, 0)
    assert mark(editor) == "unsaved"
    assert editor.locator("#toasts").inner_text().startswith("offline")
    editor.clock.run_for(1100)
    first, again = sent(editor)
    assert first == again
    give(editor, 1, 200, answer("1.1"))
    assert editor.locator("#toasts .toast").count() == 0
    assert sent(editor)[2]["add"] == "main:b"


def test_it_tries_again_later_and_later_and_at_once_when_the_connection_is_back(editor: Page) -> None:
    run(editor, "edit('a');")
    lose(editor, 0)
    editor.clock.run_for(1000)
    lose(editor, 1)
    editor.clock.run_for(1900)
    assert len(sent(editor)) == 2
    run(editor, "window.dispatchEvent(new Event('online'));")
    assert len(sent(editor)) == 3
    editor.clock.run_for(60_000)
    assert len(sent(editor)) == 3, "one request at a time"
    lose(editor, 2)
    editor.get_by_role("button", name="again").click()
    assert len(sent(editor)) == 4


@pytest.mark.parametrize("status", [429, 500, 502, 503])
def test_a_busy_server_loses_no_edit(editor: Page, status: int) -> None:
    run(editor, "edit('a');")
    give(editor, 0, status, {})
    assert (mark(editor), editor.locator("#toasts span").inner_text()) == ("unsaved", "busy")
    editor.clock.run_for(1100)
    give(editor, 1, 200, answer("1.1"))
    assert mark(editor) == "saved"


def test_a_page_in_place_of_the_answer_is_no_answer(editor: Page) -> None:
    """A portal of a network answers everything with a page of its own."""
    run(editor, "edit('a');")
    run(editor, "(await request(0)).text(200, '<h1>Sign in to the train</h1>'); await settled();")
    assert mark(editor) == "unsaved"
    editor.clock.run_for(1100)
    assert len(sent(editor)) == 2


def test_a_refused_edit_is_taken_back_and_the_next_one_is_sent(editor: Page) -> None:
    foresee = "{ foresee: () => deck.foresee('01020', 'main', deck.copies('01020') + 1) }"
    run(editor, f"edit('a', {foresee}); edit('b', {foresee});")
    assert editor.evaluate("deck.copies('01020')") == 3
    give(editor, 0, 400, {"error": "No room"})
    assert editor.evaluate("deck.copies('01020')") == 2
    assert editor.locator("#toasts").inner_text() == "Not done: No room"
    give(editor, 1, 200, answer("1.1", copies=2))
    assert editor.evaluate("deck.copies('01020')") == 2
    assert mark(editor) == "saved"


def test_the_sheet_says_why_its_form_was_refused(editor: Page) -> None:
    run(editor, "edit('a', { failed: (why) => (window.why = why) });")
    give(editor, 0, 400, {"error": "Too long"})
    assert editor.evaluate("why") == "Too long"
    assert editor.locator("#toasts .toast").count() == 0


def test_the_guard_is_asked_when_the_edits_before_are_answered(editor: Page) -> None:
    run(
        editor,
        "edit('a');"
        "edit('b', { guard: () => deck.state.revision === '1.0', stopped: () => (window.halt = true) });",
    )
    assert editor.evaluate("window.halt") is None
    give(editor, 0, 200, answer("1.1"))
    assert editor.evaluate("window.halt") is True
    assert len(sent(editor)) == 1
    assert mark(editor) == "saved"


STALE = {**answer("1.4", copies=0), "code": "stale", "error": "!", "changes": ["removed Machete"]}


def test_in_a_conflict_nothing_is_sent_until_the_player_decides(editor: Page) -> None:
    run(editor, "edit('a'); edit('b');")
    give(editor, 0, 409, STALE)
    run(editor, "edit('c'); window.dispatchEvent(new Event('online'));")
    assert len(sent(editor)) == 1
    assert mark(editor) == "unsaved"
    assert "stale removed Machete" in editor.locator("#toasts").inner_text()
    editor.get_by_role("button", name="stale_merge").click()
    give(editor, 1, 200, answer("1.5"))
    give(editor, 2, 200, answer("1.6"))
    give(editor, 3, 200, answer("1.7"))
    kept = [(each["add"], each["revision"]) for each in sent(editor)[1:]]
    assert kept == [("main:a", "1.4"), ("main:b", "1.5"), ("main:c", "1.6")]


def test_in_a_conflict_ones_own_edits_can_be_discarded(editor: Page) -> None:
    run(editor, "edit('a'); edit('b');")
    give(editor, 0, 409, STALE)
    editor.get_by_role("button", name="stale_drop").click()
    assert len(sent(editor)) == 1
    assert editor.evaluate("[deck.state.revision, deck.copies('01020'), saving.isSaved()]") == [
        "1.4",
        0,
        True,
    ]
    assert editor.evaluate("sessionStorage.length") == 0


UNDO = "saving.send({ url: '/undo/', body: new URLSearchParams() });"


def test_an_undo_whose_answer_was_lost_is_not_done_twice(editor: Page) -> None:
    run(editor, UNDO)
    lose(editor, 0)
    editor.clock.run_for(1100)
    assert sent(editor)[1]["revision"] == "1.0"
    give(editor, 1, 409, {**answer("1.1"), "code": "stale"})
    assert mark(editor) == "saved"
    assert editor.locator("#toasts .toast").count() == 0


def test_an_undo_that_another_window_overtook_is_a_conflict(editor: Page) -> None:
    run(editor, UNDO)
    give(editor, 0, 409, {**answer("1.1"), "code": "stale"})
    assert mark(editor) == "unsaved"


def test_an_edit_that_never_arrived_is_not_taken_for_done(editor: Page) -> None:
    """Another window made one edit meanwhile: the revision is the one that our own edit would have made."""
    run(
        editor,
        "saving.send({ url: '/slots/', body: new URLSearchParams({ set: 'main:a', quantity: '2' }) });",
    )
    lose(editor, 0)
    editor.clock.run_for(1100)
    give(editor, 1, 409, {**answer("1.1"), "code": "stale"})
    assert mark(editor) == "unsaved"


def test_after_a_reload_waiting_edits_are_sent_and_an_undo_is_not_done_twice(editor: Page) -> None:
    run(editor, UNDO + "edit('b');")
    before = sent(editor)[0]
    editor.on("dialog", lambda dialog: dialog.accept())
    # The undo was made, but the page was gone before the answer came.
    editor.goto(ORIGIN)
    run(editor, "document.getElementById('editor-state').textContent = given;", _state("1.1"))
    run(editor, BEGIN)
    again = sent(editor)[0]
    assert (again["key"], again["revision"]) == (before["key"], "1.0")
    give(editor, 0, 409, {**answer("1.1"), "code": "stale"})
    assert (sent(editor)[1]["add"], sent(editor)[1]["revision"]) == ("main:b", "1.1")
    give(editor, 1, 200, answer("1.2"))
    assert editor.evaluate("sessionStorage.length") == 0


def _state(revision: str) -> str:
    page = html(revision=revision)
    return page.split('id="editor-state">')[1].split("</script>")[0]


def test_a_request_outlives_the_page_unless_it_is_too_large_for_that(editor: Page) -> None:
    run(editor, "edit('a'); edit('b'.repeat(70000));")
    give(editor, 0, 200, answer("1.1"))
    assert [each["keepalive"] for each in sent(editor)] == [True, False]


def test_leaving_with_unsaved_edits_asks_first(editor: Page) -> None:
    leaves = (
        "(() => { const e = new Event('beforeunload', { cancelable: true }); return dispatchEvent(e); })()"
    )
    assert editor.evaluate(leaves) is True
    run(editor, "edit('a');")
    assert editor.evaluate(leaves) is False
    give(editor, 0, 200, answer("1.1"))
    assert editor.evaluate(leaves) is True


def test_without_storage_edits_are_sent_all_the_same(editor: Page) -> None:
    run(
        editor, "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"
    )
    run(editor, "edit('a');")
    give(editor, 0, 200, answer("1.1"))
    assert mark(editor) == "saved"


class TestRefresh:
    LOOK = "document.dispatchEvent(new Event('visibilitychange')); await settled();"

    def test_a_window_that_comes_back_learns_what_another_did(self, editor: Page) -> None:
        run(editor, self.LOOK)
        assert sent(editor)[0]["url"] == "/state/?revision=1.0"
        give(editor, 0, 200, answer("1.3", copies=2))
        assert editor.evaluate("deck.copies('01020')") == 2
        assert editor.locator("#toasts").inner_text() == "taken_over"

    def test_nothing_new_changes_nothing(self, editor: Page) -> None:
        run(editor, self.LOOK)
        give(editor, 0, 204, None)
        assert editor.locator("#toasts .toast").count() == 0

    def test_an_older_state_does_not_replace_that_of_an_edit(self, editor: Page) -> None:
        run(editor, self.LOOK + "edit('a');")
        give(editor, 1, 200, answer("1.4", copies=2))
        give(editor, 0, 200, answer("1.3", copies=0))
        assert editor.evaluate("[deck.state.revision, deck.copies('01020')]") == ["1.4", 2]

    def test_it_does_not_ask_while_an_edit_is_on_its_way(self, editor: Page) -> None:
        run(editor, "edit('a');" + self.LOOK)
        assert [each["url"] for each in sent(editor)] == ["/slots/"]
