"""Tests of the collection pages: owned boxes, sharing, and access of other users."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from accounts.models import User
from cards.collections import boxes, usage
from cards.models import Collection
from tests.cards.reading import words_of

pytestmark = pytest.mark.django_db
SHELF = "/collection/"


@pytest.fixture
def shelf(alice):
    made = boxes.create_collection(owner=alice, name="Shelf")
    boxes.set_boxes(collection=made, counts={"core_2026": 1})
    return made


def here(shelf: Collection, view: str = "collection-detail") -> str:
    return reverse(view, args=[shelf.pk])


def share(shelf: Collection, user: User, may_edit: bool = False) -> None:
    boxes.share_collection(collection=shelf, username=user.username, may_edit=may_edit)
    boxes.accept_share(boxes.invitations_of(user).get())


# --- The shelf ------------------------------------------------------------------------------------------


def test_a_visitor_sees_an_empty_shelf_and_nobody_is_made(client):
    page = client.get(SHELF)
    assert "No boxes yet" in words_of(page)
    assert len(page.context["cycles"]) == 19
    assert not User.objects.exists()


def test_the_first_press_makes_a_guest_with_a_collection(client):
    answer = client.post(SHELF, {"set": "core_2026:1"})
    made = Collection.objects.get()
    assert answer["Location"] == here(made) + "#cycle-core_ch2"
    assert made.owner.is_guest
    assert boxes.packs_owned(made) == {"core_2026": 1}
    assert client.get(SHELF).context["collection"] == made


def test_the_first_press_in_place_leads_to_a_whole_new_page(client):
    answer = client.post(SHELF, {"set": "core_2026:1"}, headers={"HX-Request": "true"})
    assert answer["HX-Redirect"].endswith("#cycle-core_ch2")


def test_a_press_changes_its_cycle_and_the_figures_in_place(as_alice, shelf):
    answer = as_alice.post(here(shelf), {"set": "core_2026:2"}, headers={"HX-Request": "true"})
    text = answer.content.decode()
    assert boxes.packs_owned(shelf) == {"core_2026": 2}
    assert 'id="cycle-core_ch2"' in text
    assert 'id="cycle-dwl"' not in text
    assert 'id="figures" hx-swap-oob="true"' in text
    assert 'value="core_2026:3"' in text


def test_whole_cycles_in_either_format(as_alice, shelf):
    as_alice.post(here(shelf), {"cycle": "dwl:boxes:1"})
    assert {"dwlp", "dwlc"} <= boxes.packs_owned(shelf).keys()
    page = as_alice.post(here(shelf), {"cycle": "dwl:packs:1"}, headers={"HX-Request": "true"})
    assert page.context["cycle"].has_packs
    assert page.context["cycle"].unfolded
    as_alice.post(here(shelf), {"cycle": "dwl:all:0"})
    assert boxes.packs_owned(shelf) == {"core_2026": 1}


def test_a_cycle_is_complete_with_its_boxes_or_with_its_packs(as_alice, shelf):
    def count(press):
        cycle = as_alice.post(here(shelf), {"cycle": press}, headers={"HX-Request": "true"}).context["cycle"]
        return cycle.owned, cycle.number

    assert count("dwl:boxes:1") == (2, 2)
    assert count("dwl:packs:1") == (2, 2)
    assert count("dwl:boxes:0") == (7, 7)
    assert count("dwl:packs:0") == (0, 2)


def test_rewards_are_unlocked_and_locked(as_alice, shelf):
    as_alice.post(here(shelf), {"reward": "12181:1"})
    assert boxes.rewards_unlocked(shelf) == {"12181"}
    assert "unlocked" in words_of(as_alice.get(here(shelf)))
    as_alice.post(here(shelf), {"reward": "12181:0"}, headers={"HX-Request": "true"})
    assert not boxes.rewards_unlocked(shelf)


@pytest.mark.parametrize(
    "press",
    [
        {},
        {"set": "core_2026"},
        {"set": "core_2026:-1"},
        {"set": "core_2026:100"},
        {"set": "core_2026:²"},
        {"set": "core_2026:" + "9" * 5000},
        {"set": "zzz:1"},
        {"set": "a:b:c:d"},
        {"cycle": "zzz:boxes:1"},
        {"cycle": "dwl:crates:1"},
        {"reward": "01020:1"},
    ],
)
def test_odd_presses_are_refused_and_change_nothing(as_alice, shelf, press):
    answer = as_alice.post(here(shelf), press)
    assert answer.status_code == 400
    assert boxes.packs_owned(shelf) == {"core_2026": 1}
    assert not boxes.rewards_unlocked(shelf)


@pytest.mark.parametrize("press", [{"set": "zzz:1"}, {"cycle": "dwl:crates:1"}, {"reward": "01020:1"}, {}])
def test_a_refused_first_press_makes_nobody(client, press):
    assert client.post(SHELF, press).status_code == 400
    assert not User.objects.exists()
    assert not Collection.objects.exists()


def test_copies_of_a_card_are_added_up_with_their_boxes(as_alice, shelf):
    boxes.set_boxes(collection=shelf, counts={"core": 2})
    answer = as_alice.get(here(shelf), {"q": "machete"}, headers={"HX-Request": "true", "HX-Target": "kept"})
    said = words_of(answer)
    assert "Core Set (2)" in said
    assert "Core Set (2026) (2)" in said
    assert answer.context["kept"][0].copies == 4
    assert "None of these boxes contains" in words_of(as_alice.get(here(shelf), {"q": "zzz"}))


def test_a_press_keeps_what_was_searched_for(as_alice, shelf):
    press = {"set": "core_2026:2", "q": "machete"}
    answer = as_alice.post(here(shelf), press, headers={"HX-Request": "true"})
    assert [(row.card.title, row.copies) for row in answer.context["kept"]] == [("Machete", 4)]


def test_what_is_built_shows_what_is_left_and_missing(as_alice, shelf, monkeypatch):
    built = [
        usage.Usage("First", "/first/", "guardian", {"12020": 2, "01000": 1, "zzz": 4}),
        usage.Usage("Second", "", "rogue", {"01020": 1, "12019": 1}),
    ]
    monkeypatch.setattr(usage, "_sources", [lambda user: built])
    page = as_alice.get(here(shelf))
    rows = {row.card.code: (row.owned, row.by, row.missing) for row in page.context["use"].rows}
    assert rows == {"01020": (2, [2, 1], 1), "12019": (2, [0, 1], 0)}
    assert "These boxes don't have enough cards for these 2 decks together. Missing: 1 × Machete" in words_of(
        page
    )
    assert "notice--warn" in page.content.decode(), (
        "nothing is wrong: few have boxes for all their decks at once"
    )
    assert [row.card.code for row in page.context["use"].shown] == ["01020"]
    assert len(as_alice.get(here(shelf), {"use": "all"}).context["use"].shown) == 2


def test_the_shelf_takes_few_queries_however_full_it_is(
    as_alice, alice, shelf, django_assert_max_num_queries
):
    as_alice.get(here(shelf))
    with django_assert_max_num_queries(14) as one:
        as_alice.get(here(shelf))
    for cycle in ("dwl", "ptc", "tfa", "eoe"):
        boxes.set_cycle(collection=shelf, cycle=cycle, count=1, form="all")
    for number in range(4):
        boxes.create_collection(owner=alice, name=f"Shelf {number}")
    with django_assert_max_num_queries(len(one.captured_queries)):
        as_alice.get(here(shelf))


# --- Others ---------------------------------------------------------------------------------------------


STEPS = ["rename", "share", "unshare", "accept", "leave", "import", "delete"]


@pytest.mark.parametrize("step", ["detail", "settings", "export"])
def test_strangers_see_nothing(as_mallory, shelf, step):
    assert as_mallory.get(here(shelf, f"collection-{step}")).status_code == 404


@pytest.mark.parametrize("step", ["detail", *STEPS])
def test_strangers_change_nothing(as_mallory, shelf, step):
    data = {"name": "Mine", "username": "mallory", "user": "alice", "text": "core", "set": "core_2026:9"}
    assert as_mallory.post(here(shelf, f"collection-{step}"), data).status_code == 404
    shelf.refresh_from_db()
    assert shelf.name == "Shelf"
    assert boxes.packs_owned(shelf) == {"core_2026": 1}


@pytest.mark.parametrize("step", STEPS)
def test_steps_want_a_press(as_alice, shelf, step):
    assert as_alice.get(here(shelf, f"collection-{step}")).status_code == 405


@pytest.mark.parametrize("step", ["settings", *STEPS, "export"])
def test_who_is_nobody_is_asked_to_sign_in(client, shelf, step):
    send = client.post if step in STEPS else client.get
    assert send(here(shelf, f"collection-{step}"))["Location"].startswith(reverse("login"))


def test_an_invitation_shows_on_the_page_and_is_accepted(as_alice, as_bob, bob, shelf):
    as_alice.post(here(shelf, "collection-share"), {"username": "bob", "may_edit": "on"})
    assert as_bob.get(here(shelf)).status_code == 404
    assert "alice wants to share the collection “Shelf” with you." in words_of(as_bob.get(SHELF))
    assert as_bob.post(here(shelf, "collection-accept"))["Location"] == here(shelf)
    page = as_bob.get(here(shelf))
    assert "Shared by alice" in words_of(page)
    assert as_bob.post(here(shelf), {"set": "core:1"}).status_code == 302
    assert boxes.packs_owned(shelf) == {"core_2026": 1, "core": 1}


def test_who_may_only_read_gets_no_buttons(as_bob, bob, shelf):
    share(shelf, bob)
    assert b'name="set"' not in as_bob.get(here(shelf)).content
    assert as_bob.post(here(shelf), {"set": "core:1"}).status_code == 404
    assert as_bob.post(here(shelf, "collection-rename"), {"name": "Bob's"}).status_code == 404
    assert as_bob.post(here(shelf, "collection-import"), {"text": "core"}).status_code == 404


def test_a_reader_of_anothers_shelf_begins_one_of_their_own(as_bob, bob, shelf):
    share(shelf, bob)
    as_bob.post(SHELF, {"set": "core:1"})
    assert boxes.packs_owned(shelf) == {"core_2026": 1}
    assert boxes.packs_owned(Collection.objects.get(owner=bob)) == {"core": 1}


def test_friends_leave_and_are_taken_out(as_alice, as_bob, bob, shelf):
    share(shelf, bob)
    as_bob.post(here(shelf, "collection-leave"))
    assert as_bob.get(here(shelf)).status_code == 404
    share(shelf, bob)
    as_alice.post(here(shelf, "collection-unshare"), {"user": "bob"})
    assert as_bob.get(here(shelf)).status_code == 404


@pytest.mark.parametrize("name", ["bob", "nobody"])
def test_the_answer_to_an_invitation_is_the_same_for_any_name(as_alice, bob, shelf, name):
    address = here(shelf, "collection-share")
    page = as_alice.post(address, {"username": name}, follow=True).content.decode()
    assert f"{name} is invited." in page
    as_alice.post(here(shelf, "collection-unshare"), {"user": name})
    assert not shelf.shares.exists()


@pytest.mark.parametrize("name", ["alice", "", "x" * 300])
def test_sharing_with_nobody_is_said_beside_the_field(as_alice, shelf, name):
    page = as_alice.post(here(shelf, "collection-share"), {"username": name})
    assert page.status_code == 400
    assert page.context["sharing"].errors
    assert not shelf.shares.exists()


def test_a_guest_signs_up_before_sharing(client, bob):
    client.post(SHELF, {"set": "core:1"})
    mine = Collection.objects.get()
    answer = client.post(here(mine, "collection-share"), {"username": "bob"})
    assert answer["Location"] == reverse("signup")
    assert not mine.shares.exists()


# --- The whole ------------------------------------------------------------------------------------------


def test_collections_are_begun_named_and_deleted(as_alice, shelf):
    made = as_alice.post("/collection/new/", {"name": " The  attic "})
    attic = Collection.objects.get(name="The attic")
    assert made["Location"] == here(attic)
    assert "The attic" in words_of(as_alice.get(here(shelf)))
    taken = as_alice.post(here(attic, "collection-rename"), {"name": "Shelf"})
    assert taken.status_code == 400
    assert "You already have a collection with this name." in words_of(taken)
    as_alice.post(here(attic, "collection-rename"), {"name": "<b>Cellar</b>"})
    assert "&lt;b&gt;Cellar" in as_alice.get(here(attic)).content.decode()
    as_alice.post(here(attic, "collection-delete"))
    assert not Collection.objects.filter(pk=attic.pk).exists()


@pytest.mark.parametrize("name", ["", "   ", "x" * 101, "Shelf"])
def test_names_that_cannot_be_are_said_so(as_alice, shelf, name):
    page = as_alice.post("/collection/new/", {"name": name})
    assert page.status_code == 400
    assert page.context["naming"].errors
    assert Collection.objects.count() == 1


def test_a_bad_name_makes_no_guest(client):
    assert client.post("/collection/new/", {"name": " "}).status_code == 400
    assert not User.objects.exists()


def test_an_export_comes_back(as_alice, shelf):
    boxes.set_rewards(collection=shelf, cards=["12181"])
    out = as_alice.get(here(shelf, "collection-export"))
    assert out["Content-Disposition"] == 'attachment; filename="casebook-shelf.json"'
    file = SimpleUploadedFile("shelf.json", out.content)
    as_alice.post("/collection/import/", {"file": file})
    copy = Collection.objects.get(name="Shelf (2)")
    assert boxes.packs_owned(copy) == {"core_2026": 1}
    assert boxes.rewards_unlocked(copy) == {"12181"}
    assert json.loads(out.content)["packs"] == {"core_2026": 1}


def test_an_import_replaces_and_names_what_it_left_out(as_alice, shelf):
    page = as_alice.post(here(shelf, "collection-import"), {"text": "core, dwl, zzz"}, follow=True)
    assert boxes.packs_owned(shelf) == {"core": 1, "dwl": 1}
    assert "Unknown and skipped: zzz." in words_of(page)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({}, "Choose a file or paste its content."),
        ({"text": "{"}, "This is not JSON"),
        ({"text": '{"packs": {"core": -1}}'}, "packs.core"),
        ({"text": "[" * 5000}, "JSON"),
        ({"file": b"\xff\xfe"}, "UTF-8"),
        ({"file": b"x" * 1_500_000}, "too large"),
        ({"file": b""}, "empty"),
    ],
)
@pytest.mark.parametrize("address", ["new", "into"])
def test_broken_files_change_nothing(as_alice, shelf, given, said, address):
    data = {
        name: SimpleUploadedFile("x.json", value) if isinstance(value, bytes) else value
        for name, value in given.items()
    }
    into = "/collection/import/" if address == "new" else here(shelf, "collection-import")
    page = as_alice.post(into, data)
    assert page.status_code == 400
    assert said in words_of(page)
    assert Collection.objects.count() == 1
    assert boxes.packs_owned(shelf) == {"core_2026": 1}


def test_a_huge_upload_is_turned_away(as_alice, shelf):
    file = SimpleUploadedFile("x.json", b"x" * 50_000_000)
    assert as_alice.post(here(shelf, "collection-import"), {"file": file}).status_code == 413
    assert boxes.packs_owned(shelf) == {"core_2026": 1}


def test_forms_from_elsewhere_are_refused(alice, shelf):
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)
    assert client.post(here(shelf), {"set": "core:1"}).status_code == 403
    assert boxes.packs_owned(shelf) == {"core_2026": 1}
