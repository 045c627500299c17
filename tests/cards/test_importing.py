"""Tests that an import adds what is new, reports what it left out, and changes nothing else."""

import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from cards import adapters
from cards.generation.source import SourceError, read_source
from cards.importing.sources import read_any
from cards.models import (
    Card,
    CardText,
    CatalogueVersion,
    DeckOption,
    EncounterCard,
    Pack,
    Printing,
    TabooEntry,
    TabooList,
)
from cards.services.imports import import_source
from tests.cards.checkout import Checkout

pytestmark = pytest.mark.django_db


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path)


def imported(checkout: Checkout):
    return import_source(read_source(checkout.root))


def everything() -> list[object]:
    """Return everything that an import might change."""
    return [
        CatalogueVersion.objects.values().get(),
        list(Card.objects.filter(imported=True).values()),
        sorted(Pack.objects.values_list("code", "title", "cycle")),
        sorted(CardText.objects.values_list("printing", "language", "title", "text")),
        sorted(TabooEntry.objects.values_list("taboo_list", "card", "text")),
        *(model.objects.count() for model in (Card, Printing, EncounterCard, TabooList, DeckOption)),
    ]


def test_a_new_pack_comes_in_whole(checkout):
    report = imported(checkout)
    assert report.notes == []
    assert +report.created == {
        "cycles": 1,
        "packs": 1,
        "encounter_sets": 1,
        "cards": 4,
        "printings": 5,
        "encounter_cards": 1,
        "texts": 5,
    }
    event = Card.objects.get(pk="99503")
    assert event.imported
    assert event.cost_is_x
    assert event.classes == ["seeker", "mystic"]
    assert event.keywords == ["myriad", "fast"]
    assert event.tags == ["heals-damage", "heals-horror"]
    signature = Card.objects.get(pk="99502")
    assert signature.slots == {"hand": 2, "arcane": 1}
    assert signature.uses == "secrets"
    assert signature.only == {"investigators": ["99501"]}
    assert DeckOption.objects.filter(investigator="99501").count() == 2
    assert Printing.objects.get(pk="99504").card_id == "01025"
    assert Card.objects.get(pk="99506").encounter_set_id == "newset"
    assert EncounterCard.objects.get(pk="99505").victory == 1


