"""Tests of campaign files: import, refusal, sharing, change, deletion, play, export and account data."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from accounts import quotas
from accounts.models import User
from accounts.services import create_guest, delete_account
from campaigns import described
from campaigns.campaign_rules import campaign_facts
from campaigns.errors import BadExport, BadGuide, BadStep
from campaigns.models import Campaign, CampaignFile, Guide
from campaigns.selectors import state_of
from campaigns.services import campaign_files, creation
from campaigns.services.creation import branch, export_campaign, import_campaign, start_campaign
from campaigns.services.recording import delete_campaign, replayed
from rules.campaign import steps
from rules.campaign.file_schema import faults
from tests.campaigns.conftest import FIRST, SECOND, Walk, make_deck
from tests.rules.campaign.test_file_schema import GUIDE

pytestmark = pytest.mark.django_db


@pytest.fixture
def facts() -> dict[str, Any]:
    return deepcopy(GUIDE)


@pytest.fixture
def file(alice: User, facts: dict[str, Any]) -> CampaignFile:
    return campaign_files.create_file(facts, owner=alice)


def start(file: CampaignFile, owner: User) -> Campaign:
    step = steps.StartCampaign(campaign=file.guide_id, difficulty="standard", title="Ours")
    return start_campaign(step, owner=owner).campaign


class TestThePage:
    def test_a_file_is_imported_by_upload_or_as_text_and_only_once(
        self, as_alice: Client, alice: User, facts: dict[str, Any]
    ) -> None:
        upload = SimpleUploadedFile("story.json", json.dumps(facts).encode(), "application/json")
        answer = as_alice.post("/campaigns/files/", {"file": upload})
        file = CampaignFile.objects.get(owner=alice)
        assert answer.url == reverse("campaign-file", args=[file.public_id])
        again = as_alice.post("/campaigns/files/", {"text": "\ufeff" + json.dumps(facts)})
        assert again.url == answer.url, "every import gives the same file"
        page = as_alice.get(answer.url).content.decode()
        assert "Our Story" in page
        assert f"/campaigns/new/{file.guide_id}/" in page
        assert file.guide_id in as_alice.get("/campaigns/new/").content.decode()

    def test_the_import_of_exports_points_here(self, as_alice: Client, facts: dict[str, Any]) -> None:
        answer = as_alice.post("/campaigns/import/", {"text": json.dumps(facts)})
        assert answer.status_code == 400
        assert "Import it with “Campaign files”." in answer.content.decode()
        assert not Campaign.objects.exists()

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("", "Choose a file, or paste its text."),
            ("{", "is not JSON"),
            ('{"id": "x"}', "is missing"),
            (" " * campaign_files.LARGEST_FILE + "{}", "larger than 150 KB"),
            ("[" * 90_000, "nested too deeply"),
            (json.dumps({**GUIDE, "id": "side"}), "taken by Casebook"),
        ],
        ids=["nothing", "cut off", "something else", "large", "deep", "the side stories"],
    )
    def test_a_bad_file_is_refused_as_a_whole(self, as_alice: Client, text: str, expected: str) -> None:
        answer = as_alice.post("/campaigns/files/", {"text": text})
        assert answer.status_code == 400
        assert expected in answer.content.decode()
        assert not CampaignFile.objects.exists()
        assert not Guide.objects.exists()

    def test_every_fault_is_shown_with_its_place_and_the_text_stays(
        self, as_alice: Client, facts: dict[str, Any]
    ) -> None:
        facts["position"] = "first"
        facts["scenarios"][1]["kind"] = "pause"
        page = as_alice.post("/campaigns/files/", {"text": json.dumps(facts)}).content.decode()
        assert "<code>position</code>" in page
        assert "<code>scenarios[1].kind</code>" in page
        assert "&quot;pause&quot;" in page, "the pasted text is still there"

    def test_the_number_of_files_is_limited(
        self, as_alice: Client, alice: User, facts: dict[str, Any], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setitem(quotas.FIXED, "campaign_files", (1, 1))
        campaign_files.create_file(facts, owner=alice)
        answer = as_alice.post("/campaigns/files/", {"text": json.dumps({**facts, "title": "More"})})
        assert answer.status_code == 409
        assert "the limit is 1" in answer.content.decode()
        assert Guide.objects.count() == 1, "nothing is left of the refused one"

    def test_what_is_not_known_here_is_reported(self, as_alice: Client, facts: dict[str, Any]) -> None:
        facts["scenarios"][0]["encounter_sets"] = ["our_rats"]
        answer = as_alice.post("/campaigns/files/", {"text": json.dumps(facts)}, follow=True)
        assert "encounter set our_rats" in answer.content.decode()

    def test_files_to_begin_with_can_be_imported(self, as_alice: Client) -> None:
        for wanted in ("", *campaign_facts()):
            if wanted != "side":
                answer = as_alice.get("/campaigns/files/template/", {"of": wanted})
                assert faults(answer.json()) == (), wanted
        assert as_alice.get("/campaigns/files/template/", {"of": "side"}).status_code == 404
        assert as_alice.get("/campaigns/files/template/", {"of": "nothing"}).status_code == 404
        assert as_alice.get("/campaigns/files/template/").json() == described.EXAMPLE

    def test_it_can_be_downloaded_as_it_was_imported(
        self, as_alice: Client, file: CampaignFile, facts: dict[str, Any]
    ) -> None:
        answer = as_alice.get(reverse("campaign-file-download", args=[file.public_id]))
        assert answer.json() == facts
        assert 'filename="our-story.campaign.json"' in answer["Content-Disposition"]


class TestSharing:
    def test_a_private_file_is_hidden_from_others(
        self, as_bob: Client, bob: User, file: CampaignFile
    ) -> None:
        for name in ("campaign-file", "campaign-file-download"):
            assert as_bob.get(reverse(name, args=[file.public_id])).status_code == 404
        assert as_bob.get(f"/campaigns/new/{file.guide_id}/").status_code == 404
        with pytest.raises(BadStep):
            start(file, bob)
        assert not Campaign.objects.exists()

    def test_with_the_link_everyone_can_play_it(
        self, as_alice: Client, as_bob: Client, bob: User, file: CampaignFile
    ) -> None:
        url = reverse("campaign-file", args=[file.public_id])
        assert as_alice.post(url, {"do": "share", "visibility": "unlisted"}).status_code == 302
        assert "Our Story" in as_bob.get(url).content.decode()
        assert "Our Story" not in as_bob.get("/campaigns/files/").content.decode(), "but it is not listed"
        answer = as_bob.post(f"/campaigns/new/{file.guide_id}/", {"difficulty": "standard", "name": "Bob's"})
        assert answer.status_code == 302
        assert Campaign.objects.get(owner=bob).facts == file.guide_id

    def test_a_published_one_is_in_the_list(self, as_bob: Client, file: CampaignFile) -> None:
        campaign_files.share_file(file, "public")
        assert "Our Story" in as_bob.get("/campaigns/files/").content.decode()
        assert Client().get(reverse("campaign-file", args=[file.public_id])).status_code == 200

    def test_only_the_owner_changes_it(self, as_bob: Client, file: CampaignFile) -> None:
        campaign_files.share_file(file, "public")
        for fields in ({"do": "delete"}, {"do": "share", "visibility": "private"}, {"do": "replace"}):
            assert as_bob.post(reverse("campaign-file", args=[file.public_id]), fields).status_code == 404
        file.refresh_from_db()
        assert file.visibility == "public"

    def test_guests_share_by_link_only(self, facts: dict[str, Any]) -> None:
        file = campaign_files.create_file(facts, owner=create_guest())
        with pytest.raises(BadStep):
            campaign_files.share_file(file, "public")
        assert campaign_files.share_file(file, "unlisted").visibility == "unlisted"

    def test_whoever_plays_it_may_begin_again(self, as_bob: Client, bob: User, file: CampaignFile) -> None:
        campaign_files.share_file(file, "unlisted")
        start(file, bob)
        campaign_files.share_file(file, "private")
        assert as_bob.get(f"/campaigns/new/{file.guide_id}/").status_code == 200


class TestChange:
    """Nothing is lost by a change or a deletion: a campaign keeps the content that it began with."""

    @pytest.fixture
    def played(self, file: CampaignFile, as_alice: Client, alice: User) -> Walk:
        walk = Walk(as_alice, start(file, alice))
        walk.sit(make_deck(alice, FIRST))
        walk.begin("one")
        return walk

    def test_a_campaign_keeps_its_version(
        self, played: Walk, file: CampaignFile, as_alice: Client, alice: User, facts: dict[str, Any]
    ) -> None:
        facts["scenarios"], facts["order"] = [{"id": "new", "title": "New", "kind": "scenario"}], ["new"]
        url = reverse("campaign-file", args=[file.public_id])
        assert as_alice.post(url, {"do": "replace", "text": json.dumps(facts)}).status_code == 302
        file.refresh_from_db()
        assert file.guide_id != played.campaign.facts
        played.did("after", resolution="R1", victory="3")
        assert played.get("next").context["interludes"][0][0].endswith("?interlude=rest")
        assert replayed(played.campaign) == played.state
        other = start(file, alice)
        assert "New" in as_alice.get(reverse("campaign-next", args=[other.public_id])).content.decode()

    def test_a_deleted_file_goes_on_in_its_campaigns(
        self, played: Walk, file: CampaignFile, as_alice: Client, alice: User
    ) -> None:
        url = reverse("campaign-file", args=[file.public_id])
        assert as_alice.post(url, {"do": "delete"}).status_code == 302
        assert not CampaignFile.objects.exists()
        played.did("after", resolution="R1", victory="3")
        played.did("next", do="interlude", scenario="rest")
        assert replayed(played.campaign) == played.state
        assert branch(played.campaign, owner=alice, until=3).facts == file.guide_id
        delete_campaign(played.campaign)
        assert Guide.objects.filter(pk=file.guide_id).exists(), "a deleted campaign can be restored"

    def test_what_no_one_plays_is_deleted(self, file: CampaignFile, facts: dict[str, Any]) -> None:
        before = file.guide_id
        campaign_files.replace_file(file, {**facts, "title": "Another"})
        assert not Guide.objects.filter(pk=before).exists()
        file.refresh_from_db()
        campaign_files.delete_file(file)
        assert not Guide.objects.exists()

    def test_the_same_content_is_stored_once_and_stays_for_the_other(
        self, file: CampaignFile, bob: User, facts: dict[str, Any]
    ) -> None:
        other = campaign_files.create_file(facts, owner=bob)
        assert other.guide == file.guide
        campaign_files.delete_file(file)
        assert Guide.objects.filter(pk=other.guide_id).exists()

    def test_two_files_of_one_user_never_have_the_same_content(
        self, file: CampaignFile, alice: User, facts: dict[str, Any]
    ) -> None:
        second = campaign_files.create_file({**facts, "title": "Second"}, owner=alice)
        with pytest.raises(BadStep):
            campaign_files.replace_file(second, facts)

    def test_the_operators_guides_are_not_touched(self, file: CampaignFile) -> None:
        Guide.objects.filter(pk=file.guide_id).update(for_all=True)
        campaign_files.delete_file(file)
        assert Guide.objects.filter(pk=file.guide_id).exists()

    def test_a_bad_change_changes_nothing(self, as_alice: Client, file: CampaignFile) -> None:
        url = reverse("campaign-file", args=[file.public_id])
        answer = as_alice.post(url, {"do": "replace", "text": '{"id": "x"}'})
        assert answer.status_code == 400
        assert "<code>scenarios</code>" in answer.content.decode()
        before = file.guide_id
        file.refresh_from_db()
        assert file.guide_id == before


class TestExport:
    def test_an_export_brings_its_file_along(self, file: CampaignFile, alice: User, bob: User) -> None:
        export = json.loads(json.dumps(export_campaign(start(file, alice))))
        Campaign.objects.all().delete()
        campaign_files.delete_file(file)
        assert not Guide.objects.exists(), "as on another site"
        made = import_campaign(export, owner=bob)
        assert made.facts == file.guide_id
        assert export_campaign(made)["campaign_file"] == GUIDE
        assert state_of(made).bag.size == 7

    @pytest.mark.parametrize("change", ["another title", "a fault", "a step"])
    def test_a_file_that_does_not_fit_is_refused(
        self, file: CampaignFile, alice: User, bob: User, change: str
    ) -> None:
        export = export_campaign(start(file, alice))
        Campaign.objects.all().delete()
        campaign_files.delete_file(file)
        if change == "another title":
            export["campaign_file"] = {**export["campaign_file"], "title": "Another"}
        elif change == "a fault":
            export["campaign_file"] = {**export["campaign_file"], "title": ""}
        else:
            nowhere = {"kind": "advance", "scenario": "nowhere", "verdicts": {}}
            export["steps"].append({"number": 2, "step": nowhere})
        with pytest.raises(BadExport):
            import_campaign(export, owner=bob)
        assert not Guide.objects.exists()
        assert not Campaign.objects.exists()

    def test_without_the_file_the_refusal_names_the_reason(self, file: CampaignFile, alice: User) -> None:
        export = export_campaign(start(file, alice))
        del export["campaign_file"]
        export["steps"][0]["step"]["campaign"] = "file-of-another-site"
        with pytest.raises(BadExport, match="does not have the campaign"):
            creation.import_campaign(export, owner=alice)

    def test_a_campaign_is_described_with_what_the_group_named(
        self, as_alice: Client, alice: User, file: CampaignFile, facts: dict[str, Any]
    ) -> None:
        campaign_files.replace_file(file, {**facts, "open": True})
        file.refresh_from_db()
        walk = Walk(as_alice, start(file, alice))
        walk.sit(make_deck(alice, FIRST))
        for name in ("The House of Doors", "The House of Doors!"):
            walk.did("next", do="advance", scenario="", name=name)
            walk.did("next", do="begin", lead=next(iter(walk.state.active)))
            walk.did("after", resolution="R1", victory="1")
        walk.interlude("…")
        found = walk.get("description").json()
        assert faults(found) == ()
        assert [(row["id"], row["title"], row["kind"]) for row in found["scenarios"]][3:] == [
            ("the_house_of_doors", "The House of Doors", "scenario"),
            ("the_house_of_doors_2", "The House of Doors!", "scenario"),
            ("part", "…", "interlude"),
        ]
        assert found["order"][3:] == ["the_house_of_doors", "the_house_of_doors_2", "part"]
        assert found["bags"] == facts["bags"]
        assert found["tokens"] == facts["tokens"]

    def test_a_campaign_of_the_groups_own_is_described(self, as_alice: Client, alice: User) -> None:
        bag = {"0": 2, "bless": 3, "our token!": 2, "skull": 25}
        step = steps.StartCampaign(difficulty="hard", bag=bag, title="Doors")
        walk = Walk(as_alice, start_campaign(step, owner=alice).campaign)
        walk.sit(make_deck(alice, SECOND))
        note = steps.LogChange(do="record", section="Rumours", text="The cellar is locked")
        walk.did("next", do="advance", name="Curtain")
        creation.record(walk.campaign, steps.LogWritten(changes=(note,)), by=alice)
        found = walk.get("description").json()
        assert faults(found) == ()
        assert (found["id"], found["title"], found["open"]) == ("doors", "Doors", True)
        assert found["order"] == ["curtain"]
        assert found["bags"] == {"hard": {"0": 2, "bless": 3, "skull": 20}}
        assert ("rumours", "entries") in [(row["id"], row["kind"]) for row in found["log"]]


class TestAccounts:
    def test_a_deleted_user_leaves_what_others_play(
        self, file: CampaignFile, alice: User, bob: User, facts: dict[str, Any]
    ) -> None:
        campaign_files.share_file(file, "unlisted")
        alone = campaign_files.create_file({**facts, "title": "Alone"}, owner=alice)
        start(alone, alice)
        start(file, bob)
        delete_account(alice)
        assert list(Guide.objects.values_list("pk", flat=True)) == [file.guide_id]

    def test_a_guest_takes_the_files_along(self, alice: User, facts: dict[str, Any]) -> None:
        guest = create_guest()
        campaign_files.create_file(facts, owner=guest)
        campaign_files.create_file({**facts, "title": "Second"}, owner=guest)
        campaign_files.create_file(facts, owner=alice)
        campaign_files.move_files(guest, alice)
        titles = CampaignFile.objects.filter(owner=alice).values_list("guide__title", flat=True)
        assert sorted(titles) == ["Our Story", "Second"]

    def test_an_operator_withdraws_one(self, admin_client: Client, file: CampaignFile) -> None:
        campaign_files.share_file(file, "public")
        url = reverse("admin:campaigns_campaignfile_changelist")
        assert "Our Story" in admin_client.get(url).content.decode()
        admin_client.post(url, {"action": "withdraw", "_selected_action": [file.pk]})
        file.refresh_from_db()
        assert file.visibility == "private"


class TestApi:
    def test_a_file_is_imported_shared_changed_and_deleted(
        self, as_alice: Client, as_bob: Client, facts: dict[str, Any]
    ) -> None:
        def send(client: Client, method: str, url: str, data: Any = None) -> Any:
            return getattr(client, method)(url, data, content_type="application/json")

        made = send(as_alice, "post", "/api/v1/campaign-files/", {"file": facts})
        assert made.status_code == 201
        url = f"/api/v1/campaign-files/{made.json()['id']}/"
        assert made.json()["file"] == facts
        assert as_bob.get(url).status_code == 404
        assert send(as_alice, "patch", url, {"visibility": "public"}).json()["visibility"] == "public"
        assert as_bob.get(url).json()["file"] == facts
        listed = as_bob.get("/api/v1/campaign-files/?public=1").json()["results"]
        assert [row["title"] for row in listed] == ["Our Story"]
        begun = send(
            as_bob,
            "post",
            "/api/v1/campaigns/",
            {"start": {"campaign": listed[0]["campaign"], "difficulty": "standard"}},
        )
        assert begun.status_code == 201
        assert send(as_bob, "put", url, {"file": facts}).status_code == 404
        changed = send(as_alice, "put", url, {"file": {**facts, "title": "Longer"}})
        assert changed.json()["title"] == "Longer"
        assert send(as_alice, "delete", url).status_code == 204
        assert as_alice.get("/api/v1/campaign-files/").json()["results"] == []
        next_url = f"/api/v1/campaigns/{begun.json()['id']}/next/"
        assert as_bob.get(next_url).json()["scenarios"][0]["title"] == "One"
        assert as_bob.get(next_url.replace("next", "description")).json()["order"] == facts["order"]

    def test_every_fault_is_named(self, as_alice: Client, facts: dict[str, Any]) -> None:
        facts["position"] = "first"
        answer = as_alice.post("/api/v1/campaign-files/", {"file": facts}, content_type="application/json")
        assert answer.status_code == 400
        assert answer.json()["error"]["faults"] == [
            {"place": "position", "problem": "should be a whole number"}
        ]

    def test_a_file_to_begin_with(self) -> None:
        assert Client().get("/api/v1/campaign-files/template/").json() == described.EXAMPLE
        assert Client().get("/api/v1/campaign-files/template/?of=core").json()["id"] == "my-core"
        assert Client().get("/api/v1/campaign-files/template/?of=none").status_code == 404


def test_facts_that_cannot_be_stored_are_refused(alice: User, facts: dict[str, Any]) -> None:
    for title in ("\x00", "\ud800", "x" * 121):
        with pytest.raises(BadGuide):
            campaign_files.create_file({**facts, "title": title}, owner=alice)
