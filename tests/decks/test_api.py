"""Tests of the decks API: it can do everything that pages can, and only with the user's own decks."""

import json

import pytest
from rest_framework.test import APIClient

from decks import services
from decks.formats.export import FORMATS
from decks.models import Deck

pytestmark = pytest.mark.django_db

FILLING = {
    "01016": 2, "01017": 2, "01018": 2, "01019": 2, "01020": 2, "01021": 2, "01022": 2, "01023": 2,
    "01024": 2, "01025": 2, "01086": 2, "01087": 2, "01088": 2, "01089": 2, "01090": 2,
}  # fmt: skip


def client(user=None):
    made = APIClient()
    if user:
        made.force_authenticate(user)
    return made


@pytest.fixture
def api(alice):
    return client(alice)


@pytest.fixture
def deck(alice):
    deck = services.create_deck(owner=alice, investigator="01001", name="Guns")
    services.set_quantity(deck, code="01020", quantity=2)
    return deck


def url(deck, tail=""):
    return f"/api/v1/decks/{deck.public_id}/{tail}"


class TestOneDeck:
    def test_a_deck_is_made_filled_judged_and_read(self, api):
        made = api.post("/api/v1/decks/", {"investigator": "01001", "name": "New"})
        assert made.status_code == 201
        body = made.json()
        assert body["cards"]["slots"] == {"01000": 1, "01006": 1, "01007": 1}
        assert (body["legal"], body["revision"], body["mine"]) == (False, 0, True)
        address = f"/api/v1/decks/{body['id']}/"
        for number, (code, quantity) in enumerate(FILLING.items()):
            answer = api.put(f"{address}cards/{code}/", {"quantity": quantity, "revision": number})
            assert answer.status_code == 200
        assert answer.json()["verdict"]["legal"]
        assert api.get(address).json()["legal"]
        assert api.get(f"{address}verdict/").json()["size"] == 30

    def test_choices_come_in(self, api):
        body = {
            "investigator": "06002",
            "choices": {"classes": {"": "rogue"}, "size": 40},
            "taboo": "010",
            "weakness": "drawn",
            "seed": "s",
        }
        made = api.post("/api/v1/decks/", body).json()
        assert (made["choices"], made["taboo"]) == ({"classes": {"": "rogue"}, "size": 40}, "010")
        assert "01000" not in made["cards"]["slots"]

    def test_everything_about_it_can_be_changed(self, api, deck):
        body = {
            "name": "Better",
            "notes": " # Plan\n",
            "back": "90024",
            "taboo": "010",
            "mode": "standalone",
            "tags": ["solo"],
            "folder": "Night",
            "archived": True,
            "revision": 1,
        }
        changed = api.patch(url(deck), body)
        assert changed.status_code == 200
        body.pop("revision")
        assert {key: changed.json()[key] for key in body} == body

    def test_a_change_is_whole_or_not_at_all(self, api, deck):
        answer = api.patch(url(deck), {"name": "Better", "taboo": "999"})
        assert answer.status_code == 400
        assert api.get(url(deck)).json()["name"] == "Guns"

    def test_a_change_that_is_sent_twice_is_made_once_and_whole(self, api, deck):
        body = {"name": "Better", "notes": "# Plan", "back": "90024", "taboo": "010"}
        for _turn in range(2):
            changed = api.patch(url(deck), {**body, "key": "k"}).json()
            assert {key: changed[key] for key in body} == body
            assert changed["revision"] == 2
        assert api.post(url(deck, "undo/")).json()["deck"]["notes"] == ""

    def test_stale_edits_are_refused(self, api, deck):
        answer = api.put(url(deck, "cards/01021/"), {"quantity": 1, "revision": 0})
        assert answer.status_code == 409
        error = answer.json()["error"]
        assert (error["code"], error["revision"]) == ("stale", 1)
        assert error["changes"][0]["facts"]["card"] == "01020"

    def test_undo_and_redo(self, api, deck):
        assert "01020" not in api.post(url(deck, "undo/")).json()["deck"]["cards"]["slots"]
        assert api.post(url(deck, "redo/")).json()["deck"]["cards"]["slots"]["01020"] == 2
        assert api.post(url(deck, "redo/")).json()["error"]["code"] == "nothing_to_redo"

    def test_sheets_attachments_annotations_and_moves(self, api, deck):
        api.put(url(deck, "cards/09022/"), {"quantity": 2})
        sheet = api.put(url(deck, "cards/09022/sheet/"), {"ticks": [{"box": 0, "experience": 1}]})
        assert sheet.json()["deck"]["cards"]["customizations"] == {"09022": [[0, 1, ""]]}
        held = api.put(url(deck, "cards/05002/attachments/"), {"cards": ["01020"]})
        assert held.json()["deck"]["cards"]["attachments"] == {"05002": ["01020"]}
        noted = api.put(url(deck, "cards/01020/annotation/"), {"text": "<script>"})
        assert noted.json()["deck"]["cards"]["annotations"] == {"01020": "<script>"}
        moved = api.post(url(deck, "move/"), {"card": "01020", "origin": "main", "target": "side"})
        assert moved.json()["deck"]["cards"]["side"] == {"01020": 1}

    def test_deleting_can_be_undone(self, api, deck):
        assert api.delete(url(deck)).status_code == 204
        assert api.get(url(deck)).status_code == 404
        assert api.post(url(deck, "undelete/")).status_code == 200
        assert api.get(url(deck)).status_code == 200

    @pytest.mark.parametrize(
        ("tail", "body"),
        [
            ("cards/01020/", {"quantity": -1}),
            ("cards/01020/", {"quantity": "many"}),
            ("cards/01020/", {}),
            ("cards/01020/", {"quantity": 1, "where": "attic"}),
            ("cards/01020/", []),
            ("cards/01020/sheet/", {"ticks": [{"box": 0, "experience": 1}]}),
        ],
    )
    def test_nonsense_is_400(self, api, deck, tail, body):
        answer = api.put(url(deck, tail), body)
        assert answer.status_code == 400
        assert answer.json()["error"]["message"]


