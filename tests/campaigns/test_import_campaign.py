"""Tests of imported campaigns: import, choice, play, print and backup."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from accounts.models import User
from campaigns import bag
from campaigns.campaign_rules import campaign_facts, game
from campaigns.models import Guide
from campaigns.services.creation import start_campaign
from campaigns.services.imported_facts import LARGEST_FILE, import_guide
from campaigns.services.recording import undo
from campaigns.text import names
from cards import adapters
from cards.models import CatalogueVersion
from rules.campaign import steps
from tests.campaigns.conftest import FIRST, Walk, make_deck
from tests.rules.campaign.test_file_schema import GUIDE

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def believe_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check the database every time, as a process does when its cached version has expired."""
    monkeypatch.setattr(adapters, "BELIEVED", 0.0)


@pytest.fixture
def facts() -> dict[str, Any]:
    return deepcopy(GUIDE)


def brought(tmp_path: Path, facts: Any, text: str = "") -> str:
    path = tmp_path / "story.json"
    path.write_text(text or json.dumps(facts), encoding="utf-8")
    return str(path)


def refused(path: str, *messages: str) -> None:
    before = (list(Guide.objects.values()), CatalogueVersion.objects.values().get())
    with pytest.raises(CommandError) as error:
        call_command("import_campaign", path)
    for each in ("nothing was changed", *messages):
        assert each in str(error.value)
    assert (list(Guide.objects.values()), CatalogueVersion.objects.values().get()) == before


class TestTheCommand:
    def test_it_prints_what_it_did(
        self, tmp_path: Path, facts: dict[str, Any], capsys: pytest.CaptureFixture[str]
    ) -> None:
        path = brought(tmp_path, facts)
        call_command("import_campaign", path)
        assert "Our Story (our-story) is imported." in capsys.readouterr().out
        call_command("import_campaign", path)
        assert "Our Story (our-story) is up to date." in capsys.readouterr().out
        facts["title"] = "Our Longer Story"
        call_command("import_campaign", brought(tmp_path, facts))
        assert "Our Longer Story (our-story) is changed." in capsys.readouterr().out
        assert names.campaign_title("our-story") == "Our Longer Story"

    def test_importing_again_writes_nothing(self, facts: dict[str, Any]) -> None:
        import_guide(facts)
        before = (Guide.objects.values().get(), CatalogueVersion.objects.values().get())
        done = import_guide(deepcopy(facts))
        assert (done.created, done.changed) == (False, False)
        assert (Guide.objects.values().get(), CatalogueVersion.objects.values().get()) == before

    def test_every_fault_is_named_and_nothing_is_changed(self, tmp_path: Path, facts: dict[str, Any]) -> None:
        facts["position"] = "first"
        facts["scenarios"][1]["kind"] = "pause"
        refused(
            brought(tmp_path, facts),
            "position: should be a whole number",
            "scenarios[1].kind: should be one of",
        )

    def test_a_file_that_was_good_stays_when_a_bad_one_follows(
        self, tmp_path: Path, facts: dict[str, Any]
    ) -> None:
        import_guide(facts)
        refused(brought(tmp_path, {**facts, "title": ""}), "title: is empty")
        assert campaign_facts()["our-story"]["title"] == "Our Story"

    @pytest.mark.parametrize(
        ("text", "messages"),
        [
            ("{", "line 1: is not JSON"),
            ("[" * 100_000, "nested too deeply"),
            ('{"position": NaN}', "NaN is not a number"),
            (" " * LARGEST_FILE + "{}", "larger than 1000 KB"),
            ("3", "should be an object"),
        ],
        ids=["cut off", "deep", "no number", "large", "something else"],
    )
    def test_what_cannot_be_read_is_refused(self, tmp_path: Path, text: str, messages: str) -> None:
        refused(brought(tmp_path, None, text), messages)

    def test_a_file_that_is_not_there_or_no_text(self, tmp_path: Path) -> None:
        refused(str(tmp_path / "nothing.json"), "No such file")
        (tmp_path / "story.json").write_bytes(b"\xff\xfe{}")
        refused(str(tmp_path / "story.json"), "not UTF-8")

    @pytest.mark.parametrize("taken", ["core", "side", "cob", "custom"])
    def test_what_ships_is_never_overwritten(self, tmp_path: Path, facts: dict[str, Any], taken: str) -> None:
        refused(brought(tmp_path, {**facts, "id": taken}), "is taken by Casebook")

    def test_every_shipped_file_could_be_imported_under_another_id(self) -> None:
        for facts in list(campaign_facts().values()):
            assert import_guide({**facts, "id": f"{facts['id']}-again"}).created

    def test_what_the_catalogue_does_not_know_is_reported(self, facts: dict[str, Any]) -> None:
        facts["packs"] = ["nowhere"]
        facts["scenarios"][0] |= {"encounter_sets": ["rats", "our_rats"]}
        facts["scenarios"][0]["may"]["cards"] = ["99999", "12115"]
        notes = "\n".join(import_guide(facts).notes)
        assert "card 99999" in notes
        assert "pack nowhere" in notes
        assert "encounter set our_rats" in notes
        assert "12115" not in notes


