"""Tests that the generator turns rows into facts, and reports what it cannot cover."""

from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from cards.generation import card_text, fields, options
from cards.generation.cards import bonded
from cards.generation.catalogue import generate
from cards.generation.coverage import uncovered
from cards.generation.fields import FieldError
from cards.generation.files import write_catalogue
from cards.generation.source import read_checkout, read_source
from cards.importing.shipped import read_shipped
from tests.cards.checkout import Checkout


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    made = Checkout(tmp_path / "data")
    # The original that the new pack reprints through another reprint.
    made.write(
        "pack/core/core.json",
        [
            {**made.rows["99503"], "code": "01025", "pack_code": "newp", "name": "Old Blow", "text": "Hit."},
            {"code": "12025", "duplicate_of": "01025", "pack_code": "newp", "position": 9, "quantity": 1},
        ],
    )
    return made


@pytest.fixture
def target(tmp_path: Path) -> Path:
    return tmp_path / "catalogue"


@pytest.mark.parametrize(
    ("text", "keywords"),
    [
        ("Researched.\nDo it.", ["researched"]),
        ("As researched. by others", []),
        ("Permanent. Reward. Limit 1 per deck. Purchase only at deck creation.", ["reward", "creation-only"]),
        ("Permanent. Purchase at deck creation.", ["creation-only"]),
        ("Starting. Fast.", ["starting", "fast"]),
        ("Ada Example deck only. Advanced.", ["advanced"]),
        ("Ada Example deck only. Replacement.", ["replacement"]),
        ("Campaign mode only.", ["campaign-only"]),
        ("Campaign Mode only. Multiplayer only.", ["campaign-only", "multiplayer-only"]),
        ("[fast] Look.", []),
        ("Fast. Play when you like.", ["fast"]),
        ("This card is played very fast.", []),
    ],
)
def test_keywords_are_read_from_texts(text, keywords):
    assert card_text.keywords(text) == keywords


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Uses (3 charges).", "charges"),
        ("Uses (1 charge for each class).", "charges"),
        ("Uses (X ammo).", "ammo"),
        ("Uses (1 [per_investigator] locks).", "locks"),
        ("Assets with “Uses (ammo)” get more.", ""),
        ("Useless.", ""),
    ],
)
def test_uses_are_read_from_texts(text, kind):
    assert card_text.uses(text) == kind


@pytest.mark.parametrize(
    ("text", "scope"),
    [
        ("Limit 1 per deck.", "title"),
        ("Permanent. Limit 1 [[Covenant]] per deck.", "trait"),
        ("Myriad. Limit 1 Empower Self <i>(Stamina)</i> per deck.", "subtitle"),
        ("Limit 1 per investigator.", ""),
        ("(Limit once per round.)", ""),
    ],
)
def test_limits_are_read_from_texts(text, scope):
    assert card_text.limit_scope(text) == scope


@pytest.mark.parametrize(
    ("text", "actions", "boosts"),
    [
        ("<b>Fight.</b> You get +1 [combat] for this attack.", ["fight"], ["combat"]),
        ("<b>Fight</b> ([combat]). <b>Evade.</b>", ["evade", "fight"], []),
        ("You get +1 [willpower] and +1 [combat].", [], ["combat", "willpower"]),
        ("You get +1 [intellect], [agility], and [combat].", [], ["agility", "combat", "intellect"]),
        ("<b>Forced</b> – When you fight: lose [action].", [], []),
    ],
)
def test_actions_and_boosts_are_read_from_texts(text, actions, boosts):
    assert card_text.actions(text) == actions
    assert card_text.boosts(text) == boosts


def test_slots_and_traits_are_read_as_they_are_written():
    assert fields.slots("Hand x2. Arcane") == {"hand": 2, "arcane": 1}
    assert fields.slots("") == {}
    assert fields.traits("Item. Weapon. ") == ["Item", "Weapon"]
    assert fields.title_case("silver twilight") == "Silver Twilight"
    with pytest.raises(FieldError):
        fields.slots("Tail")


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("investigator:01001:98004", {"investigators": ["01001", "98004"]}),
        ("investigator:01001, investigator:98004", {"investigators": ["01001", "98004"]}),
        ("trait:cultist, trait:silver twilight", {"traits": ["Cultist", "Silver Twilight"]}),
        ("faction:guardian", {"classes": ["guardian"]}),
        ({"investigator": {"01001": "01001"}}, {"investigators": ["01001"]}),
        ({"trait": ["cultist"]}, {"traits": ["Cultist"]}),
        ("", {}),
    ],
)
def test_restrictions_are_read_in_every_spelling(written, read):
    assert fields.restrictions({"restrictions": written}) == read


