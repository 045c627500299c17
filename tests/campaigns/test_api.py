"""Tests of the campaign API: permissions, conflicts, repeated requests, undo, export and import."""

from uuid import uuid4

import pytest
from django.test import Client

from accounts.models import User
from campaigns.models import Campaign

pytestmark = pytest.mark.django_db

START = {"start": {"campaign": "boa", "difficulty": "standard"}, "name": "Ashes"}
SKULL = {"kind": "tokens-changed", "tokens": {"skull": 1}}


def post(client: Client, path: str, data: object) -> object:
    return client.post(f"/api/v1/campaigns/{path}", data, content_type="application/json")


@pytest.fixture
def campaign(as_alice: Client) -> str:
    answer = post(as_alice, "", START)
    assert answer.status_code == 201, answer.content
    return answer.json()["id"]


def test_a_campaign_starts_with_the_bag_of_its_guide(as_alice: Client, campaign: str) -> None:
    state = as_alice.get(f"/api/v1/campaigns/{campaign}/").json()["state"]
    assert state["campaign"] == "boa"
    assert state["bag"]["tokens"]["auto_fail"] == 1


@pytest.mark.parametrize(
    ("sent", "name"),
    [
        ({"name": "Ashes"}, "Ashes"),
        ({"name": "Ashes", "start": {**START["start"], "title": "Cinders"}}, "Ashes"),
        ({"name": " ", "start": {**START["start"], "title": "Cinders"}}, "Cinders"),
        ({"name": ""}, "Brethren of Ash"),
    ],
)
def test_a_campaign_gets_the_name_that_was_sent(as_alice: Client, sent: dict, name: str) -> None:
    campaign = post(as_alice, "", {**START, **sent}).json()
    assert (campaign["name"], campaign["state"]["title"]) == (name, name)
    post(as_alice, f"{campaign['id']}/steps/", {"step": SKULL})
    assert as_alice.get(f"/api/v1/campaigns/{campaign['id']}/").json()["name"] == name


def test_a_step_answers_with_the_state_after_it(as_alice: Client, campaign: str) -> None:
    before = as_alice.get(f"/api/v1/campaigns/{campaign}/").json()["state"]["bag"]["tokens"].get("skull", 0)
    answer = post(as_alice, f"{campaign}/steps/", {"step": SKULL, "follows": 1})
    assert answer.status_code == 201
    assert answer.json()["state"]["bag"]["tokens"]["skull"] == before + 1
    assert answer.json()["step"]["text"] == "Chaos bag: +1 skull"


@pytest.mark.parametrize(
    ("step", "message"),
    [
        ({"kind": "dance"}, "Das ist kein gültiger Schritt: kind: ist keine bekannte Art von Schritt"),
        ({**SKULL, "tokens": {"skull": "1"}}, "tokens.skull: muss eine ganze Zahl sein"),
        ({**SKULL, "cause": "x" * 4001}, "cause: ist länger als 4000 Zeichen"),
        ({"kind": "seat-joins"}, "seat: fehlt"),
    ],
)
def test_a_step_that_cannot_be_read_is_explained_in_the_readers_language(
    as_alice: Client, campaign: str, german: object, step: dict, message: str
) -> None:
    answer = as_alice.post(
        f"/api/v1/campaigns/{campaign}/steps/",
        {"step": step},
        content_type="application/json",
        headers={"accept-language": "de"},
    )
    assert answer.status_code == 400
    assert message in answer.json()["error"]["message"]


def test_the_second_of_two_gets_what_changed(as_alice: Client, campaign: str) -> None:
    post(as_alice, f"{campaign}/steps/", {"step": SKULL, "follows": 1})
    answer = post(as_alice, f"{campaign}/steps/", {"step": SKULL, "follows": 1})
    assert answer.status_code == 409
    assert answer.json()["error"]["code"] == "outdated"
    assert answer.json()["error"]["changes"][0]["number"] == 2


def test_a_retry_is_answered_but_not_done_again(as_alice: Client, campaign: str) -> None:
    sent = {"step": SKULL, "follows": 1, "key": str(uuid4())}
    assert post(as_alice, f"{campaign}/steps/", sent).status_code == 201
    assert post(as_alice, f"{campaign}/steps/", sent).status_code == 200
    assert Campaign.objects.get(public_id=campaign).steps.count() == 2