def test_the_rules_know_what_was_imported(checkout, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        imported(checkout)
    catalogue = adapters.catalogue()
    assert catalogue.investigators["99501"].investigator.options[1].limit == 5
    assert catalogue.resolve("99504").code == "01025"


def test_importing_again_changes_nothing(checkout):
    imported(checkout)
    before = everything()
    assert imported(checkout).is_empty
    assert everything() == before


def test_imported_cards_follow_their_source(checkout):
    imported(checkout)
    checkout.change("99503", name="Third Look", text="Look thrice.")
    report = imported(checkout)
    assert +report.changed == {"cards": 1, "texts": 1}
    assert Card.objects.get(pk="99503").title == "Third Look"


def test_shipped_facts_are_never_overwritten(checkout):
    before = Card.objects.filter(pk="01016").values().get()
    checkout.rows["01016"] = {
        **checkout.rows["99503"],
        "code": "01016",
        "pack_code": "core",
        "name": "Something else",
    }
    checkout.write_rows()
    imported(checkout)
    assert Card.objects.filter(pk="01016").values().get() == before
    assert CardText.objects.get(printing="01016", language="en").text == "Fast. Look again."


def test_translations_are_saved_if_they_differ_from_english(checkout):
    checkout.translate(
        "de",
        {"code": "99503", "name": "Zweiter Blick", "text": "Schau nochmal."},
        {
            "code": "99502",
            "name": "Ada's Notes",
            "text": checkout.rows["99502"]["text"],
            "traits": "Item. Tome.",
        },
    )
    checkout.translate("fr", {"code": 99503, "name": "Second regard", "indizi": 3, "//": "stray"})
    report = imported(checkout)
    assert report.languages == {"en": 5, "de": 1, "fr": 1}
    assert Card.objects.get(pk="99503").title_de == "Zweiter Blick"
    assert CardText.objects.get(printing="99503", language="fr").title == "Second regard"


def test_shipped_cards_get_the_german_titles_they_lack(checkout):
    assert Card.objects.get(pk="12115").title_de == ""
    row = {
        **checkout.rows["99506"],
        "code": "12115",
        "pack_code": "core_2026",
        "encounter_code": "queen_of_ash",
    }
    checkout.rows["12115"] = row
    checkout.write_rows()
    checkout.translate("de", {"code": "12115", "name": "Dr. Armitage auf Deutsch"})
    assert imported(checkout).changed["german_titles"] == 1
    assert Card.objects.get(pk="12115").title_de == "Dr. Armitage auf Deutsch"


def test_orphan_translations_are_reported(checkout):
    checkout.translate("de", {"code": "86024b", "name": "Niemand"})
    assert [str(note) for note in imported(checkout).notes] == [
        "translations/de/pack/new/newp.json: 86024b: translates a card that the data does not have"
    ]


@pytest.mark.parametrize(
    ("code", "fields", "reason"),
    [
        pytest.param("99503", {"type_code": "spaceship"}, "'spaceship' is not a type of card", id="type"),
        pytest.param("99503", {"faction_code": "pirate"}, "'pirate' is not a class", id="class"),
        pytest.param("99502", {"slot": "Tail"}, "'tail' is not a slot", id="slot"),
        pytest.param("99503", {"tags": "zz."}, "'zz' is not a tag", id="tag"),
        pytest.param("99503", {"xp": 9}, "there is no level 9", id="level"),
        pytest.param(
            "99503", {"subtype_code": "weakness"}, "a weakness has no level", id="levelled weakness"
        ),
        pytest.param("99503", {"name": "x" * 201}, "title is too long", id="title"),
        pytest.param("99503", {"pack_code": "nop"}, "its pack nop is not known", id="pack"),
        pytest.param("99503", {"restrictions": "moon:full"}, "'moon' is unknown", id="restriction"),
        pytest.param("99503", {"health": 10**9}, "a number in it is too large", id="number"),
        pytest.param(
            "99501",
            {"deck_options": [{"phase_of_moon": "full"}]},
            "deck_options[0].phase_of_moon: is unknown",
            id="option",
        ),
        pytest.param(
            "99501", {"deck_requirements": "size:30, moon:full"}, "'moon:full' is unknown", id="requirement"
        ),
        pytest.param("99504", {"duplicate_of": "77777"}, "reprints 77777", id="original"),
        pytest.param("99504", {"duplicate_of": "99504"}, "reprints itself", id="circle"),
        pytest.param(
            "99503",
            {"customization_options": [{"xp": 1, "wings": 2}]},
            "wings: is unknown",
            id="customization",
        ),
    ],
)
def test_what_is_not_understood_is_left_out_and_reported(checkout, code, fields, reason):
    checkout.change(code, **fields)
    report = imported(checkout)
    assert not Printing.objects.filter(pk=code).exists()
    assert reason in " ".join(str(note) for note in report.notes if note.code == code)
    others = {"99502", "99503", "99506"} - {code}
    assert set(Card.objects.filter(pk__in=others).values_list("pk", flat=True)) == others


@pytest.mark.parametrize(
    "fields",
    [
        pytest.param({"tags": ""}, id="empty tags"),
        pytest.param({"traits": "Insight. "}, id="trailing blank"),
        pytest.param({"traits": ""}, id="no traits"),
        pytest.param({"cost": None}, id="no cost"),
        pytest.param({"skill_wild": -2}, id="odd icons"),
        pytest.param({"health": None, "flavor": "", "illustrator": ""}, id="empty fields"),
        pytest.param({"deck_limit": None}, id="no limit"),
        pytest.param({"alternate_of": "nowhere"}, id="unknown original"),
        pytest.param(
            {"errata_date": "2027-01-02", "octgn_id": None, "new_field": [1]}, id="fields nobody knows"
        ),
        pytest.param({"hidden": True, "back_link": "99999"}, id="dangling back"),
        pytest.param({"text": 'Researched.\n“Curly” and "straight".'}, id="quotes"),
    ],
)
def test_known_oddities_are_tolerated(checkout, fields):
    checkout.change("99503", **fields)
    imported(checkout)
    assert Card.objects.filter(pk="99503").exists()


def test_repeated_rows_are_taken_once(checkout):
    checkout.write("pack/old/newp_encounter.json", [checkout.rows["99505"]])
    assert imported(checkout).notes == []
    checkout.write("pack/old/newp_encounter.json", [{**checkout.rows["99505"], "victory": 2}])
    assert "is in pack/new/newp.json too, and differs" in str(imported(checkout).notes[0])


def test_a_new_taboo_list_comes_with_its_texts(checkout):
    entries = [
        {"code": "01533", "xp": 1},
        {"code": "60169", "text": "Now reads otherwise."},
        {"code": "99503", "deck_limit": 0, "text": "Forbidden."},
        {"code": "77777", "xp": 2},
    ]
    checkout.write("taboos.json", [{"code": "011", "date_start": "2027-02-01", "id": 11, "cards": entries}])
    report = imported(checkout)
    assert report.created["taboo_lists"] == 1
    assert "list 011 names a card" in str(report.notes[0])
    rows = {entry.card_id: entry for entry in TabooEntry.objects.filter(taboo_list="011")}
    assert rows["01033"].price == 1
    assert rows["01025"].text == "Now reads otherwise."
    assert rows["99503"].forbidden
    assert imported(checkout).is_empty


def test_texts_of_shipped_taboo_lists_are_added_and_nothing_else(checkout):
    before = adapters.taboo_facts()
    cards = [{"code": "01050", "text": "Moves you.", "xp": 5}]
    checkout.write("taboos.json", [{"code": "010", "date_start": "2026-02-19", "id": 10, "cards": cards}])
    imported(checkout)
    assert adapters.taboo_facts() == before
    assert TabooEntry.objects.get(taboo_list="010", card="01050").text == "Moves you."


def test_two_taboo_lists_cannot_share_a_number(checkout):
    checkout.write("taboos.json", [{"code": "x", "date_start": "2027-02-01", "id": 10, "cards": []}])
    assert "number 10" in str(imported(checkout).notes[0])
    assert not TabooList.objects.filter(pk="x").exists()


BROKEN = [
    pytest.param("pack/new/newp.json", "{", "pack/new/newp.json: line 1: not JSON", id="no JSON"),
    pytest.param("pack/new/newp.json", "{}", "pack/new/newp.json: is not a list", id="no list"),
    pytest.param("pack/new/newp.json", "[3]", r"pack/new/newp.json: \[0\]: is not an object", id="no object"),
    pytest.param("pack/new/newp.json", '[{"pack_code": "x"}]', r"\[0\].code: is missing", id="no code"),
    pytest.param("pack/new/newp.json", '[{"code": "1"}]', r"\[0\].pack_code: is missing", id="no pack"),
    pytest.param(
        "pack/new/newp.json", '[{"code": "../1", "pack_code": "x"}]', "is not a code", id="odd code"
    ),
    pytest.param("pack/new/newp.json", "[" * 100_000, "pack/new/newp.json: not JSON", id="nested too deeply"),
    pytest.param(
        "packs.json", '[{"code": "x", "position": "one"}]', r"packs.json: x.position", id="pack field"
    ),
    pytest.param("cycles.json", '[{"code": "x", "name": 3}]', "cycles.json: x.name", id="cycle field"),
    pytest.param("taboos.json", '[{"code": "x", "date_start": "soon"}]', "x.date_start", id="taboo date"),
    pytest.param(
        "taboos.json", '[{"code": "x", "date_start": "2027-01-01", "cards": 3}]', "x.cards", id="taboo cards"
    ),
    pytest.param(
        "translations/de/pack/new/newp.json",
        '[{"code": "99503", "name": ["x"]}]',
        "name: .* is not text",
        id="translation",
    ),
]


@pytest.mark.parametrize(("name", "content", "message"), BROKEN)
def test_broken_files_change_nothing_and_the_error_has_the_place(checkout, name, content, message):
    before = everything()
    checkout.write(name, content)
    with pytest.raises(SourceError, match=message):
        imported(checkout)
    assert everything() == before


@pytest.mark.parametrize(
    ("code", "fields", "message"),
    [
        ("99503", {"xp": "two"}, "pack/new/newp.json: 99503.xp: 'two' is not a number"),
        ("99503", {"name": 3}, "pack/new/newp.json: 99503.name: 3 is not text"),
        ("99503", {"text": {}}, "99503.text"),
        ("99503", {"is_unique": "yes"}, "99503.is_unique"),
        ("99503", {"restrictions": 3}, "99503.restrictions"),
        ("99503", {"duplicate_of": 3}, "99503.duplicate_of"),
        ("99501", {"deck_options": {"x": 1}}, "99501.deck_options: is not a list"),
        ("99501", {"deck_options": [3]}, r"99501.deck_options\[0\]: is not an object"),
        ("99501", {"deck_options": [{"level": 3}]}, r"deck_options\[0\].level: is not a range of levels"),
        ("99501", {"deck_options": [{"limit": "5"}]}, r"deck_options\[0\].limit: is not a number"),
        ("99501", {"deck_requirements": 30}, "deck_requirements: is neither text nor object"),
        ("99501", {"deck_requirements": {"card": 3}}, "deck_requirements.card"),
        ("99504", {"quantity": "two"}, "99504.quantity"),
    ],
)
def test_broken_fields_change_nothing_and_are_named(checkout, code, fields, message):
    before = everything()
    checkout.change(code, **fields)
    with pytest.raises(SourceError, match=message):
        imported(checkout)
    assert everything() == before


def answers(folder: Path, checkout: Checkout) -> None:
    """Write the same pack as the API would send it."""
    packs = [
        {
            "code": "newp",
            "name": "New Pack",
            "position": 1,
            "cycle_position": 12,
            "available": "2027-01-01",
            "id": 99,
        }
    ]
    cards = []
    for row in checkout.rows.values():
        card = {key: value for key, value in row.items() if value is not None}
        card["real_name"] = card.pop("name", None)
        card["real_text"] = card.get("text")
        card["name"], card["text"] = "Name auf Deutsch", "Text auf Deutsch"
        if "duplicate_of" in card:
            card["duplicate_of_code"] = card.pop("duplicate_of")
        if card.get("encounter_code"):
            card["encounter_name"] = "New Set"
        if "deck_requirements" in card:
            card["deck_requirements"] = {
                "size": 30,
                "card": {"99502": {"99502": "99502"}},
                "random": [{"target": "subtype", "value": "basicweakness"}],
            }
        if "restrictions" in card:
            card["restrictions"] = {"investigator": {"99501": "99501"}}
        cards.append(card)
    entries = [{"code": "99503", "xp": 1}]
    taboos = [{"code": "011", "id": 11, "date_start": "2027-02-01", "cards": json.dumps(entries)}]
    folder.mkdir()
    for name, value in (("packs", packs), ("cards", cards), ("taboos", taboos)):
        (folder / f"{name}.json").write_text(json.dumps(value))


def test_the_apis_answers_give_the_same_as_a_checkout(checkout, tmp_path):
    answers(tmp_path / "api", checkout)
    report = import_source(read_any(tmp_path / "api", "de"))
    assert report.notes == []
    assert report.created["cards"] == 4
    assert report.created["taboo_lists"] == 1
    from_api = [card for card in adapters.card_facts() if card["code"].startswith("9950")]
    assert Pack.objects.get(pk="newp").cycle_id == "core_ch2"
    assert Pack.objects.get(pk="newp").chapter == 2
    assert CardText.objects.get(printing="99503", language="de").title == "Name auf Deutsch"

    Card.objects.filter(pk__startswith="9950").delete()
    imported(checkout)
    from_checkout = [card for card in adapters.card_facts() if card["code"].startswith("9950")]
    for card in from_api:
        card.pop("title_de", None)
        card.pop("subtitle_de", None)
    assert from_api == from_checkout


def test_one_answer_alone_is_enough(checkout, tmp_path):
    row = {
        **checkout.rows["99504"],
        "pack_code": "core_2026",
        "duplicate_of_code": "01020",
        "name": "Machete",
    }
    (tmp_path / "one.json").write_text(json.dumps([row]))
    import_source(read_any(tmp_path / "one.json"))
    assert Printing.objects.get(pk="99504").pack_id == "core_2026"


@pytest.mark.parametrize("content", ["[]", "{}", '[{"code": "x"}]', "3", '"x"'])
def test_answers_that_are_none_are_refused(tmp_path, content):
    (tmp_path / "odd.json").write_text(content)
    with pytest.raises(SourceError):
        read_any(tmp_path / "odd.json")


def test_the_command_reports(checkout, capsys):
    call_command("import_cards", str(checkout.root))
    output = capsys.readouterr()
    assert "new cards: 4" in output.out
    assert "1 new packs, 4 new cards, 5 texts; 0 skipped." in output.out
    call_command("import_cards", str(checkout.root))
    assert "Nothing was new." in capsys.readouterr().out


def test_the_command_refuses_broken_data(checkout):
    checkout.write("packs.json", "{")
    with pytest.raises(CommandError, match=r"packs\.json: line 1: not JSON.*Nothing was changed"):
        call_command("import_cards", str(checkout.root))
    with pytest.raises(CommandError, match="Give a path, --url or --arkhamdb"):
        call_command("import_cards")