class TestLists:
    def test_mine_are_searched(self, api, deck, alice):
        services.create_deck(owner=alice, investigator="01002", name="Books")
        names = lambda query: [row["name"] for row in api.get(f"/api/v1/decks/?{query}").json()["results"]]  # noqa: E731
        assert sorted(names("")) == ["Books", "Guns"]
        assert names("q=guns") == ["Guns"]
        assert names("class=seeker") == ["Books"]
        assert names("card=01020") == ["Guns"]
        assert names("legal=true") == []
        assert names("archived=true") == []
        assert names("sort=name") == ["Books", "Guns"]

    def test_public_ones_are_for_everybody(self, deck):
        assert client().get("/api/v1/decks/public/").json()["count"] == 0
        services.publish(deck)
        (row,) = client().get("/api/v1/decks/public/?q=roland").json()["results"]
        assert (row["name"], row["owner"]) == ("Guns", "alice")

    def test_many_at_once(self, api, deck, mallory):
        other = services.create_deck(owner=mallory, investigator="01002")
        body = {"ids": [str(deck.public_id), str(other.public_id)], "action": "delete"}
        assert api.post("/api/v1/decks/bulk/", body).json() == {"decks": 1}
        assert Deck.objects.filter(deleted_at=None).get() == other
        assert api.post("/api/v1/decks/bulk/", {**body, "action": "undelete"}).json() == {"decks": 1}

    def test_the_number_of_questions_does_not_grow(self, api, deck, alice, django_assert_max_num_queries):
        for _ in range(8):
            services.clone_deck(deck, owner=alice)
        with django_assert_max_num_queries(6):
            assert api.get("/api/v1/decks/").json()["count"] == 9


