"""Tests of two hundred conflicting steps by HTTP, at a server with several processes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from accounts.keys import create_key
from accounts.models import User
from campaigns import adapters
from campaigns.models import Campaign, Membership, Step
from campaigns.selectors import state_of
from campaigns.services.creation import start_campaign
from campaigns.services.members import invite
from campaigns.services.recording import record, replayed
from decks.models import Deck
from rules.campaign import steps
from tests.campaigns.conftest import FIRST, SECOND, make_deck
from tests.operations.test_run import PATIENCE, free_port
from tests.rules.campaign.party import rebuilt
from tests.worker import database_url, end

# The databases lock in different ways.
pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.on_sqlite,
    pytest.mark.on_postgresql,
]

ROOT = Path(__file__).parent.parent.parent
STEPS, HANDS = 200, 6
Answer = tuple[int, dict[str, Any]]


class Site:
    """The real server, three processes with four threads each, on the test database."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.log = folder / "log"
        with self.log.open("wb") as out:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "gunicorn", "-c", "config/gunicorn.py", "config.wsgi"],
                cwd=ROOT,
                env={
                    **os.environ,
                    "DATABASE_URL": database_url(),
                    "BIND": f"127.0.0.1:{self.port}",
                    "WEB_WORKERS": "3",
                },
                stdout=out,
                stderr=out,
                start_new_session=True,
            )
        deadline = time.monotonic() + PATIENCE
        while not self.answers():
            assert self.process.poll() is None, self.log.read_text()
            assert time.monotonic() < deadline, self.log.read_text()
            time.sleep(0.1)

    def answers(self) -> bool:
        try:
            return self.request("GET", "campaigns/", "")[0] == 401
        except urllib.error.URLError:
            return False

    def request(self, method: str, path: str, token: str, data: object = None) -> Answer:
        allowed = {"Authorization": f"Token {token}"} if token else {}
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}/api/v1/{path}",
            method=method,
            data=None if data is None else json.dumps(data).encode(),
            headers={"Content-Type": "application/json", **allowed},
        )
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as refused:
            with refused:
                return refused.code, json.load(refused)


@pytest.fixture
def site(transactional_db: None, tmp_path: Path) -> Iterator[Site]:
    found = Site(tmp_path)
    yield found
    end(found.process)
    assert "Traceback" not in found.log.read_text(errors="replace")


@pytest.fixture
def shared(alice: User, bob: User) -> Campaign:
    """Two players with decks of their own, so that steps that change decks are among the conflicts."""
    campaign = start_campaign(
        steps.StartCampaign(campaign="boa", difficulty="standard"), owner=alice
    ).campaign
    Membership.objects.create(campaign=campaign, user=bob, role="player")
    for seat, owner, investigator in (("s1", alice, FIRST), ("s2", bob, SECOND)):
        deck = make_deck(owner, investigator)
        record(campaign, steps.SeatJoins(seat=seat, player=seat, investigator=investigator), by=owner)
        content = Deck.objects.select_related("working").get(pk=deck.pk).working
        chosen = {"investigator": investigator, "slots": content.slots}
        name = f"{deck.public_id}/{content.number}"
        plain = {"kind": "deck-chosen", "seat": seat, "deck": chosen, "version": name}
        record(campaign, steps.step_from_json(plain), by=owner)
    campaign.refresh_from_db()
    return campaign


@pytest.fixture
def tokens(alice: User, bob: User) -> list[str]:
    return [create_key(user, name="a crowd") for user in (alice, bob)]


def a_step(turn: int) -> dict[str, Any]:
    """Return a step. Every kind of entry is written, and every third step makes a version of a deck."""
    seat = f"s{turn // 4 % 2 + 1}"
    return [
        {"kind": "tokens-changed", "tokens": {"skull": 1}},
        {"kind": "experience-adjusted", "amounts": {seat: 1}, "cause": f"step {turn}"},
        {"kind": "weakness-gained", "seat": seat, "card": "01096", "cause": f"step {turn}"},
        {"kind": "log-written", "changes": [{"do": "record", "text": f"step {turn}"}]},
    ][turn % 4]


def all_at_once(do: Callable[[int], Any], many: int = STEPS) -> list[Any]:
    with ThreadPoolExecutor(HANDS) as hands:
        return list(hands.map(do, range(many)))