class TestOtherProcesses:
    def test_they_read_it_again_and_the_cards_stay(self, facts: dict[str, Any]) -> None:
        cards, before = adapters.catalogue(), game()
        import_guide(facts)
        assert "our-story" in campaign_facts()
        assert game() is not before
        assert adapters.catalogue() is cards, "the catalogue need not be built again"
        assert game() is game()

    def test_one_that_believes_reads_it_when_notified(
        self, facts: dict[str, Any], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(adapters, "BELIEVED", 3600.0)
        adapters.catalogue()
        import_guide(facts)
        assert "our-story" not in campaign_facts()
        adapters.forget()
        assert "our-story" in campaign_facts()
        adapters.forget()


class TestWhatIsPlayed:
    """A campaign in use can grow, but cannot lose anything that its history depends on."""

    @pytest.fixture
    def played(self, facts: dict[str, Any], walk: Walk, alice: User) -> Walk:
        import_guide(facts)
        start = steps.StartCampaign(campaign="our-story", difficulty="standard")
        walk.campaign = start_campaign(start, owner=alice, name="Ours").campaign
        walk.sit(make_deck(alice, FIRST))
        return walk

    def test_scenarios_prices_and_bags_stay(
        self, played: Walk, facts: dict[str, Any], tmp_path: Path
    ) -> None:
        less = deepcopy(facts)
        less["scenarios"] = [{**less["scenarios"][0], "prices": []}, less["scenarios"][1]]
        less["order"] = ["one", "rest"]
        less["bags"] = {"hard": {"0": 1}}
        path = brought(tmp_path, less)
        refused(path, "bags.standard: is missing", "two (scenario): is missing", "prices: rest: is missing")

    def test_more_may_come(self, played: Walk, facts: dict[str, Any]) -> None:
        facts["scenarios"].append({"id": "three", "title": "Three", "kind": "scenario"})
        facts["order"].append("three")
        assert import_guide(facts).changed
        assert game().scenario("our-story", "three") is not None

    def test_it_may_shrink_if_it_is_not_played(self, facts: dict[str, Any]) -> None:
        import_guide(facts)
        facts["scenarios"], facts["order"] = facts["scenarios"][:1], ["one"]
        assert import_guide(facts).changed

    def test_it_is_played_and_printed_like_any_other(
        self, played: Walk, as_alice: Client, alice: User
    ) -> None:
        assert "Our Story" in as_alice.get(reverse("campaign-new")).content.decode()
        assert as_alice.get(reverse("campaign-new-for", args=["our-story"])).status_code == 200
        played.begin("one")
        assert bag.values(played.state)["skull"].modifier == -1
        assert "1 experience for each investigator" in played.get("after").content.decode()
        played.did("after", resolution="R1", victory="3", **{"note-text-0": "It began."})
        assert played.state.notes[0].key == "it_began"
        ((address, _title, _optional),) = played.get("next").context["interludes"]
        assert address.endswith("?interlude=rest")
        played.interlude("rest")
        printed = played.get("log-print").content.decode()
        assert "It began." in printed
        assert "Our Story" in as_alice.get("/api/v1/guides/").content.decode()
        undo(played.campaign)
        assert played.state.history[-1].scenario == "one"


@pytest.mark.django_db(transaction=True)
def test_it_survives_a_backup(facts: dict[str, Any], tmp_path: Path) -> None:
    import_guide(facts)
    path = tmp_path / "all.jsonl"
    call_command("backup", path, verbosity=0)
    Guide.objects.all().delete()
    import_guide({**facts, "title": "Another Story"})
    assert names.campaign_title("our-story") == "Another Story"
    call_command("restore", path, yes=True, verbosity=0)
    assert names.campaign_title("our-story") == "Our Story"
    assert game().scenario("our-story", "one") is not None


def test_an_operator_sees_what_was_imported(admin_client: Client, facts: dict[str, Any]) -> None:
    import_guide(facts)
    page = admin_client.get(reverse("admin:campaigns_guide_changelist"))
    assert "Our Story" in page.content.decode()
    assert admin_client.get(reverse("admin:campaigns_guide_add")).status_code == 403
