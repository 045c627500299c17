"""Tests of a long log: the campaign page and the log page show its newest notes, and lead to the others."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from campaigns.log import page as log_page
from campaigns.log.page import NOTES_AT_A_GLANCE, NOTES_PER_PAGE, NOTES_SHOWN
from tests.campaigns.conftest import Walk
from tests.campaigns.test_size import grow

pytestmark = pytest.mark.django_db
#: Every third step that `grow` records is a note.
NOTES = NOTES_PER_PAGE + 20


@pytest.fixture
def long_log(walk: Walk, alice: User) -> Walk:
    grow(walk.campaign, alice, 3 * NOTES)
    assert len(walk.state.notes) == NOTES
    return walk


def notes_on(page: str) -> int:
    return page.count("Something was recorded, ")


def test_the_campaign_page_shows_the_newest_notes(long_log: Walk) -> None:
    (section,) = long_log.get("detail").context["log"]
    assert [line.note.step for line in section.lines] == [
        note.step for note in long_log.state.notes[-NOTES_AT_A_GLANCE:]
    ]
    assert section.earlier == NOTES - NOTES_AT_A_GLANCE
    assert f"{long_log.url('log')}?section={section.id}" in long_log.get("detail").content.decode()


def test_an_earlier_state_has_all_its_notes(long_log: Walk) -> None:
    (section,) = long_log.get("detail", as_of=long_log.state.number).context["log"]
    assert (len(section.lines), section.earlier) == (NOTES, 0)


def test_the_log_page_shows_more_and_each_section_page_by_page(long_log: Walk) -> None:
    page = long_log.get("log")
    (section,) = page.context["sections"]
    assert notes_on(page.content.decode()) == NOTES_SHOWN
    first, second = (long_log.get("log", section=section.id, page=number) for number in (1, 2))
    steps = [line.note.step for each in (second, first) for line in each.context["sections"][0].lines]
    assert steps == [note.step for note in long_log.state.notes]
    assert notes_on(first.content.decode()) == NOTES_PER_PAGE
    assert f"?section={section.id}&amp;q=&amp;page=2" in first.content.decode()


def test_a_search_finds_old_notes(long_log: Walk) -> None:
    assert notes_on(long_log.get("log", q="recorded, 102.").content.decode()) == 1
    page = long_log.get("log", q="something")
    (section,) = page.context["sections"]
    assert (len(section.lines), section.earlier) == (NOTES_SHOWN, NOTES - NOTES_SHOWN)
    again = long_log.get("log", q="something", section=section.id)
    assert notes_on(again.content.decode()) == NOTES_PER_PAGE


def test_a_section_that_does_not_exist_is_ignored(long_log: Walk) -> None:
    assert notes_on(long_log.get("log", section="nowhere").content.decode()) == NOTES_SHOWN


def test_the_log_sheet_has_every_note(long_log: Walk) -> None:
    assert notes_on(long_log.get("log-print").content.decode()) == NOTES
    assert all(section.earlier == 0 for section in log_page.log(long_log.state))


def test_a_question_for_changes_does_not_read_the_state(long_log: Walk) -> None:
    long_log.get("pulse", revision=long_log.campaign.revision)
    with CaptureQueriesContext(connection) as queries:
        answer = long_log.get("pulse", revision=long_log.campaign.revision)
    assert answer.status_code == 204
    assert not [query for query in queries if '"state"' in query["sql"]]


def test_others_learn_nothing_of_the_revision(long_log: Walk, as_mallory: Client, client: Client) -> None:
    for visitor in (as_mallory, client):
        for revision in ("", "None", "0", str(long_log.campaign.revision)):
            assert visitor.get(long_log.url("pulse"), {"revision": revision}).status_code == 404