class TestQuestions:
    def test_why_not(self, api, deck):
        assert api.get(url(deck, "cards/01021/why-not/")).json() == []
        reasons = api.get(url(deck, "cards/01020/why-not/")).json()
        assert reasons[0]["rule"].startswith("copies.")

    def test_pool(self, api, deck):
        pool = api.get(url(deck, "pool/")).json()
        assert pool["cards"]["01020"] == {"lines": [], "copies": 2, "limit": 2, "room": False}
        assert "01060" not in pool["cards"]

    def test_figures_odds_and_hands(self, api, deck):
        assert api.get(url(deck, "figures/")).json()["types"]["asset"] == 3
        odds = api.get(url(deck, "odds/?card=01020&turn=3")).json()
        assert (odds["copies"], odds["after_mulligan"]) == (2, 1.0)
        hand = api.get(url(deck, "hand/?seed=s")).json()
        assert hand == api.get(url(deck, "hand/?seed=s")).json()
        assert api.get(url(deck, "hand/?seed=s&back=0,9")).json()["mulliganed"]
        assert api.get(url(deck, "odds/?card=01020&turn=0")).status_code == 400

    def test_pull_list(self, api, deck):
        pulled = api.get(url(deck, "pull-list/")).json()
        assert pulled["boxes"][0]["pack"] == "core"
        assert pulled["left"] is None
        assert api.get(url(deck, "pull-list/?collection=1")).status_code == 404

    def test_compare(self, api, deck, alice):
        other = services.clone_deck(Deck.objects.get(pk=deck.pk), owner=alice)
        services.set_quantity(other, code="01020", quantity=1)
        found = api.get(url(deck, f"compare/?with={other.public_id}")).json()
        assert found["removed"] == [{"code": "01020", "before": 2, "after": 1}]
        assert api.get(url(deck, "compare/?with=x")).status_code == 400
        assert api.get(url(deck, "compare/?before=9")).status_code == 404


class TestUpgrades:
    def test_the_whole_way(self, api, deck):
        for code, quantity in FILLING.items():
            api.put(url(deck, f"cards/{code}/"), {"quantity": quantity})
        begun = api.post(url(deck, "upgrade/"), {"experience": 3, "exiled": {"deck": {"01088": 1}}})
        assert begun.status_code == 201
        assert begun.json()["experience_left"] == 3
        wanted = {"card": "03190", "replaces": "01016"}
        options = api.post(url(deck, "upgrade/options/"), wanted).json()
        assert (options[0]["way"], options[0]["price"], options[0]["affordable"]) == ("upgrade", 2, True)
        assert api.post(url(deck, "upgrade/buy/"), wanted).status_code == 200
        again = api.post(url(deck, "upgrade/buy/"), wanted)
        assert (again.status_code, again.json()["error"]["code"]) == (409, "not_enough_experience")
        early = api.post(url(deck, "upgrade/finish/"))
        assert early.json()["error"]["verdict"]["legal"] is False
        api.post(url(deck, "upgrade/buy/"), {"card": "01091"})
        done = api.post(url(deck, "upgrade/finish/"))
        assert (done.json()["number"], done.json()["cost"]) == (2, 2)
        versions = api.get(url(deck, "versions/")).json()
        assert [row["card"] for row in versions[1]["purchases"]] == ["03190", "01091"]
        assert api.post(url(deck, "versions/1/restore/")).json()["number"] == 3
        assert api.get(url(deck, "versions/9/")).status_code == 404

    def test_conditions_are_listed_and_saved(self, api, deck):
        assert api.get(url(deck, "upgrade/")).json() == []
        api.put(url(deck, "cards/10109/"), {"quantity": 2})
        assert api.get(url(deck, "upgrade/")).json() == [
            {"card": "10109", "when": "in-hand-at-end", "most": 2, "per": 0, "assets": []}
        ]
        for outcome in ({"conditions": {"10109": 3}}, {"conditions": {"01088": 1}}, {"attached_to": "01088"}):
            refused = api.post(url(deck, "upgrade/"), {"experience": 3, **outcome})
            assert (refused.status_code, refused.json()["error"]["code"]) == (400, "bad_edit")
        begun = api.post(url(deck, "upgrade/"), {"experience": 3, "conditions": {"10109": 1}}).json()
        assert (begun["number"], begun["conditions"], begun["attached_to"]) == (2, {"10109": 1}, "")

    def test_two_for_the_price_of_one(self, api, deck):
        daisy = api.post("/api/v1/decks/", {"investigator": "01002"}).json()["id"]
        at = f"/api/v1/decks/{daisy}"
        for code, quantity in {"04106": 1, "02021": 2}.items():
            api.put(f"{at}/cards/{code}/", {"quantity": quantity})
        api.post(f"{at}/upgrade/", {"experience": 8})
        assert api.post(f"{at}/upgrade/pair/", {"card": "02021", "drawn": ["02263"]}).status_code == 400
        done = api.post(f"{at}/upgrade/pair/", {"card": "02021", "seed": "s"}).json()
        assert done["edit"]["facts"]["seed"] == "s"
        rows = api.get(f"{at}/versions/2/").json()["purchases"]
        assert [(row["price"], row["lot"]["seed"]) for row in rows] == [(4, "s"), (0, "s")]
        api.post(f"{at}/undo/")
        api.post(f"{at}/upgrade/pair/", {"card": "02021", "drawn": ["02263", "02264"]})
        rows = api.get(f"{at}/versions/2/").json()["purchases"]
        assert [(row["card"], row["lot"]) for row in rows] == [("02263", {}), ("02264", {})]

    def test_giving_up(self, api, deck):
        api.post(url(deck, "upgrade/"), {"experience": 3})
        assert api.delete(url(deck, "upgrade/")).json()["number"] == 1
        assert api.delete(url(deck, "upgrade/")).status_code == 409

    def test_drawing(self, api, deck):
        drawn = api.post(url(deck, "draw-weaknesses/"), {"seed": "s"}).json()
        assert drawn["edit"]["facts"]["seed"] == "s"