def assert_sound(campaign: Campaign) -> None:
    """Check that numbers have no gap, and that entries, steps and the stored state agree."""
    campaign.refresh_from_db()
    numbers = list(campaign.steps.order_by("number").values_list("number", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))
    state = state_of(campaign)
    assert state == replayed(campaign) == rebuilt(adapters.read(campaign.steps.filter(undone=False)))
    for deck in Deck.objects.select_related("working"):
        versions = list(deck.versions.order_by("number").values_list("number", flat=True))
        assert versions == list(range(1, len(versions) + 1))
        (seat,) = (seat for seat in state.seats.values() if seat.investigator == deck.investigator)
        assert deck.working.slots == dict(seat.deck.slots)


def test_two_hundred_steps_that_collide(site: Site, shared: Campaign, tokens: list[str]) -> None:
    before, statuses = shared.steps.count(), Counter()
    path = f"campaigns/{shared.public_id}/"

    def record_until_done(turn: int) -> None:
        """Do as a client does: read, write, and read and write again after a conflict.

        Every other response is lost, and the request is repeated.
        """
        token, key = tokens[turn % 2], str(uuid4())
        seen = shared.revision
        for _try in range(STEPS * 2):
            sent = {"step": a_step(turn), "follows": seen, "key": key}
            status, answer = site.request("POST", path + "steps/", token, sent)
            statuses[status] += 1
            if status == 409:
                assert answer["error"]["code"] == "outdated", answer
                assert answer["error"]["changes"], "who comes second is told what changed"
                seen = answer["error"]["revision"]
                continue
            assert status == 201, answer
            if turn % 2:
                again, same = site.request("POST", path + "steps/", token, sent)
                statuses[again] += 1
                assert (again, same["step"]["number"]) == (200, answer["step"]["number"])
            return
        raise AssertionError("never got a turn")

    all_at_once(record_until_done)
    assert set(statuses) == {200, 201, 409}, statuses
    assert (statuses[201], statuses[200]) == (STEPS, STEPS // 2)
    assert_sound(shared)
    assert shared.steps.count() == before + STEPS
    state = state_of(shared)
    assert state.bag.tokens["skull"] == replayed(shared, until=before).bag.tokens["skull"] + STEPS // 4
    assert sum(seat.experience for seat in state.seats.values()) == STEPS // 4
    assert sum(seat.weaknesses["01096"] for seat in state.seats.values()) == STEPS // 4
    assert sorted(note.text for note in state.notes) == sorted(f"step {turn}" for turn in range(3, STEPS, 4))


def test_the_same_request_two_hundred_times_takes_effect_once(
    site: Site, shared: Campaign, tokens: list[str]
) -> None:
    before = shared.steps.count()
    sent = {"step": a_step(2), "follows": shared.revision, "key": str(uuid4())}
    path = f"campaigns/{shared.public_id}/steps/"
    answers = all_at_once(lambda turn: site.request("POST", path, tokens[turn % 2], sent))
    assert Counter(status for status, _answer in answers) == {201: 1, 200: STEPS - 1}
    assert {answer["step"]["number"] for _status, answer in answers} == {before + 1}
    assert shared.steps.count() == before + 1
    assert_sound(shared)


def test_steps_undo_redo_and_branches_in_a_crowd(site: Site, shared: Campaign, tokens: list[str]) -> None:
    path = f"campaigns/{shared.public_id}/"
    link = invite(shared, role="player").token

    def anything(turn: int) -> Answer:
        token = tokens[turn % 2]
        if turn % 5 == 1:
            return site.request("POST", path + "undo/", token, {})
        if turn % 5 == 3:
            return site.request("POST", path + "redo/", token, {})
        if turn % 25 == 9:
            return site.request("POST", "campaigns/join/", token, {"token": link})
        if turn % 25 == 4:
            return site.request("POST", path + "branch/", token, {"until": 3})
        return site.request("POST", path + "steps/", token, {"step": a_step(turn), "key": str(uuid4())})

    answers = all_at_once(anything)
    assert {status for status, _answer in answers} <= {200, 201, 409}
    refused = {answer["error"]["code"] for status, answer in answers if status == 409}
    # If the last step of a seat was undone, a step for that seat is no longer possible.
    assert refused <= {"nothing_to_undo", "nothing_to_redo", "step_refused"}
    done = sum(status == 201 and "revision" in answer and "step" in answer for status, answer in answers)
    assert Step.objects.filter(campaign=shared).count() == 5 + done
    shared.refresh_from_db()
    changes = sum(status in (200, 201) and "step" in answer for status, answer in answers)
    assert shared.revision == 5 + changes
    assert shared.members.count() == 2
    assert Campaign.objects.filter(branch_of=shared).count() == STEPS // 25
    assert state_of(shared) == replayed(shared) == rebuilt(adapters.read(shared.steps.filter(undone=False)))
