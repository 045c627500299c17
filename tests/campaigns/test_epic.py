"""Tests of Epic Multiplayer: an event of three groups from start to end, and presses that are never lost."""

from __future__ import annotations

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import pytest
from django.db import connections
from django.test import Client
from django.urls import reverse

from accounts.account_data import summary
from accounts.members import NotAllowed
from accounts.models import User
from campaigns import epic
from campaigns.errors import BadStep
from campaigns.models import Campaign, EpicCounter, EpicEvent, EpicPress, Membership
from campaigns.services import epic as services
from tests.campaigns.conftest import FIRST, SECOND, Walk, make_deck
from tests.campaigns.test_pages_scenario_form import text
from tests.markup import fields_of

pytestmark = pytest.mark.django_db

#: A scenario with shared counters in its facts, and one without.
COUNTED, SCENARIO = "war_of_the_outer_gods", "in_the_labyrinths_of_lunacy"


@pytest.fixture
def event(alice: User) -> EpicEvent:
    return services.create_event(
        owner=alice, name="Convention", facts="side", scenario=SCENARIO, difficulty="standard"
    )


def at(event: EpicEvent, view: str = "epic-event") -> str:
    return reverse(view, args=[event.public_id])


def press(client: Client, counter: EpicCounter, by: int, key: str = "") -> int:
    sent = {"counter": counter.pk, "by": by, "key": key or str(uuid4())}
    return client.post(at(counter.event, "epic-counters"), sent, headers={"HX-Request": "true"}).status_code


def test_an_event_is_played_from_start_to_end(
    as_alice: Client, alice: User, as_bob: Client, bob: User, client: Client
) -> None:
    created = as_alice.post(
        reverse("epic-new"), {"scenario": f"side/{COUNTED}", "difficulty": "standard", "name": "Convention"}
    )
    event = EpicEvent.objects.get()
    assert created.url == at(event)
    assert "of 6" not in text(as_alice.get(at(event))), "no group, no limit"
    join = re.search(r"/epic/join/[\w-]+/", as_alice.get(at(event)).content.decode())
    assert join
    # A guest, an account and the organizer each bring a group.
    walks = []
    for who, name in ((client, "Red"), (as_bob, "Green"), (as_alice, "Blue")):
        answer = who.post(join[0], {"name": name})
        found = re.search(r"campaigns/([0-9a-f-]{36})", answer.url)
        assert found
        walks.append(Walk(who, Campaign.objects.get(public_id=found[1])))
    for walk in walks:
        owner = walk.campaign.owner
        for investigator in (FIRST, SECOND):
            walk.sit(make_deck(owner, investigator))
        walk.begin(COUNTED)
        assert "Convention" in text(walk.get("detail"))
    page = text(as_alice.get(at(event)))
    assert "3 groups" in page
    assert "6 investigators" in page, "what is counted by all investigators of the event"
    as_alice.post(at(event), {"do": "counter", "name": "Doom", "value": "0"})
    as_alice.post(at(event), {"do": "counter", "name": "Damage", "value": "40"})
    assert [counter.name for counter in event.counters.all()][:1] == ["Doom on the blue agenda"]
    *facts, doom, damage = event.counters.all()
    assert page.count("of 18") == len(facts) == 3, "six for each of the three groups"
    amounts = [
        (client, doom, 1),
        (as_bob, doom, 2),
        (as_alice, doom, 1),
        (as_bob, damage, -7),
        (client, damage, -5),
    ]
    for who, counter, by in amounts:
        assert press(who, counter, by) == 200
    # An independent reckoning.
    for counter, before in ((doom, 0), (damage, 40)):
        counter.refresh_from_db()
        assert counter.value == before + sum(by for _who, each, by in amounts if each == counter)
    answer = as_alice.post(
        at(event), {"do": "result", "result": "won", "resolution": "R1", "victory": "4"}, follow=True
    )
    assert "3 groups find it on their pages after the scenario." in text(answer)
    for walk, bonus in zip(walks, (0, 1, 2), strict=True):
        entered = fields_of(walk.get("after"), "after")
        assert [entered[name] for name in ("resolution", "victory", "won")] == [["R1"], ["4"], ["won"]]
        answer = walk.client.post(walk.url("after"), {**entered, "bonus": str(bonus)})
        assert answer.status_code == 302
        assert walk.state.phase == "ended"
    page = text(as_bob.get(at(event)))
    assert page.count("Resolution 1") >= 3
    assert [f"score {4 + bonus}" in page for bonus in (0, 1, 2)] == [True] * 3


def test_the_same_press_counts_once(event: EpicEvent, as_alice: Client) -> None:
    counter = services.add_counter(event, name="Clues")
    key = str(uuid4())
    assert [press(as_alice, counter, 1, key) for _again in range(3)] == [200, 200, 200]
    counter.refresh_from_db()
    assert counter.value == 1