@pytest.mark.parametrize(
    "step",
    [
        pytest.param({"kind": "no-such-step"}, id="a kind that there is not"),
        pytest.param({"kind": "tokens-changed"}, id="a field missing"),
        pytest.param({"kind": "tokens-changed", "tokens": {"skull": "many"}}, id="words for a number"),
        pytest.param({"kind": "tokens-changed", "tokens": {}, "more": 1}, id="a field too many"),
    ],
)
def test_what_is_no_step_is_refused_and_changes_nothing(
    as_alice: Client, campaign: str, step: object
) -> None:
    answer = post(as_alice, f"{campaign}/steps/", {"step": step})
    assert answer.status_code == 400
    assert answer.json()["error"]["code"] == "bad_step"
    assert Campaign.objects.get(public_id=campaign).steps.count() == 1


def test_a_rule_that_speaks_against_a_step_is_named(as_alice: Client, campaign: str) -> None:
    step = {"kind": "end-scenario", "resolution": "R1", "fates": {}}
    answer = post(as_alice, f"{campaign}/steps/", {"step": step})
    assert answer.status_code == 409
    assert answer.json()["error"]["violations"][0]["rule"]


def test_undo_redo_branch_and_as_of(as_alice: Client, campaign: str) -> None:
    post(as_alice, f"{campaign}/steps/", {"step": SKULL})
    with_skull = as_alice.get(f"/api/v1/campaigns/{campaign}/").json()["state"]
    without = post(as_alice, f"{campaign}/undo/", {}).json()["state"]
    assert without != with_skull
    assert as_alice.get(f"/api/v1/campaigns/{campaign}/?as_of=1").json()["state"] == without
    assert post(as_alice, f"{campaign}/redo/", {}).json()["state"] == with_skull
    made = post(as_alice, f"{campaign}/branch/", {"until": 1}).json()
    assert made["state"] == without
    assert made["branch_of"] == campaign


def test_an_export_comes_back_as_it_was(as_alice: Client, campaign: str) -> None:
    post(as_alice, f"{campaign}/steps/", {"step": SKULL})
    exported = as_alice.get(f"/api/v1/campaigns/{campaign}/export/").json()
    made = post(as_alice, "import/", exported)
    assert made.status_code == 201
    assert made.json()["state"] == as_alice.get(f"/api/v1/campaigns/{campaign}/").json()["state"]


@pytest.mark.parametrize("data", [{}, {"format": "casebook-campaign-1", "steps": [1]}, {"format": "other"}])
def test_a_broken_export_changes_nothing(as_alice: Client, data: object) -> None:
    assert post(as_alice, "import/", data).status_code == 400
    assert Campaign.objects.count() == 0


def test_a_stranger_finds_nothing(campaign: str, mallory: User, client: Client) -> None:
    client.force_login(mallory)
    assert client.get(f"/api/v1/campaigns/{campaign}/").status_code == 404
    assert post(client, f"{campaign}/steps/", {"step": SKULL}).status_code == 404
    assert client.get("/api/v1/campaigns/").json()["results"] == []


def test_a_reader_looks_but_does_not_touch(
    as_alice: Client, campaign: str, bob: User, client: Client
) -> None:
    token = post(as_alice, f"{campaign}/invitations/", {"role": "reader"}).json()["token"]
    client.force_login(bob)
    assert post(client, "join/", {"token": token}).status_code == 200
    assert client.get(f"/api/v1/campaigns/{campaign}/").status_code == 200
    assert post(client, f"{campaign}/steps/", {"step": SKULL}).status_code == 403
    assert post(client, f"{campaign}/invitations/", {"role": "player"}).status_code == 403


def test_a_link_that_was_withdrawn_leads_nowhere(
    as_alice: Client, campaign: str, bob: User, client: Client
) -> None:
    token = post(as_alice, f"{campaign}/invitations/", {"role": "player"}).json()["token"]
    path = f"/api/v1/campaigns/{campaign}/invitations/player/"
    assert [as_alice.delete(path).status_code for _time in range(2)] == [204, 404]
    client.force_login(bob)
    assert post(client, "join/", {"token": token}).status_code == 404
