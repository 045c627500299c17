"""Tests that the shipped catalogue is loaded into the database and read back unchanged."""

import json
import shutil

import pytest
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from cards import adapters
from cards.importing.shipped import CATALOGUE, read_shipped
from cards.models import Card, CatalogueVersion, Collection, OwnedPack, Pack, Printing, TabooEntry
from cards.services import loading
from cards.services.loading import load_shipped

pytestmark = pytest.mark.django_db


def test_rows_give_back_the_facts_they_were_made_from():
    shipped = {card["code"]: card for card in read_shipped().cards}
    assert {card["code"]: card for card in adapters.card_facts()} == shipped


def test_taboo_lists_survive_the_database():
    assert adapters.taboo_facts() == read_shipped().taboo_lists


def test_a_second_load_writes_nothing():
    with CaptureQueriesContext(connection) as queries:
        assert load_shipped() is False
    assert len(queries) == 1


def test_loading_again_after_a_change_changes_only_that(monkeypatch):
    before = {card["code"]: card for card in adapters.card_facts()}
    Card.objects.filter(pk="01016").update(title="Something else", level=3)
    monkeypatch.setattr(loading, "LOADER", "next")
    assert load_shipped() is True
    assert {card["code"]: card for card in adapters.card_facts()} == before


def test_imported_cards_stay_and_stale_ones_go(tmp_path):
    folder = tmp_path / "catalogue"
    shutil.copytree(CATALOGUE, folder)
    pack = folder / "packs" / "promo.json"
    facts = json.loads(pack.read_text())
    facts["cards"].append(
        {"code": "99901", "title": "Lately Shipped", "type": "asset", "limit": 2, "level": 0}
    )
    facts["printings"].append({"code": "99901", "card": "99901", "position": 99, "quantity": 2})
    pack.write_text(json.dumps(facts))
    assert load_shipped(folder)
    assert Card.objects.filter(pk="99901").exists()
    Card.objects.create(code="99902", title="Imported", type="asset", imported=True)

    assert load_shipped()
    assert not Card.objects.filter(pk="99901").exists()
    assert not Printing.objects.filter(pk="99901").exists()
    assert Card.objects.filter(pk="99902").exists()


def test_a_load_that_fails_changes_nothing(monkeypatch):
    monkeypatch.setattr(loading, "LOADER", "next")
    monkeypatch.setattr(loading, "remove_stale", lambda facts: 1 / 0)
    Card.objects.filter(pk="01016").update(title="Something else")
    number = CatalogueVersion.objects.get().number
    with pytest.raises(ZeroDivisionError):
        load_shipped()
    assert Card.objects.get(pk="01016").title == "Something else"
    assert CatalogueVersion.objects.get().number == number


def test_collections_survive_a_load(alice, monkeypatch):
    collection = Collection.objects.create(owner=alice, name="Shelf")
    OwnedPack.objects.create(collection=collection, pack_id="core_2026", count=2)
    monkeypatch.setattr(loading, "LOADER", "next")
    load_shipped()
    assert [(owned.pack_id, owned.count) for owned in collection.owned.all()] == [("core_2026", 2)]


def test_imported_texts_of_taboo_entries_survive_a_load(monkeypatch):
    TabooEntry.objects.filter(taboo_list="010", card="01050").update(text="Now reads otherwise.")
    monkeypatch.setattr(loading, "LOADER", "next")
    load_shipped()
    assert TabooEntry.objects.get(taboo_list="010", card="01050").text == "Now reads otherwise."


def test_the_catalogue_is_built_once_and_again_after_a_change(django_capture_on_commit_callbacks):
    adapters.forget()
    first = adapters.catalogue()
    adapters.forget()
    assert adapters.catalogue() is first
    Card.objects.create(code="99903", title="New", type="asset", imported=True)
    with django_capture_on_commit_callbacks(execute=True):
        loading.bump()
    assert "99903" in adapters.catalogue().cards
    assert "99903" not in first.cards


def test_others_hear_of_a_change_once_it_is_committed(monkeypatch, django_capture_on_commit_callbacks):
    heard = []
    monkeypatch.setattr(loading, "_listeners", [])
    loading.on_change(lambda: heard.append("changed"))
    with django_capture_on_commit_callbacks(execute=True):
        assert load_shipped() is False
    assert heard == []
    with django_capture_on_commit_callbacks(execute=True):
        loading.bump()
        assert heard == []
    assert heard == ["changed"]


def test_building_takes_a_handful_of_queries(django_assert_max_num_queries):
    with django_assert_max_num_queries(10):
        adapters.build_catalogue()


def test_the_command_prints_what_it_did(capsys):
    call_command("load_catalogue")
    assert "up to date" in capsys.readouterr().out


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param({"level": 6}, id="level six"),
        pytest.param({"cost": 3, "cost_is_x": True}, id="two costs"),
        pytest.param({"type": "spaceship"}, id="unknown type"),
        pytest.param({"weakness": "basic", "level": 0}, id="weakness with a level"),
        pytest.param({"weakness": "bad"}, id="unknown weakness"),
        pytest.param({"limit": 3, "title_limit": 2}, id="fewer by title than by version"),
    ],
)
def test_the_database_forbids_impossible_cards(wrong):
    with pytest.raises(IntegrityError), transaction.atomic():
        Card.objects.create(**{"code": "99904", "title": "Impossible", "type": "asset", **wrong})


def test_the_database_forbids_no_boxes_and_absurdly_many(alice):
    collection = Collection.objects.create(owner=alice, name="Shelf")
    for count in (0, 100):
        with pytest.raises(IntegrityError), transaction.atomic():
            OwnedPack.objects.create(collection=collection, pack=Pack.objects.first(), count=count)