def test_without_scripts_the_form_leads_back(event: EpicEvent, as_alice: Client) -> None:
    counter = services.add_counter(event, name="Clues", value=2)
    sent = {"counter": counter.pk, "by": "-5", "key": str(uuid4())}
    page = as_alice.post(at(event, "epic-counters"), sent, follow=True)
    assert "Clues is 2; -5 is not possible." in text(page)
    counter.refresh_from_db()
    assert counter.value == 2


@pytest.mark.parametrize(
    ("by", "key"), [("x", ""), ("0", ""), ("1000", ""), ("1", "no key"), ("99", "")], ids=str
)
def test_bad_presses_are_refused(event: EpicEvent, as_alice: Client, by: str, key: str) -> None:
    counter = services.add_counter(event, name="Clues", value=9_950)
    sent = {"counter": counter.pk, "by": by, "key": key or str(uuid4())}
    answer = as_alice.post(at(event, "epic-counters"), sent, headers={"HX-Request": "true"})
    assert answer.status_code == 400
    assert 'id="epic-counters"' in answer.content.decode()
    counter.refresh_from_db()
    assert counter.value == 9_950


def test_a_counter_with_a_long_key_is_pressed(event: EpicEvent, as_alice: Client) -> None:
    counter = EpicCounter.objects.create(pk=1_234_567, event=event, name="Clues")
    assert press(as_alice, counter, 3) == 200
    counter.refresh_from_db()
    assert counter.value == 3


def test_a_poll_is_answered_only_after_a_change(event: EpicEvent, as_alice: Client) -> None:
    counter = services.add_counter(event, name="Clues")
    event.refresh_from_db()
    address = at(event, "epic-counters")
    assert as_alice.get(address, {"revision": event.revision}).status_code == 204
    press(as_alice, counter, 3)
    answer = as_alice.get(address, {"revision": event.revision})
    assert answer.status_code == 200
    assert ">3</output>" in answer.content.decode()


def test_who_may_see_and_count(event: EpicEvent, alice: User, bob: User, as_bob: Client) -> None:
    counter = services.add_counter(event, name="Clues")
    assert as_bob.get(at(event)).status_code == 404
    with pytest.raises(NotAllowed):
        services.press(event, counter, amount=1, by=bob, key=uuid4())
    group = services.add_group(event, by=alice, name="Blue")
    Membership.objects.create(campaign=group.campaign, user=bob, role="reader")
    page = as_bob.get(at(event)).content.decode()
    assert "Clues" in page
    assert event.token not in page
    assert 'name="by"' not in page
    assert press(as_bob, counter, 1) == 403
    Membership.objects.filter(campaign=group.campaign, user=bob).update(role="player")
    assert press(as_bob, counter, 1) == 200
    assert as_bob.post(at(event), {"do": "counter", "name": "Mine"}).status_code == 403


def test_a_campaign_takes_part_as_a_group(
    event: EpicEvent, campaign: Campaign, as_alice: Client, bob: User
) -> None:
    join = reverse("epic-join", args=[event.token])
    assert "Ashes" in as_alice.get(join).content.decode()
    answer = as_alice.post(join, {"name": "Blue", "campaign": campaign.pk})
    assert answer.url == reverse("campaign-detail", args=[campaign.public_id])
    assert "Ashes" not in as_alice.get(join).content.decode(), "it takes part in one event only"
    with pytest.raises(BadStep):
        services.add_group(event, by=campaign.owner, name="Again", campaign=campaign)
    other = services.create_event(
        owner=bob, name="Other", facts="side", scenario=SCENARIO, difficulty="standard"
    )
    with pytest.raises(NotAllowed):
        services.add_group(other, by=bob, name="Theft", campaign=campaign)
    services.remove_group(event, event.groups.get())
    assert Campaign.objects.filter(pk=campaign.pk, deleted_at=None).exists()


def test_a_group_joins_once(event: EpicEvent, as_bob: Client) -> None:
    join = reverse("epic-join", args=[event.token])
    sent = {"name": "Red", "form_key": "x"}
    page = as_bob.get(join).content.decode()
    key = re.search(r'name="([\w-]*key[\w-]*)" value="([^"]+)"', page)
    assert key
    sent = {"name": "Red", key[1]: key[2]}
    first, again = as_bob.post(join, sent), as_bob.post(join, sent)
    assert first.url == again.url
    assert event.groups.count() == 1
    refused = as_bob.post(join, {"name": "red"})
    assert refused.status_code == 400
    assert "already a group with this name" in text(refused)


@pytest.mark.parametrize(
    "sent",
    [
        {"do": "counter", "name": " "},
        {"do": "counter", "name": "A", "value": "-1"},
        {"do": "remove-counter", "counter": "99"},
        {"do": "remove-group", "group": "x"},
        {"do": "result", "result": "maybe"},
        {"do": "result", "resolution": "R99"},
        {"do": "result", "victory": "1000"},
        {},
    ],
    ids=str,
)
def test_nonsense_is_refused(event: EpicEvent, as_alice: Client, sent: dict[str, str]) -> None:
    answer = as_alice.post(at(event), sent)
    assert answer.status_code == 400
    event.refresh_from_db()
    assert (event.revision, event.result) == (0, "")


