"""Unit tests of static/js/campaign-after.js: what is typed is saved, or the page says that it is not."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.js.conftest import Open, run

HTML = """
<b id="draft-saved" data-failed="not saved" data-refused="refused"></b>
<form id="after" data-save="/keep/" action="/record/">
  <input name="victory" value="0"><input name="bonus" value="0"><input name="replay" type="checkbox">
  <textarea name="note"></textarea><output id="sum">0</output>
  <label><input type="checkbox" name="may" data-bonus="-3"> −3 experience</label>
  <span id="proposed-bonus" hidden><b>+0</b> from the guide</span>
  <div id="notes-rows"><p><input class="input--text" name="line-0" value="x"></p></div>
  <button id="more-notes" type="button">More</button><button>Record</button>
</form>
<div id="outcome" data-live>before</div>
"""


@pytest.fixture
def form(open_page: Open) -> Page:
    return opened(open_page(HTML))


def opened(page: Page) -> Page:
    page.clock.install()
    run(
        page,
        "document.getElementById('after').addEventListener('submit', (event) => event.preventDefault());",
    )
    run(page, "await import('/static/js/campaign-after.js');")
    return page


def sent(page: Page) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = run(page, "await settled(); return server.requests;")
    return found


def give(page: Page, number: int, status: int, text: str = "", kind: str = "text/html") -> None:
    script = "(await request(given[0])).text(...given.slice(1)); await settled();"
    run(page, script, [number, status, text, kind])


def shown(page: Page) -> str:
    return page.locator("#draft-saved").inner_text()


def test_what_is_typed_is_saved_after_a_moment_and_the_preview_shown(form: Page) -> None:
    form.fill("[name=victory]", "3")
    form.fill("[name=bonus]", "−1")
    assert form.locator("#sum").inner_text() == "2"
    assert sent(form) == []
    form.clock.run_for(500)
    (request,) = sent(form)
    assert (request["url"], request["body"]["victory"], request["keepalive"]) == ("/keep/", "3", True)
    give(form, 0, 200, '<div id="outcome" data-live>after</div>')
    assert form.locator("#outcome").inner_text() == "after"
    assert shown(form) == ""


def test_what_the_guide_gives_is_a_part_of_the_sum(form: Page) -> None:
    form.fill("[name=victory]", "5")
    part = form.locator("#proposed-bonus")
    assert not part.is_visible()
    form.check("[name=may]")
    assert (part.inner_text(), form.locator("#sum").inner_text()) == ("−3 from the guide", "2")
    form.uncheck("[name=may]")
    assert (part.is_visible(), form.locator("#sum").inner_text()) == (False, "5")


def test_a_prologue_without_experience_is_saved_too(open_page: Open) -> None:
    without = HTML.replace('<input name="victory" value="0"><input name="bonus" value="0">', "")
    page = opened(open_page(without))
    page.fill("[name=note]", "We saw Rosa.")
    page.clock.run_for(500)
    (request,) = sent(page)
    assert request["body"]["note"] == "We saw Rosa."


def test_saves_never_overtake_each_other(form: Page) -> None:
    form.fill("[name=note]", "first")
    form.clock.run_for(500)
    form.fill("[name=note]", "second")
    form.clock.run_for(2000)
    assert len(sent(form)) == 1
    give(form, 0, 200)
    form.clock.run_for(500)
    assert [each["body"]["note"] for each in sent(form)] == ["first", "second"]


@pytest.mark.parametrize("status", [0, 429, 500, 503])
def test_a_save_that_failed_is_shown_and_tried_again(form: Page, status: int) -> None:
    form.fill("[name=note]", "first")
    form.clock.run_for(500)
    if status:
        give(form, 0, status)
    else:
        run(form, "(await request(0)).fail(); await settled();")
    assert shown(form) == "not saved"
    assert leaves(form) is False
    form.clock.run_for(1000)
    assert len(sent(form)) == 2
    give(form, 1, 200)
    assert shown(form) == ""
    assert leaves(form) is True


def leaves(page: Page) -> bool:
    """Whether the page can be left without a question."""
    script = "return dispatchEvent(new Event('beforeunload', { cancelable: true }));"
    return bool(run(page, script))


def test_a_refusal_is_shown_and_not_repeated(form: Page) -> None:
    form.fill("[name=note]", "too long")
    form.clock.run_for(500)
    give(form, 0, 400, "This page has too much text to save.", "text/plain; charset=utf-8")
    assert shown(form) == "This page has too much text to save."
    form.clock.run_for(60_000)
    assert len(sent(form)) == 1
    form.fill("[name=note]", "short")
    form.clock.run_for(500)
    give(form, 1, 403, "<h1>No access</h1>")
    assert shown(form) == "refused"


def test_somebody_elses_edit_is_shown(form: Page) -> None:
    form.fill("[name=note]", "mine")
    form.clock.run_for(500)
    give(form, 0, 409, '<div id="outcome" data-live>Bob has written here</div>')
    assert form.locator("#outcome").inner_text() == "Bob has written here"


def test_a_save_that_waits_is_sent_when_the_page_is_left(form: Page) -> None:
    form.fill("[name=note]", "last words")
    run(form, "dispatchEvent(new Event('pagehide'));")
    (request,) = sent(form)
    assert (request["body"]["note"], request["keepalive"]) == ("last words", True)
    run(form, "dispatchEvent(new Event('pagehide'));")
    form.clock.run_for(2000)
    assert len(sent(form)) == 1


def test_a_text_too_long_to_outlive_the_page_is_saved_too(form: Page) -> None:
    form.fill("[name=note]", "long " * 14_000)
    form.clock.run_for(500)
    assert sent(form)[0]["keepalive"] is False


def test_nothing_is_saved_after_the_form_was_sent(form: Page) -> None:
    form.fill("[name=note]", "done")
    form.get_by_role("button", name="Record").click()
    run(form, "dispatchEvent(new Event('pagehide'));")
    form.clock.run_for(5000)
    assert sent(form) == []


def test_another_line_of_notes(form: Page) -> None:
    form.click("#more-notes")
    assert form.evaluate(
        "[...document.querySelectorAll('#notes-rows input')].map((i) => [i.name, i.value])"
    ) == [
        ["line-0", "x"],
        ["line-1", ""],
    ]
    assert form.evaluate("document.activeElement.name") == "line-1"
    for _press in range(10):
        form.click("#more-notes")
    assert form.locator("#more-notes").is_hidden()


def saved(answers: dict[str, list[str]], contested: list[str] | None = None) -> str:
    """The part of an answer that says what is saved."""
    return (
        f"<output id='draft-stored' data-live data-answers='{json.dumps(answers)}' "
        f"data-contested='{json.dumps(contested or [])}'></output>"
    )


@pytest.fixture
def shared(form: Page) -> Page:
    part = "<output id='draft-stored' data-live></output>"
    run(form, f'document.body.insertAdjacentHTML("beforeend", "{part}");')
    return form


def test_what_others_entered_appears_in_the_form(shared: Page) -> None:
    shared.fill("[name=victory]", "3")
    shared.clock.run_for(500)
    (request,) = sent(shared)
    assert json.loads(request["body"]["base"])["victory"] == ["0"], "what it was like before"
    give(shared, 0, 200, saved({"victory": ["3"], "bonus": ["2"], "replay": ["on"], "line-0": ["x"]}))
    assert shared.input_value("[name=bonus]") == "2"
    assert shared.is_checked("[name=replay]")
    shared.fill("[name=victory]", "4")
    shared.clock.run_for(500)
    base = json.loads(sent(shared)[1]["body"]["base"])
    assert (base["victory"], base["bonus"]) == (["3"], ["2"]), "both were seen now"


def test_what_is_typed_meanwhile_is_not_replaced(shared: Page) -> None:
    shared.fill("[name=victory]", "3")
    shared.clock.run_for(500)
    shared.fill("[name=bonus]", "1")
    give(shared, 0, 200, saved({"victory": ["3"], "bonus": ["2"], "line-0": ["x"]}))
    assert shared.input_value("[name=bonus]") == "1"
    shared.clock.run_for(500)
    assert json.loads(sent(shared)[1]["body"]["base"])["bonus"] == ["0"], "so the server asks"


def test_a_contested_field_stays_as_it_is(shared: Page) -> None:
    shared.fill("[name=victory]", "3")
    shared.clock.run_for(500)
    give(shared, 0, 409, saved({"victory": ["5"], "bonus": ["2"], "line-0": ["x"]}, ["victory"]))
    assert shared.input_value("[name=victory]") == "3"
    assert shared.input_value("[name=bonus]") == "2"


def sent_before(request: dict[str, Any]) -> list[dict[str, list[str]]]:
    found: list[dict[str, list[str]]] = json.loads(request["body"]["sent"])
    return found


def test_what_was_sent_without_an_answer_is_named_until_there_is_one(shared: Page) -> None:
    """The server may have saved it, and would take it for another member's."""
    shared.fill("[name=victory]", "3")
    shared.clock.run_for(500)
    run(shared, "(await request(0)).fail(); await settled();")
    shared.fill("[name=victory]", "4")
    shared.clock.run_for(1000)
    assert sent_before(sent(shared)[1]) == [{"victory": ["3"]}]
    give(shared, 1, 200, saved({"victory": ["4"], "bonus": ["0"], "line-0": ["x"]}))
    shared.fill("[name=victory]", "5")
    shared.clock.run_for(500)
    assert sent_before(sent(shared)[2]) == []


