"""Tests of the collection pages: owned boxes, sharing, and access of other users."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from accounts.models import User
from cards.collections import selectors as collection_selectors
from cards.collections import usage
from cards.collections.page import FIRST_USES, MOST_COLUMNS
from cards.models import Collection
from cards.services import collections as collection_services
from cards.templatetags import cards as card_tags
from tests.cards.reading import words_of

pytestmark = pytest.mark.django_db
COLLECTION_PAGE = "/collection/"


@pytest.fixture
def collection(alice):
    made = collection_services.create_collection(owner=alice, name="Shelf")
    collection_services.set_boxes(collection=made, counts={"core_2026": 1})
    return made


def here(collection: Collection, view: str = "collection-detail") -> str:
    return reverse(view, args=[collection.pk])


def share(collection: Collection, user: User, may_edit: bool = False) -> None:
    collection_services.share_collection(collection=collection, username=user.username, may_edit=may_edit)
    collection_services.accept_share(collection_selectors.invitations_of(user).get())


# --- The collection -------------------------------------------------------------------------------------


def test_a_visitor_sees_an_empty_collection_and_no_guest_is_made(client):
    page = client.get(COLLECTION_PAGE)
    assert "No boxes yet" in words_of(page)
    assert len(page.context["cycles"]) == 19
    assert not User.objects.exists()


def test_the_first_press_makes_a_guest_with_a_collection(client):
    answer = client.post(COLLECTION_PAGE, {"set": "core_2026:1"})
    made = Collection.objects.get()
    assert answer["Location"] == here(made) + "#cycle-core_ch2"
    assert made.owner.is_guest
    assert collection_selectors.packs_owned(made) == {"core_2026": 1}
    assert client.get(COLLECTION_PAGE).context["collection"] == made


def test_the_first_press_in_place_leads_to_a_whole_new_page(client):
    answer = client.post(COLLECTION_PAGE, {"set": "core_2026:1"}, headers={"HX-Request": "true"})
    assert answer["HX-Redirect"].endswith("#cycle-core_ch2")


def test_a_press_changes_its_cycle_and_the_figures_in_place(as_alice, collection):
    answer = as_alice.post(here(collection), {"set": "core_2026:2"}, headers={"HX-Request": "true"})
    text = answer.content.decode()
    assert collection_selectors.packs_owned(collection) == {"core_2026": 2}
    assert 'id="cycle-core_ch2"' in text
    assert 'id="cycle-dwl"' not in text
    assert 'id="figures" hx-swap-oob="true"' in text
    assert 'value="core_2026:3"' in text


def test_whole_cycles_in_either_format(as_alice, collection):
    as_alice.post(here(collection), {"cycle": "dwl:boxes:1"})
    assert {"dwlp", "dwlc"} <= collection_selectors.packs_owned(collection).keys()
    page = as_alice.post(here(collection), {"cycle": "dwl:packs:1"}, headers={"HX-Request": "true"})
    assert page.context["cycle"].has_packs
    assert page.context["cycle"].unfolded
    as_alice.post(here(collection), {"cycle": "dwl:all:0"})
    assert collection_selectors.packs_owned(collection) == {"core_2026": 1}


def test_a_cycle_is_complete_with_its_boxes_or_with_its_packs(as_alice, collection):
    def count(press):
        cycle = as_alice.post(here(collection), {"cycle": press}, headers={"HX-Request": "true"}).context[
            "cycle"
        ]
        return cycle.owned, cycle.number

    assert count("dwl:boxes:1") == (2, 2)
    assert count("dwl:packs:1") == (2, 2)
    assert count("dwl:boxes:0") == (7, 7)
    assert count("dwl:packs:0") == (0, 2)


def test_rewards_are_unlocked_and_locked(as_alice, collection):
    as_alice.post(here(collection), {"reward": "12181:1"})
    assert collection_selectors.rewards_unlocked(collection) == {"12181"}
    assert "unlocked" in words_of(as_alice.get(here(collection)))
    as_alice.post(here(collection), {"reward": "12181:0"}, headers={"HX-Request": "true"})
    assert not collection_selectors.rewards_unlocked(collection)


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
def test_odd_presses_are_refused_and_change_nothing(as_alice, collection, press):
    answer = as_alice.post(here(collection), press)
    assert answer.status_code == 400
    assert collection_selectors.packs_owned(collection) == {"core_2026": 1}
    assert not collection_selectors.rewards_unlocked(collection)


@pytest.mark.parametrize("press", [{"set": "zzz:1"}, {"cycle": "dwl:crates:1"}, {"reward": "01020:1"}, {}])
def test_a_refused_first_press_makes_no_guest(client, press):
    assert client.post(COLLECTION_PAGE, press).status_code == 400
    assert not User.objects.exists()
    assert not Collection.objects.exists()


def test_copies_of_a_card_are_added_up_with_their_boxes(as_alice, collection):
    collection_services.set_boxes(collection=collection, counts={"core": 2})
    answer = as_alice.get(
        here(collection), {"q": "machete"}, headers={"HX-Request": "true", "HX-Target": "owned-cards"}
    )
    text = words_of(answer)
    assert "Core Set (2)" in text
    assert "Core Set (2026) (2)" in text
    assert answer.context["owned_cards"][0].copies == 4
    assert "None of these boxes contains" in words_of(as_alice.get(here(collection), {"q": "zzz"}))


def test_a_press_retains_the_search(as_alice, collection):
    press = {"set": "core_2026:2", "q": "machete"}
    answer = as_alice.post(here(collection), press, headers={"HX-Request": "true"})
    assert [(row.card.title, row.copies) for row in answer.context["owned_cards"]] == [("Machete", 4)]


def test_what_is_built_shows_what_is_left_and_missing(as_alice, collection, monkeypatch):
    built = [
        usage.Usage("First", "/first/", "guardian", {"12020": 2, "01000": 1, "zzz": 4}),
        usage.Usage("Second", "", "rogue", {"01020": 1, "12019": 1}),
    ]
    monkeypatch.setattr(usage, "_sources", [lambda user: built])
    page = as_alice.get(here(collection))
    rows = {row.card.code: (row.owned, row.by, row.missing) for row in page.context["use"].rows}
    assert rows == {"01020": (2, (2, 1), 1), "12019": (2, (0, 1), 0)}
    assert "These boxes don't have enough cards for these 2 decks together. Missing: 1 × Machete" in words_of(
        page
    )
    assert "notice--warn" in page.content.decode(), (
        "nothing is wrong: few have boxes for all their decks at once"
    )
    assert [row.card.code for row in page.context["use"].shown] == ["01020"]
    assert len(as_alice.get(here(collection), {"use": "all"}).context["use"].shown) == 2


def test_the_page_shows_the_first_conflicts_and_the_rest_on_demand(as_alice, collection, monkeypatch):
    codes = [f"010{number}" for number in range(16, 32)]
    built = [usage.Usage(name, "", "rogue", dict.fromkeys(codes, 5)) for name in ("First", "Second")]
    monkeypatch.setattr(usage, "_sources", [lambda user: built])
    page = as_alice.get(here(collection))
    assert page.context["use"].tight == len(codes)
    assert len(page.context["use"].shown) == FIRST_USES
    assert f"{here(collection)}?use=conflicts" in page.content.decode()
    rest = as_alice.get(
        here(collection), {"use": "conflicts"}, headers={"HX-Request": "true", "HX-Target": "use"}
    )
    assert len(rest.context["use"].shown) == len(codes)
    assert "?use=conflicts" not in rest.content.decode()


def test_copies_by_deck_are_kept_for_as_many_decks_as_have_columns(as_alice, collection, monkeypatch):
    built = [usage.Usage(str(n), "", "rogue", {"01020": 1, "12020": 1}) for n in range(MOST_COLUMNS + 1)]
    monkeypatch.setattr(usage, "_sources", [lambda user: built])
    (row,) = as_alice.get(here(collection)).context["use"].rows
    assert (row.used, row.users, row.by) == (2 * len(built), len(built), ())


def test_a_box_is_drawn_once_for_each_language(as_alice, collection, monkeypatch):
    pages = [as_alice.get(here(collection), headers={"accept-language": code}) for code in ("en", "de")]
    drawn = []
    monkeypatch.setattr(card_tags, "render_to_string", lambda template, context: drawn.append(context))
    again = [as_alice.get(here(collection), headers={"accept-language": code}) for code in ("en", "de")]
    assert not drawn
    for page, same in zip(pages, again, strict=True):
        assert page.content.count(b'name="set"') == same.content.count(b'name="set"') > 100


def test_the_collection_takes_few_queries_however_full_it_is(
    as_alice, alice, collection, django_assert_max_num_queries
):
    as_alice.get(here(collection))
    with django_assert_max_num_queries(14) as one:
        as_alice.get(here(collection))
    for cycle in ("dwl", "ptc", "tfa", "eoe"):
        collection_services.set_cycle(collection=collection, cycle=cycle, count=1, form="all")
    for number in range(4):
        collection_services.create_collection(owner=alice, name=f"Shelf {number}")
    with django_assert_max_num_queries(len(one.captured_queries)):
        as_alice.get(here(collection))


# --- Others ---------------------------------------------------------------------------------------------


STEPS = ["rename", "share", "unshare", "accept", "leave", "import", "delete"]


@pytest.mark.parametrize("step", ["detail", "settings", "export"])
def test_strangers_see_nothing(as_mallory, collection, step):
    assert as_mallory.get(here(collection, f"collection-{step}")).status_code == 404


@pytest.mark.parametrize("step", ["detail", *STEPS])
def test_strangers_change_nothing(as_mallory, collection, step):
    data = {"name": "Mine", "username": "mallory", "user": "alice", "text": "core", "set": "core_2026:9"}
    assert as_mallory.post(here(collection, f"collection-{step}"), data).status_code == 404
    collection.refresh_from_db()
    assert collection.name == "Shelf"
    assert collection_selectors.packs_owned(collection) == {"core_2026": 1}


@pytest.mark.parametrize("step", STEPS)
def test_steps_want_a_press(as_alice, collection, step):
    assert as_alice.get(here(collection, f"collection-{step}")).status_code == 405


@pytest.mark.parametrize("step", ["settings", *STEPS, "export"])
def test_a_visitor_is_redirected_to_sign_in(client, collection, step):
    send = client.post if step in STEPS else client.get
    assert send(here(collection, f"collection-{step}"))["Location"].startswith(reverse("login"))


def test_an_invitation_shows_on_the_page_and_is_accepted(as_alice, as_bob, bob, collection):
    as_alice.post(here(collection, "collection-share"), {"username": "bob", "may_edit": "on"})
    assert as_bob.get(here(collection)).status_code == 404
    assert "alice wants to share the collection “Shelf” with you." in words_of(as_bob.get(COLLECTION_PAGE))
    assert as_bob.post(here(collection, "collection-accept"))["Location"] == here(collection)
    page = as_bob.get(here(collection))
    assert "Shared by alice" in words_of(page)
    assert as_bob.post(here(collection), {"set": "core:1"}).status_code == 302
    assert collection_selectors.packs_owned(collection) == {"core_2026": 1, "core": 1}


def test_who_may_only_read_gets_no_buttons(as_bob, bob, collection):
    share(collection, bob)
    assert b'name="set"' not in as_bob.get(here(collection)).content
    assert as_bob.post(here(collection), {"set": "core:1"}).status_code == 404
    assert as_bob.post(here(collection, "collection-rename"), {"name": "Bob's"}).status_code == 404
    assert as_bob.post(here(collection, "collection-import"), {"text": "core"}).status_code == 404


def test_a_reader_of_anothers_collection_begins_one_of_their_own(as_bob, bob, collection):
    share(collection, bob)
    as_bob.post(COLLECTION_PAGE, {"set": "core:1"})
    assert collection_selectors.packs_owned(collection) == {"core_2026": 1}
    assert collection_selectors.packs_owned(Collection.objects.get(owner=bob)) == {"core": 1}


def test_friends_leave_and_are_taken_out(as_alice, as_bob, bob, collection):
    share(collection, bob)
    as_bob.post(here(collection, "collection-leave"))
    assert as_bob.get(here(collection)).status_code == 404
    share(collection, bob)
    as_alice.post(here(collection, "collection-unshare"), {"user": "bob"})
    assert as_bob.get(here(collection)).status_code == 404


@pytest.mark.parametrize("name", ["bob", "nobody"])
def test_the_answer_to_an_invitation_is_the_same_for_any_name(as_alice, bob, collection, name):
    address = here(collection, "collection-share")
    page = as_alice.post(address, {"username": name}, follow=True).content.decode()
    assert f"{name} is invited." in page
    as_alice.post(here(collection, "collection-unshare"), {"user": name})
    assert not collection.shares.exists()


@pytest.mark.parametrize("name", ["alice", "", "x" * 300])
def test_sharing_without_a_valid_name_is_an_error_of_the_field(as_alice, collection, name):
    page = as_alice.post(here(collection, "collection-share"), {"username": name})
    assert page.status_code == 400
    assert page.context["share_form"].errors
    assert not collection.shares.exists()


def test_a_guest_signs_up_before_sharing(client, bob):
    client.post(COLLECTION_PAGE, {"set": "core:1"})
    mine = Collection.objects.get()
    answer = client.post(here(mine, "collection-share"), {"username": "bob"})
    assert answer["Location"] == reverse("signup")
    assert not mine.shares.exists()


# --- The whole ------------------------------------------------------------------------------------------


def test_collections_are_begun_named_and_deleted(as_alice, collection):
    made = as_alice.post("/collection/new/", {"name": " The  attic "})
    attic = Collection.objects.get(name="The attic")
    assert made["Location"] == here(attic)
    assert "The attic" in words_of(as_alice.get(here(collection)))
    taken = as_alice.post(here(attic, "collection-rename"), {"name": "Shelf"})
    assert taken.status_code == 400
    assert "You already have a collection with this name." in words_of(taken)
    as_alice.post(here(attic, "collection-rename"), {"name": "<b>Cellar</b>"})
    assert "&lt;b&gt;Cellar" in as_alice.get(here(attic)).content.decode()
    as_alice.post(here(attic, "collection-delete"))
    assert not Collection.objects.filter(pk=attic.pk).exists()


@pytest.mark.parametrize("name", ["", "   ", "x" * 101, "Shelf"])
def test_invalid_names_are_errors_of_the_field(as_alice, collection, name):
    page = as_alice.post("/collection/new/", {"name": name})
    assert page.status_code == 400
    assert page.context["name_form"].errors
    assert Collection.objects.count() == 1


def test_a_bad_name_makes_no_guest(client):
    assert client.post("/collection/new/", {"name": " "}).status_code == 400
    assert not User.objects.exists()


def test_an_export_comes_back(as_alice, collection):
    collection_services.set_rewards(collection=collection, cards=["12181"])
    out = as_alice.get(here(collection, "collection-export"))
    assert out["Content-Disposition"] == 'attachment; filename="casebook-shelf.json"'
    file = SimpleUploadedFile("shelf.json", out.content)
    as_alice.post("/collection/import/", {"file": file})
    copy = Collection.objects.get(name="Shelf (2)")
    assert collection_selectors.packs_owned(copy) == {"core_2026": 1}
    assert collection_selectors.rewards_unlocked(copy) == {"12181"}
    assert json.loads(out.content)["packs"] == {"core_2026": 1}


def test_an_import_replaces_and_names_what_it_left_out(as_alice, collection):
    page = as_alice.post(here(collection, "collection-import"), {"text": "core, dwl, zzz"}, follow=True)
    assert collection_selectors.packs_owned(collection) == {"core": 1, "dwl": 1}
    assert "Unknown and skipped: zzz." in words_of(page)


@pytest.mark.parametrize(
    ("given", "text"),
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
def test_broken_files_change_nothing(as_alice, collection, given, text, address):
    data = {
        name: SimpleUploadedFile("x.json", value) if isinstance(value, bytes) else value
        for name, value in given.items()
    }
    into = "/collection/import/" if address == "new" else here(collection, "collection-import")
    page = as_alice.post(into, data)
    assert page.status_code == 400
    assert text in words_of(page)
    assert Collection.objects.count() == 1
    assert collection_selectors.packs_owned(collection) == {"core_2026": 1}


def test_a_huge_upload_is_turned_away(as_alice, collection):
    file = SimpleUploadedFile("x.json", b"x" * 50_000_000)
    assert as_alice.post(here(collection, "collection-import"), {"file": file}).status_code == 413
    assert collection_selectors.packs_owned(collection) == {"core_2026": 1}


def test_forms_from_elsewhere_are_refused(alice, collection):
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)
    assert client.post(here(collection), {"set": "core:1"}).status_code == 403
    assert collection_selectors.packs_owned(collection) == {"core_2026": 1}