@pytest.mark.parametrize("scenario", ["", "side/nonsense", "side/fortune_and_folly_part_1", f"x/{SCENARIO}"])
def test_only_scenarios_that_stand_alone_have_events(as_alice: Client, scenario: str) -> None:
    answer = as_alice.post(reverse("epic-new"), {"scenario": scenario, "difficulty": "standard"})
    assert answer.status_code == 400
    assert not EpicEvent.objects.exists()


def test_everything_is_bounded(event: EpicEvent, alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("MOST_EVENTS", "MOST_GROUPS", "MOST_COUNTERS", "MOST_PRESSES"):
        monkeypatch.setattr(services, name, 1)
    counter = services.add_counter(event, name="A")
    services.add_group(event, by=alice, name="A")
    for refused in (
        lambda: services.add_counter(event, name="B"),
        lambda: services.add_group(event, by=alice, name="B"),
        lambda: services.create_event(
            owner=alice, name="", facts="side", scenario=SCENARIO, difficulty="standard"
        ),
    ):
        with pytest.raises(BadStep):
            refused()
    for _n in range(3):
        services.press(event, counter, amount=1, by=alice, key=uuid4())
    assert EpicPress.objects.count() == 1
    counter.refresh_from_db()
    assert counter.value == 3


def test_an_event_is_account_data(event: EpicEvent, alice: User, as_alice: Client) -> None:
    services.add_group(event, by=alice, name="Blue")
    assert "1 epic event" in summary(alice)
    campaign = event.groups.get().campaign
    as_alice.post(at(event), {"do": "delete"})
    assert not EpicEvent.objects.exists()
    assert Campaign.objects.filter(pk=campaign.pk).exists()
    assert epic.events_visible_to(alice).count() == 0


@pytest.fixture
def closed() -> Iterator[None]:
    yield
    connections.close_all()


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("closed")
def test_presses_at_the_same_moment_are_all_counted(alice: User) -> None:
    event = services.create_event(
        owner=alice, name="Convention", facts="side", scenario=SCENARIO, difficulty="standard"
    )
    counter = services.add_counter(event, name="Doom")

    def one(_n: int) -> None:
        try:
            services.press(event, counter, amount=1, by=alice, key=uuid4())
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(one, range(24)))
    counter.refresh_from_db()
    assert counter.value == 24


@pytest.mark.parametrize(
    ("scenario", "limits"),
    [
        ("blob_that_ate_everything", [12, 90, None]),
        ("blob_that_ate_everything_else", [12, 90, None]),
        ("machinations_through_time", [36]),
        (COUNTED, [12, 12, 12]),
        (SCENARIO, []),
    ],
)
def test_the_facts_know_what_is_counted_together(
    alice: User, scenario: str, limits: list[int | None]
) -> None:
    event = services.create_event(
        owner=alice, name="", facts="side", scenario=scenario, difficulty="standard"
    )
    lines = epic.counter_lines(event, groups=2, investigators=6)
    assert [line.limit for line in lines] == limits
    assert epic.groups_needed(event) == (3 if scenario == SCENARIO else 0)
    made_for_it = dict(epic.scenario_choices())["Made for Epic Multiplayer"]
    assert f"side/{scenario}" in dict(made_for_it)


def test_a_limit_that_is_reached_is_marked(alice: User, as_alice: Client) -> None:
    event = services.create_event(owner=alice, name="", facts="side", scenario=COUNTED, difficulty="standard")
    services.add_group(event, by=alice, name="Blue")
    counter = event.counters.all()[0]
    for value, marked in ((5, 0), (1, 1)):
        press(as_alice, counter, value)
        fragment = as_alice.get(at(event, "epic-counters"), {"investigators": "4"}).content.decode()
        assert fragment.count("epic-counter__full") == marked
    for nonsense in ("x", "٣", "99999999999999999999", "-1"):
        assert as_alice.get(at(event, "epic-counters"), {"investigators": nonsense}).status_code == 200


def test_a_result_does_not_overwrite_what_a_group_entered(event: EpicEvent, as_alice: Client) -> None:
    answer = as_alice.post(reverse("epic-join", args=[event.token]), {"name": "Blue"})
    walk = Walk(as_alice, event.groups.get().campaign)
    assert answer.url == walk.url("detail")
    walk.sit(make_deck(walk.campaign.owner, FIRST))
    walk.begin(SCENARIO)
    assert walk.post("after-save", resolution="R2", bonus="1").status_code < 400
    sent = {"do": "result", "result": "won", "resolution": "R1", "victory": "4"}
    page = text(as_alice.post(at(event), sent, follow=True))
    assert "Recorded. 0 groups find it" in page
    draft = walk.campaign.scenario_draft.answers
    assert (draft["resolution"], draft["bonus"], draft["victory"]) == (["R2"], ["1"], ["4"])