def test_a_request_without_an_answer_does_not_stop_saving(form: Page) -> None:
    form.fill("[name=note]", "first")
    form.clock.run_for(500)
    form.fill("[name=note]", "second")
    form.clock.run_for(30_000)
    sent(form)
    assert shown(form) == "not saved"
    form.clock.run_for(1000)
    assert [each["body"]["note"] for each in sent(form)] == ["first", "second"]


def test_a_page_that_is_left_does_not_wait_for_an_answer(form: Page) -> None:
    form.fill("[name=victory]", "3")
    form.clock.run_for(500)
    form.fill("[name=victory]", "34")
    run(form, "dispatchEvent(new Event('pagehide'));")
    last = sent(form)[1]
    assert (last["body"]["victory"], last["keepalive"]) == ("34", True)
    assert sent_before(last) == [{"victory": ["3"]}]


def test_an_undecided_field_stays_when_others_save(form: Page) -> None:
    """Also what was refused: it is nowhere else."""
    run(form, "document.getElementById('after').setAttribute('data-shared', '');")
    part = "<output id='draft-stored' data-live></output><input name='draft' form='after' value='1'>"
    run(form, f'document.body.insertAdjacentHTML("beforeend", "{part}");')
    run(form, "await import('/static/js/campaign-after.js?shared');")
    form.fill("[name=victory]", "3")
    form.clock.run_for(500)
    count = len(sent(form))
    for number in range(count):
        give(form, number, 400, "refused", "text/plain")
    assert leaves(form) is False
    form.locator("[name=victory]").blur()
    form.clock.run_for(4000)
    assert sent(form)[count]["method"] == "GET"
    give(form, count, 200, saved({"victory": ["5"], "bonus": ["2"], "line-0": ["x"]}))
    assert (form.input_value("[name=victory]"), form.input_value("[name=bonus]")) == ("3", "2")


def test_a_note_saved_below_anothers_stays_under_the_caret(open_page: Open) -> None:
    lines = "".join(f"<p><input class=input--text name=note-text-{n}></p>" for n in (0, 1))
    page = open_page(
        HTML.replace('<p><input class="input--text" name="line-0" value="x"></p>', lines)
        + "<output id='draft-stored' data-live></output>"
    )
    page.clock.install()
    run(page, "await import('/static/js/campaign-after.js');")
    page.fill("[name=note-text-0]", "mine")
    page.clock.run_for(500)
    give(page, 0, 200, saved({"note-text-0": ["theirs"], "note-text-1": ["mine"]}))
    page.keyboard.type(" too")
    page.clock.run_for(500)
    body = sent(page)[1]["body"]
    assert (body["note-text-0"], body["note-text-1"]) == ("theirs", "mine too")
    base = json.loads(body["base"])
    assert (base["note-text-0"], base["note-text-1"]) == (["theirs"], ["mine"])
