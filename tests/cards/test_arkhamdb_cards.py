"""Tests of cards at ArkhamDB's addresses: what is written there is read as the same facts again."""

import gzip
import json

import pytest

from cards import adapters
from cards.generation.cards import is_encounter_card, read_card
from cards.generation.source import plain_row
from cards.models import CardText, CatalogueVersion

pytestmark = pytest.mark.django_db

#: Facts that are read from texts, or written by hand, or that printings of other cards give.
FROM_TEXTS = {
    *("uses", "limit_scope", "title_limit", "effects", "same_as", "research", "title_de", "subtitle_de"),
}
#: Keywords with a field of their own.
KEPT = {"permanent", "exceptional", "myriad", "exile", "customizable", "bonded"}


def listed(client, address="/api/public/cards/"):
    return json.loads(client.get(address).content)


def test_every_card_is_read_as_the_same_facts_again(client):
    """The importer reads ArkhamDB's answers, so it can judge ours."""
    rows = {row["code"]: row for row in listed(client)}
    facts = {row["code"]: row for row in adapters.card_facts()}
    assert len(facts) > 1900
    different = {}
    for code, expected in facts.items():
        if is_encounter_card(rows[code]):
            continue
        read = read_card(plain_row(rows[code]))
        for key in (set(expected) | set(read)) - FROM_TEXTS:
            mine, theirs = expected.get(key), read.get(key)
            if key == "keywords":
                mine, theirs = set(mine or ()) & KEPT, set(theirs or ()) & KEPT
            if key in ("options", "side_deck"):
                mine, theirs = without_notes(mine), without_notes(theirs)
            if mine != theirs:
                different[code, key] = (mine, theirs)
    assert different == {}


def without_notes(value):
    """Return deckbuilding options without what only the text of the card says."""
    if isinstance(value, dict):
        return {key: without_notes(each) for key, each in value.items() if key != "other"}
    return [without_notes(each) for each in value] if isinstance(value, list) else value


def test_a_card_has_the_names_and_numbers_of_arkhamdb(client):
    row = client.get("/api/public/card/01020").json()
    assert row["name"] == row["real_name"] == "Machete"
    assert (row["pack_code"], row["pack_name"], row["position"], row["quantity"]) == (
        "core",
        "Core Set",
        20,
        1,
    )
    assert (row["type_code"], row["type_name"]) == ("asset", "Asset")
    assert (row["faction_code"], row["faction_name"]) == ("guardian", "Guardian")
    assert (row["xp"], row["cost"], row["slot"], row["traits"]) == (0, 3, "Hand", "Item. Weapon. Melee.")
    assert (row["deck_limit"], row["skill_combat"]) == (2, 1)
    assert (row["exceptional"], row["myriad"], row["permanent"], row["is_unique"]) == (False,) * 4
    assert "01520" in row["duplicated_by"]
    assert "text" not in row, "there are no texts where none were imported"
    assert None not in row.values()


def test_an_investigator_has_requirements_and_options(client):
    row = client.get("/api/public/card/01001.json").json()
    assert row["skill_combat"] == 4
    assert row["deck_requirements"]["size"] == 30
    assert set(row["deck_requirements"]["card"]["01006"]) == {"01006", "98005", "90030"}
    assert row["deck_requirements"]["random"] == [{"target": "subtype", "value": "basicweakness"}]
    assert row["deck_options"][1] == {"faction": ["seeker"], "level": {"min": 0, "max": 2}}
    assert row["alternated_by"] == ["90024"]


def test_a_reprint_names_its_first_printing(client):
    row = client.get("/api/public/card/01520").json()
    assert (row["pack_code"], row["duplicate_of_code"], row["duplicate_of_name"]) == (
        "rcore",
        "01020",
        "Machete",
    )
    assert "duplicated_by" not in row


@pytest.mark.parametrize("tail", ["", "/", ".json", ".json/"])
def test_every_form_of_an_address_works(client, tail):
    assert client.get(f"/api/public/card/01020{tail}").json()["name"] == "Machete"
    assert len(listed(client, f"/api/public/cards/core{tail}")) > 100
    assert len(listed(client, f"/api/public/cards{tail}")) > 2000


def test_what_there_is_not_is_not_found(client):
    for address in ("card/99999", "card/01020.xml", "cards/nothing", "card/%00", "cards/core.xlsx"):
        answer = client.get(f"/api/public/{address}")
        assert answer.status_code in (400, 404), address


def test_cards_of_scenarios_come_on_request(client):
    players, everything = listed(client), listed(client, "/api/public/cards/?encounter=1")
    assert len(everything) > len(players) + 1000
    assert client.get("/api/public/card/01116").json()["faction_code"] == "mythos"


def test_imported_texts_are_shown(client, german):
    CardText.objects.create(printing_id="01020", language="en", text="Fight.")
    CardText.objects.create(printing_id="01020", language="de", text="Kämpfen.")
    version = CatalogueVersion.objects.get(pk=1)
    version.number += 1
    version.save()
    adapters.forget()
    for code in ("01020", "01520"):
        assert client.get(f"/api/public/card/{code}", HTTP_ACCEPT_LANGUAGE="de").json()["text"] == "Fight."


def test_answers_are_kept_and_not_sent_twice(client):
    for address in ("/api/public/card/01020", "/api/public/cards/"):
        first = client.get(address)
        assert first["Cache-Control"] == "public, max-age=600"
        again = client.get(address, HTTP_IF_NONE_MATCH=f"W/{first['ETag']}")
        assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])


def test_the_list_is_compressed_for_those_who_read_that(client):
    plain = client.get("/api/public/cards/")
    packed = client.get("/api/public/cards/", HTTP_ACCEPT_ENCODING="gzip")
    assert packed["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.content) == plain.content
    assert len(packed.content) < 400_000