@pytest.mark.parametrize(
    ("raw", "option"),
    [
        pytest.param(
            {"faction": ["guardian"], "level": {"min": 0, "max": 2}, "error": "No.", "text": ["x"]},
            {"classes": ["guardian"], "level": [0, 2]},
            id="messages and patterns over text are dropped",
        ),
        pytest.param({"tag": ["uc"], "level": {"min": 0, "max": 4}}, None, id="tags that no card has"),
        pytest.param({"uses": ["charges", "charge"]}, {"uses": ["charges"]}, id="charge is charges"),
        pytest.param(
            {"deck_size_select": ["30", "40"], "faction": [], "name": "Deck Size"},
            {"name": "Deck Size", "choose_size": [30, 40]},
            id="sizes are numbers",
        ),
        pytest.param(
            {"atleast": {"factions": 3, "min": 7}}, {"at_least": {"classes": 3, "cards": 7}}, id="at least"
        ),
        pytest.param({"not": True, "slot": ["Ally"]}, {"not": True, "slots": ["ally"]}, id="not"),
        pytest.param({"limit": 5}, {"limit": 5, "other": False}, id="without the word other"),
    ],
)
def test_options_are_put_in_the_catalogues_words(raw, option):
    expected = [] if option is None else [option]
    assert options.options([raw], other=False) == expected


@pytest.mark.parametrize(
    ("row", "facts"),
    [
        ({"quantity": 2}, {}),
        ({"bonded_to": "Stargazing", "quantity": 2}, {"to": ["Stargazing"], "copies": 2}),
        ({"bonded_to": "Stargazing", "quantity": 2, "bonded_count": 1}, {"to": ["Stargazing"], "copies": 2}),
        ({"bonded_to": "Stargazing"}, {"to": ["Stargazing"], "copies": 1}),
    ],
)
def test_bonded_cards_are_as_many_as_the_product_holds(row, facts):
    assert bonded(row) == facts


def test_requirements_are_read_from_text_and_objects():
    written = "size:30, card:01006:90030, card:01007, random:subtype:basicweakness"
    answered = {
        "size": 30,
        "card": {"01006": {"01006": "01006", "90030": "90030"}, "01007": {"01007": "01007"}},
        "random": [{"target": "subtype", "value": "basicweakness"}],
    }
    expected = {
        "size": 30,
        "required": [{"any": ["01006", "90030"]}, {"any": ["01007"]}],
        "random_weaknesses": 1,
    }
    assert options.requirements(written) == options.requirements(answered) == expected


def test_the_files_can_be_read_back(checkout, target):
    found = generate(read_checkout(checkout.root))
    assert found.notes == []
    changed = write_catalogue(found, target)
    index_files = {"cycles.json", "packs.json", "encounter_sets.json", "abilities.json"}
    assert set(changed) == {*index_files, "packs/newp.json"}
    facts = read_shipped(target)
    assert {card["code"] for card in facts.cards} == {"01025", "99501", "99502", "99503", "99506"}
    printings = {printing["code"]: printing for printing in facts.printings}
    assert printings["99504"] == {
        "code": "99504",
        "card": "01025",
        "position": 4,
        "quantity": 2,
        "reworded": True,
        "pack": "newp",
    }


def test_every_card_has_a_line_of_its_own(checkout, target):
    write_catalogue(generate(read_checkout(checkout.root)), target)
    lines = (target / "packs" / "newp.json").read_text().splitlines()
    assert sum('"title": "Second Look"' in line for line in lines) == 1
    assert "Look again" not in "".join(lines)