class TestTransfer:
    def test_out_and_in_again(self, api, deck):
        written = api.get(url(deck, "export/")).json()
        made = api.post("/api/v1/decks/import/", {"text": json.dumps(written)})
        assert made.status_code == 201
        copy = api.get(f"/api/v1/decks/{made.json()[0]['id']}/").json()
        assert copy["cards"] == api.get(url(deck)).json()["cards"]

    @pytest.mark.parametrize("accept", ["text/plain", "text/markdown", "application/json"])
    @pytest.mark.parametrize("form", FORMATS)
    def test_the_address_names_the_form(self, api, deck, form, accept):
        """The form parameter decides, whatever the `Accept` header says."""
        plain = api.get(url(deck, f"export/?form={form}"))
        answer = api.get(url(deck, f"export/?form={form}"), headers={"accept": accept})
        assert answer.status_code == 200
        assert (answer.content, answer["Content-Type"]) == (plain.content, plain["Content-Type"])

    @pytest.mark.parametrize(("form", "begins"), [("txt", "Guns"), ("md", "# Guns")])
    def test_words(self, api, deck, form, begins):
        answer = api.get(url(deck, f"export/?form={form}"))
        assert answer.content.decode().startswith(begins)
        assert answer["content-type"].startswith("text/")

    def test_history(self, api, deck):
        services.begin_upgrade(deck, experience=1)
        assert len(api.get(url(deck, "export/?history=true")).json()) == 2

    def test_a_preview_needs_no_account_and_saves_nothing(self, db):
        text = "Roland Banks\n2x Machete\n1x Nonsense\n1x Strange Solution (4)\n"
        (row,) = client().post("/api/v1/decks/import/preview/", {"text": text}).json()
        assert row["deck"]["slots"]["01020"] == 2
        assert [line["text"] for line in row["lines"] if line["problem"]] == ["1x Nonsense"]
        assert row["lines"][-1]["candidates"]
        body = {"text": text, "decisions": {"4": "02263", "x": "01020", "4" * 5_000: "01020"}}
        (row,) = client().post("/api/v1/decks/import/preview/", body).json()
        assert row["deck"]["slots"]["02263"] == 1
        assert Deck.objects.count() == 0

    def test_some_of_many(self, api):
        text = "# A\nInvestigator: Roland Banks\n- Knife\n# B\nInvestigator: Daisy Walker\n- Knife\n"
        made = api.post("/api/v1/decks/import/", {"text": text, "only": [2]}).json()
        assert [row["name"] for row in made] == ["B"]

    @pytest.mark.parametrize("text", ["nothing", "{}", "[" * 5000])
    def test_what_is_no_deck_is_400(self, api, text):
        answer = api.post("/api/v1/decks/import/", {"text": text})
        assert (answer.status_code, answer.json()["error"]["code"]) == (400, "not_a_deck")


