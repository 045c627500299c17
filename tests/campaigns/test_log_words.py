"""Tests of what is recorded by an id or by a form and read in another language."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone, translation

from accounts.models import User
from campaigns.bag import total_text
from campaigns.insight.ledger import reason_of
from campaigns.log.page import key_for
from campaigns.models import TokenDraw
from campaigns.services.tokens import draws_of
from campaigns.text.log_words import FOLDER, as_words, note_text, phrase
from campaigns.text.names import cause_text
from cards.importing.shipped import CATALOGUE, load
from tests.campaigns.conftest import FIRST, Walk, make_deck

GERMAN = {"accept-language": "de"}


@pytest.fixture(autouse=True)
def english_afterwards() -> Iterator[None]:
    """Return to English: a request leaves its language active in the thread of the test."""
    with translation.override("en"):
        yield


def ids_in(value: Any) -> set[str]:
    """Return the ids of log phrases, prices and research tasks in a file of the catalogue."""
    if isinstance(value, list):
        return set().union(*map(ids_in, value))
    if not isinstance(value, dict):
        return set()
    found = {*value.get("entries", ()), *value.get("counts", ())} if "kind" in value else set()
    found |= {price["id"] for price in value.get("prices", ()) if isinstance(price, dict)}
    found |= {value["task"]} if isinstance(value.get("task"), str) else set()
    return found.union(*map(ids_in, value.values()))


def test_every_id_of_the_catalogue_has_german_words_and_no_other_has():
    paths = [*(CATALOGUE / "campaigns").glob("*.json"), CATALOGUE / "written" / "research.json"]
    assert set(load(FOLDER / "de.json")) == set().union(*(ids_in(load(path)) for path in paths))
    assert set(load(FOLDER / "en.json")) <= set(load(FOLDER / "de.json"))


def test_english_words_are_only_written_where_the_id_does_not_read_well():
    assert [key for key, words in load(FOLDER / "en.json").items() if words == as_words(key)] == []


def test_the_reader_gets_the_words_of_the_language():
    with translation.override("de"):
        assert phrase("house_burned") == "Das Haus ist abgebrannt"
        assert phrase("own_words_of_a_file") == "Own words of a file"
    with translation.override("fr"):
        assert phrase("killed_silas_bishop") == "Killed Silas Bishop"


def test_what_a_player_wrote_stays():
    with translation.override("de"):
        assert note_text("House burned", "house_burned") == "Das Haus ist abgebrannt"
        assert note_text("", "house_burned") == "Das Haus ist abgebrannt"
        assert note_text("Our house is gone!", "house_burned") == "Our house is gone!"
        assert note_text("House burned", "") == "House burned"


@pytest.mark.django_db
@pytest.mark.parametrize("text", ["House burned", "the house burned", "Das Haus ist abgebrannt."])
def test_the_key_is_found_in_both_languages(text):
    assert key_for("core", "campaign_notes", text) == "house_burned"


@pytest.mark.django_db
def test_a_picked_phrase_is_german_on_every_german_page(walk: Walk, as_alice: Client):
    walk.did("log", do="record", phrase="campaign_notes|miskatonic_university_burned")
    for path in ("", "log/", "sheet/", "ledger/", "chronicle/"):
        url = f"/campaigns/{walk.campaign.public_id}/{path}"
        page = as_alice.get(url, headers=GERMAN).content.decode()
        assert "Die Miskatonic-Universität brannte" in page, url
        assert "Miskatonic university burned" not in page, url
        assert (
            "Miskatonic University burned"
            in as_alice.get(url, headers={"accept-language": "en"}).content.decode()
        )


@pytest.mark.django_db
class TestDraws:
    @pytest.mark.parametrize(
        ("saved", "german"),
        [("fail", "misslungen"), ("fails", "misslungen"), ("misslungen", "misslungen"), ("+1", "+1")],
    )
    def test_the_total_is_read_in_the_language_of_the_reader(self, walk: Walk, saved: str, german: str):
        TokenDraw.objects.create(
            campaign=walk.campaign, key="k", tokens=["0"], total=saved, at=timezone.now()
        )
        with translation.override("de"):
            assert draws_of(walk.campaign)[0]["total"] == german
        with translation.override("en"):
            assert draws_of(walk.campaign)[0]["total"] == {"misslungen": "fails"}.get(german, german)

    def test_no_words_are_saved(self, walk: Walk, alice: User, as_alice: Client):
        walk.sit(make_deck(alice, FIRST))
        walk.begin("spreading_flames")
        tokens = dict(walk.state.bag.tokens)
        for token, copies in tokens.items():
            if token != "auto_fail":
                walk.did("bag", do="change", **{f"token-{token}": str(-copies)})
        as_alice.post(
            walk.url("bag"), {"do": "draw", "key": "3e1cc84d-e8f8-416d-929a-7bf3a638194a"}, headers=GERMAN
        )
        assert [row.total for row in TokenDraw.objects.all()] == ["fail"]


@pytest.mark.django_db
def test_the_cause_that_a_form_recorded_is_translated():
    with translation.override("de"):
        assert cause_text("Restless Nights") == "Ruhelose Nächte"
        assert cause_text("revealed") == "enthüllt"
        assert cause_text("We miscounted.") == "We miscounted."
        assert reason_of({"cause": "Restless Nights"}) == "Ruhelose Nächte"
        assert total_text("+3") == "+3"
    with translation.override("en"):
        assert cause_text("Ruhelose Nächte") == "Restless Nights"


@pytest.mark.django_db
def test_the_faults_of_a_campaign_file_are_german(as_alice: Client):
    given = json.dumps({"id": "x", "position": "first"})
    page = as_alice.post("/campaigns/files/", {"text": given}, headers=GERMAN).content.decode()
    assert "muss eine ganze Zahl sein" in page
    assert "fehlt" in page
    page = as_alice.post("/campaigns/files/", {"text": "{\n"}, headers=GERMAN).content.decode()
    assert "Zeile 2" in page
    assert "ist ab Spalte 1 kein JSON" in page
    answer = as_alice.post(
        "/api/v1/campaign-files/",
        {"file": json.loads(given)},
        content_type="application/json",
        headers=GERMAN,
    )
    assert {"place": "position", "problem": "muss eine ganze Zahl sein"} in answer.json()["error"]["faults"]


@pytest.mark.django_db
def test_the_set_up_page_names_encounter_sets_in_german(walk: Walk, alice: User, as_alice: Client):
    walk.sit(make_deck(alice, FIRST))
    walk.begin("spreading_flames")
    page = as_alice.get(walk.url("next"), headers=GERMAN).content.decode()
    assert "Verrückte Wissenschaft" in page
    assert "Mad Science" not in page