def test_writing_again_changes_nothing_and_a_change_is_one_file(checkout, target):
    write_catalogue(generate(read_checkout(checkout.root)), target)
    assert write_catalogue(generate(read_checkout(checkout.root)), target) == []
    checkout.change("99503", xp=3)
    assert write_catalogue(generate(read_checkout(checkout.root)), target) == ["packs/newp.json"]


def test_files_of_packs_that_are_gone_go_too(checkout, target):
    write_catalogue(generate(read_checkout(checkout.root)), target)
    (target / "packs" / "gone.json").write_text("{}")
    (target / "written").mkdir()
    (target / "written" / "deckbuilding.json").write_text("{}")
    assert write_catalogue(generate(read_checkout(checkout.root)), target) == ["packs/gone.json"]
    assert (target / "written" / "deckbuilding.json").exists()


@pytest.mark.parametrize(
    "text",
    [
        "You get +5 deck size.",
        "Your deck must include at least 3 skills.",
        "Gain 2 experience.",
        "Search the collection for it.",
        "When you purchase this card, choose a spell.",
        "Exile Second Thoughts.",
        "Researched.\nBetter now.",
    ],
)
def test_texts_that_no_fact_covers_are_found(checkout, text):
    checkout.change("99503", text=text)
    source = read_source(checkout.root)
    cards = {card["code"]: card for card in generate(source).cards["newp"]}
    assert [code for code, _title, _phrase in uncovered(source, cards)] == ["99503"]
    cards["99503"] |= {"effects": [{"effect": "deck-size", "by": 5}], "research": {"task": "x", "from": "y"}}
    assert list(uncovered(source, cards)) == []


@pytest.mark.parametrize(
    "text",
    [
        "<b>Forced</b> - When the game ends: You suffer 1 mental trauma.",
        "During setup, add 2 [bless] tokens to the chaos bag.",
        "Before setting up each game, draw a card from the tarot deck.",
        "When the game begins, if it is in your opening hand: Put it into play.",
        "You begin each game with 2 additional resources.",
        "An investigator begins the next scenario with 1 additional resource.",
    ],
)
def test_what_a_card_does_at_the_beginning_or_the_end_of_a_game_is_reported(checkout, text):
    checkout.change("99503", text=text)
    source = read_source(checkout.root)
    cards = {card["code"]: card for card in generate(source).cards["newp"]}
    assert {code for code, _title, _phrase in uncovered(source, cards)} == {"99503"}
    cards["99503"]["effects"] = [{"effect": "at-setup", "when": "first-turn"}]
    assert list(uncovered(source, cards)) == []


def test_ordinary_texts_are_not_reported(checkout):
    checkout.change("99503", text="Draw 1 card. <b>Card design by the Council-in-Exile.</b>")
    source = read_source(checkout.root)
    cards = {card["code"]: card for card in generate(source).cards["newp"]}
    assert list(uncovered(source, cards)) == []


def test_the_command_writes_and_reports(checkout, target, capsys):
    checkout.change("99503", text="Gain 2 experience.")
    checkout.change("99502", slot="Tail")
    call_command("generate_catalogue", str(checkout.root), "--to", str(target))
    output = capsys.readouterr()
    assert "1 packs, 4 cards" in output.out
    assert "pack/new/newp.json: 99502: left out: slot: 'tail' is not a slot" in output.err
    assert "no fact covers: 99503 Second Look: “experience”" in output.err


@pytest.mark.parametrize(("untranslated", "german"), [(set(), "Zweiter Blick"), ({"newp"}, None)])
def test_german_titles_of_packs_without_a_german_edition_are_left_out(
    checkout, monkeypatch, untranslated, german
):
    checkout.translate("de", {"code": "99503", "name": "Zweiter Blick"})
    monkeypatch.setattr("cards.generation.catalogue.UNTRANSLATED", untranslated)
    found = generate(read_checkout(checkout.root))
    card = next(each for each in found.cards["newp"] if each["code"] == "99503")
    assert card.get("title_de") == german


def test_the_command_refuses_broken_data(checkout, target):
    checkout.write("packs.json", "[")
    with pytest.raises(CommandError, match=r"packs\.json"):
        call_command("generate_catalogue", str(checkout.root), "--to", str(target))
    assert not target.exists()