READS = [
    "", "verdict/", "pool/", "figures/", "odds/?card=01020", "hand/", "versions/", "versions/1/", "compare/",
    "pull-list/", "export/", "cards/01020/why-not/", "upgrade/",
]  # fmt: skip
WRITES = [
    ("patch", "", {"name": "x"}),
    ("delete", "", {}),
    ("put", "cards/01020/", {"quantity": 1}),
    ("put", "cards/09022/sheet/", {"ticks": []}),
    ("put", "cards/01020/attachments/", {"cards": []}),
    ("put", "cards/01020/annotation/", {"text": "x"}),
    ("post", "move/", {"card": "01020", "origin": "main", "target": "side"}),
    ("post", "undo/", {}),
    ("post", "redo/", {}),
    ("post", "draw-weaknesses/", {}),
    ("post", "upgrade/", {}),
    ("delete", "upgrade/", {}),
    ("post", "upgrade/options/", {"card": "01026"}),
    ("post", "upgrade/buy/", {"card": "01026"}),
    ("post", "upgrade/pair/", {"card": "02021"}),
    ("post", "upgrade/take-out/", {"card": "01026"}),
    ("post", "upgrade/finish/", {}),
    ("post", "versions/1/restore/", {}),
    ("post", "share/", {}),
    ("delete", "share/", {}),
    ("post", "share/new-link/", {}),
    ("post", "publish/", {}),
    ("post", "undelete/", {}),
]


class TestStrangers:
    @pytest.mark.parametrize("tail", READS)
    def test_a_private_deck_does_not_exist_for_others(self, deck, mallory, tail):
        assert client(mallory).get(url(deck, tail)).status_code == 404
        assert client().get(url(deck, tail)).status_code == 404

    @pytest.mark.parametrize("tail", READS)
    def test_an_unlisted_deck_is_found_by_its_link_alone(self, deck, mallory, tail):
        services.share(deck)
        assert client(mallory).get(url(deck, tail)).status_code == 404

    @pytest.mark.parametrize("tail", READS)
    def test_a_public_deck_can_be_read(self, deck, mallory, tail):
        services.publish(deck)
        assert client(mallory).get(url(deck, tail)).status_code == 200
        assert client().get(url(deck, tail)).status_code == 200

    @pytest.mark.parametrize(("method", "tail", "body"), WRITES)
    @pytest.mark.parametrize("published", [False, True])
    def test_decks_of_others_cannot_be_changed(self, deck, mallory, method, tail, body, published):
        if published:
            services.publish(deck)
        before = Deck.objects.values().get(pk=deck.pk)
        assert getattr(client(mallory), method)(url(deck, tail), body).status_code == 404
        assert getattr(client(), method)(url(deck, tail), body).status_code == 401
        assert Deck.objects.values().get(pk=deck.pk) == before

    def test_the_link_shows_the_deck_and_nothing_else(self, deck, mallory):
        token = services.share(deck).share_token
        shown = client().get(f"/api/v1/decks/shared/{token}/").json()
        assert shown["name"] == "Guns"
        assert (shown["mine"], shown["share_token"], shown["folder"], shown["archived"]) == (
            *(False, None),
            *(None, None),
        )
        for method in ("post", "put", "patch", "delete"):
            assert getattr(client(mallory), method)(f"/api/v1/decks/shared/{token}/").status_code == 405
        assert client().get("/api/v1/decks/shared/wrong/").status_code == 404
        services.unshare(deck)
        assert client().get(f"/api/v1/decks/shared/{token}/").status_code == 404

    def test_a_private_deck_cannot_be_copied_or_compared_by_others(self, deck, mallory):
        mine = services.create_deck(owner=mallory, investigator="01002")
        assert client(mallory).post(url(deck, "clone/"), {}).status_code == 404
        assert client(mallory).get(url(mine, f"compare/?with={deck.public_id}")).status_code == 404

    def test_a_public_deck_can_be_copied(self, deck, mallory):
        services.publish(deck)
        made = client(mallory).post(url(deck, "clone/"), {"name": "Mine", "version": 1}).json()
        assert (made["name"], made["owner"], made["visibility"]) == ("Mine", "mallory", "private")

    @pytest.mark.parametrize("path", ["decks/", "decks/bulk/", "decks/import/"])
    def test_without_an_account_nothing_is_saved(self, db, path):
        assert client().post(f"/api/v1/{path}", {}).status_code == 401
