"""The language of deckbuilding options: every key, their order, and unknown keys."""

import pytest

from rules.cards.effects import UnknownEffect, read_effect
from rules.cards.facts import (
    UnreadableFacts,
    read_box,
    read_card,
    read_investigator,
    read_option,
    read_taboo_list,
)
from rules.cards.model import NO_CHOICES, Card, Choices
from rules.deck.options import Way, apply_choices, fits, granted_lines, name_of, possible_choices, way_in

MACHETE = Card(
    "m", "Machete", "asset", classes=frozenset({"guardian"}), level=0, traits=frozenset({"Item", "Weapon"}),
    slots={"hand": 1}, uses="ammo", tags=frozenset({"firearm"}),
)  # fmt: skip
CHARM = Card(
    "c", "Charm", "asset", classes=frozenset({"neutral"}), level=3, keywords=frozenset({"permanent"})
)
BLADE = Card("b", "Blade", "asset", classes=frozenset({"mystic", "guardian"}), level=1)
STORY = Card("s", "Story", "asset", classes=frozenset({"neutral"}))


@pytest.mark.parametrize(
    ("line", "card", "fitting"),
    [
        pytest.param({}, MACHETE, True, id="an empty line asks for nothing"),
        pytest.param({"classes": ["guardian", "seeker"]}, MACHETE, True, id="any of the classes"),
        pytest.param({"classes": ["seeker"]}, MACHETE, False, id="none of the classes"),
        pytest.param({"classes": ["mystic"]}, BLADE, True, id="one class of several is enough"),
        pytest.param({"classes": ["neutral"]}, BLADE, False, id="several classes are not neutral"),
        pytest.param({"types": ["asset", "event"]}, MACHETE, True, id="any of the types"),
        pytest.param({"types": ["event"]}, MACHETE, False, id="none of the types"),
        pytest.param({"traits": ["Weapon", "Spell"]}, MACHETE, True, id="any of the traits"),
        pytest.param({"traits": ["Spell"]}, MACHETE, False, id="none of the traits"),
        pytest.param({"tags": ["firearm"]}, MACHETE, True, id="any of the tags"),
        pytest.param({"tags": ["seal"]}, MACHETE, False, id="none of the tags"),
        pytest.param({"slots": ["hand", "ally"]}, MACHETE, True, id="any of the slots"),
        pytest.param({"slots": ["ally"]}, MACHETE, False, id="none of the slots"),
        pytest.param({"uses": ["ammo"]}, MACHETE, True, id="what it has uses of"),
        pytest.param({"uses": ["charges"]}, MACHETE, False, id="uses of something else"),
        pytest.param({"uses": ["charges"]}, CHARM, False, id="no uses at all"),
        pytest.param({"level": [0, 2]}, MACHETE, True, id="the lowest level"),
        pytest.param({"level": [0, 1]}, BLADE, True, id="the highest level"),
        pytest.param({"level": [1, 5]}, MACHETE, False, id="below the levels"),
        pytest.param({"level": [0, 2]}, CHARM, False, id="above the levels"),
        pytest.param({"level": [0, 5]}, STORY, False, id="a card without a level has none"),
        pytest.param({"permanent": True}, CHARM, True, id="permanent cards only"),
        pytest.param({"permanent": True}, MACHETE, False, id="and this is none"),
        pytest.param({"permanent": False}, MACHETE, True, id="no permanent cards"),
        pytest.param({"permanent": False}, CHARM, False, id="and this is one"),
        pytest.param({"classes": ["guardian"], "traits": ["Spell"]}, MACHETE, False, id="all keys must fit"),
    ],
)
def test_a_line_fits(line, card, fitting):
    assert fits(read_option(line), card) is fitting


def test_the_level_at_deck_creation():
    line = read_option({"base_level": [0, 0], "level": [0, 5]})
    assert fits(line, BLADE)
    assert not fits(line, BLADE, creation=True)
    assert fits(line, MACHETE, creation=True)


def way(card: Card, *lines, creation: bool = False, spared: bool = True) -> Way:
    return way_in(tuple(map(read_option, lines)), card, creation=creation, multiclass_spared=spared)


WEAPONS, NO_WEAPONS = {"traits": ["Weapon"]}, {"not": True, "traits": ["Weapon"]}
GUARDIANS, MYSTICS = {"classes": ["guardian"], "level": [0, 5]}, {"classes": ["mystic"], "level": [0, 2]}
FIVE = {"limit": 5, "level": [0, 1]}


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        pytest.param(way(MACHETE), Way(), id="no line, no way"),
        pytest.param(way(MACHETE, GUARDIANS), Way(free=True), id="a free line"),
        pytest.param(way(MACHETE, MYSTICS, FIVE), Way(limited=(1,)), id="a limited line"),
        pytest.param(way(MACHETE, FIVE, GUARDIANS), Way(free=True), id="free beats limited, in any order"),
        pytest.param(way(MACHETE, FIVE, {**FIVE, "limit": 1}), Way(limited=(0, 1)), id="two limited lines"),
        pytest.param(way(MACHETE, NO_WEAPONS, GUARDIANS), Way(forbidden_by=0), id="forbidden first"),
        pytest.param(
            way(MACHETE, GUARDIANS, NO_WEAPONS), Way(free=True), id="let in before it was forbidden"
        ),
        pytest.param(way(MACHETE, FIVE, NO_WEAPONS), Way(limited=(0,)), id="let in by a limited line before"),
        pytest.param(
            way(MACHETE, MYSTICS, NO_WEAPONS, GUARDIANS),
            Way(forbidden_by=1),
            id="what did not fit let nothing in",
        ),
        pytest.param(way(BLADE, NO_WEAPONS, GUARDIANS), Way(free=True), id="another card is not forbidden"),
        pytest.param(
            way(MACHETE, {**GUARDIANS, "counts_only": True, "at_least": {"classes": 1, "cards": 1}}),
            Way(),
            id="a line that only counts lets nothing in",
        ),
        pytest.param(
            way(BLADE, {"base_level": [0, 0], "level": [0, 5]}, creation=True),
            Way(),
            id="too high at creation",
        ),
    ],
)
def test_the_way_in(found, expected):
    assert found == expected


OTHER, NOT_OTHER = {**MYSTICS, "limit": 5}, {**MYSTICS, "limit": 5, "other": False}


@pytest.mark.parametrize(
    ("line", "card", "spared", "expected"),
    [
        pytest.param(NOT_OTHER, BLADE, True, Way(free=True), id="the Grimoire spares the slot"),
        pytest.param(NOT_OTHER, BLADE, False, Way(limited=(1,)), id="the FAQ charges it without “other”"),
        pytest.param(OTHER, BLADE, False, Way(free=True), id="and spares it with “other”"),
        pytest.param(
            {**NOT_OTHER, "classes": ["guardian"]},
            MACHETE,
            False,
            Way(free=True),
            id="one class is never charged",
        ),
    ],
)
def test_multiclass_cards_and_the_word_other(line, card, spared, expected):
    assert way(card, GUARDIANS, line, spared=spared) == expected


BACK = read_investigator(
    {"size": 30},
    [
        GUARDIANS,
        {"choose_size": ["30", "40"], "name": "Deck Size"},
        {"choose_class": ["seeker", "rogue"], "level": [0, 1], "limit": 10, "name": "Secondary Class"},
        {
            "choose_option": [
                {"id": "blessed", "traits": ["Blessed"]},
                {"id": "both", "traits": ["Blessed", "Cursed"], "size": 5},
            ],
            "name": "Trait Choice",
        },
    ],
)


def test_choices_turn_choosers_into_lines():
    chosen = apply_choices(BACK, Choices(classes={"": "rogue"}, option="both", size=40))
    assert chosen.size == 45
    assert not chosen.unmade
    assert not chosen.problems
    _guardians, rogues, both = chosen.lines
    assert rogues.classes == {"rogue"}
    assert rogues.limit == 10
    assert both.traits == {"Blessed", "Cursed"}


def test_choices_that_were_not_made():
    chosen = apply_choices(BACK, NO_CHOICES)
    assert [line.name for line in chosen.unmade] == ["Deck Size", "Secondary Class", "Trait Choice"]
    assert chosen.size == 30
    assert len(chosen.lines) == 1


def test_every_way_to_choose():
    ways = list(possible_choices(apply_choices(BACK, NO_CHOICES).unmade, NO_CHOICES))
    assert len(ways) == 2 * 2 * 2
    assert not any(apply_choices(BACK, way).unmade or apply_choices(BACK, way).problems for way in ways)


@pytest.mark.parametrize(
    ("choices", "chosen"),
    [
        pytest.param(Choices(classes={"": "mystic"}), "mystic", id="class"),
        pytest.param(Choices(classes={"faction_1": "rogue"}), "rogue", id="id of a class"),
        pytest.param(Choices(option="cursed"), "cursed", id="option"),
        pytest.param(Choices(size=50), 50, id="size"),
    ],
)
def test_choices_that_are_not_offered(choices, chosen):
    assert [problem["chosen"] for problem in apply_choices(BACK, choices).problems] == [chosen]


def test_two_classes_are_different_ones():
    line = {"choose_class": ["seeker", "rogue", "mystic"], "level": [0, 2]}
    back = read_investigator({"size": 30}, [{**line, "id": "faction_1"}, {**line, "id": "faction_2"}])
    assert not apply_choices(back, Choices(classes={"faction_1": "rogue", "faction_2": "seeker"})).problems
    [problem] = apply_choices(back, Choices(classes={"faction_1": "rogue", "faction_2": "rogue"})).problems
    assert problem["offered"] == ["seeker", "mystic"]
    assert len(list(possible_choices(apply_choices(back, NO_CHOICES).unmade, NO_CHOICES))) == 6


def a_card(*effects) -> Card:
    return read_card({"code": "x", "title": "X", "type": "asset", "effects": list(effects)})


def test_lines_that_cards_grant_and_forbid():
    granting = a_card({"effect": "grants-option", "option": {"level": [0, 0], "limit": 1}})
    forbidding = a_card({"effect": "forbids", "option": {"slots": ["ally"]}})
    before, after = granted_lines([(granting, 2), (forbidding, 1)])
    assert [(line.forbids, line.slots, line.granted_by) for line in before] == [(True, {"ally"}, "x")]
    assert [(line.limit, line.granted_by) for line in after] == [(2, "x")]


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ({"classes": ["survivor", "guardian"], "level": [0, 1]}, "Guardian, Survivor level 0–1"),
        ({"level": [0, 0]}, "Any class level 0"),
        ({"traits": ["Spirit", "Innate"], "level": [0, 2]}, "Innate, Spirit level 0–2"),
        ({"tags": ["heals-horror"]}, "heals horror"),
        ({"classes": ["rogue"], "types": ["skill", "event"]}, "Rogue events, skills"),
    ],
)
def test_a_line_in_a_few_words(line, name):
    assert name_of(read_option(line)) == name


CARD = {"code": "x", "title": "X", "type": "asset"}
INVESTIGATOR = {**CARD, "type": "investigator", "deck": {"size": 30}}
TABOO = {"code": "001", "date": "2020-01-01"}


@pytest.mark.parametrize(
    "read",
    [
        pytest.param(lambda: read_option({"colour": "red"}), id="option"),
        pytest.param(
            lambda: read_option({"at_least": {"classes": 1, "cards": 1, "types": 1}}), id="at least"
        ),
        pytest.param(lambda: read_option({"choose_option": [{"virtual": True}]}), id="option to choose"),
        pytest.param(lambda: read_option({"level": [0]}), id="half a level"),
        pytest.param(lambda: read_box({"price": 1, "colour": "red"}), id="box of an upgrade sheet"),
        pytest.param(lambda: read_card({**CARD, "colour": "red"}), id="card"),
        pytest.param(lambda: read_card({**CARD, "only": {"names": ["Roland"]}}), id="whose decks"),
        pytest.param(lambda: read_card({**CARD, "research": {"task": "x", "when": "y"}}), id="research"),
        pytest.param(lambda: read_card({**CARD, "customizations": [{"cost": 1}]}), id="box without a price"),
        pytest.param(lambda: read_card({**CARD, "effects": [{"effect": "explodes"}]}), id="effect"),
        pytest.param(
            lambda: read_card({**CARD, "effects": [{"effect": "deck-size"}]}), id="effect lacks a fact"
        ),
        pytest.param(lambda: read_card({"code": "x", "title": "X"}), id="card without a type"),
        pytest.param(lambda: read_card({**INVESTIGATOR, "deck": {"size": 30, "cards": 3}}), id="deck"),
        pytest.param(
            lambda: read_card({**INVESTIGATOR, "options": [{"virtual": True}]}), id="investigator's option"
        ),
        pytest.param(
            lambda: read_card({**INVESTIGATOR, "side_deck": {"size": 9, "colour": 1}}), id="side deck"
        ),
        pytest.param(lambda: read_taboo_list({**TABOO, "cards": [{"card": "x", "xp": 1}]}), id="taboo entry"),
    ],
)
def test_a_fact_that_no_rule_understands_is_refused_at_load(read):
    with pytest.raises(ValueError, match=r"\w"):
        read()


def test_the_refusal_names_the_card_and_the_key():
    with pytest.raises(UnreadableFacts, match=r"card x: .*colour"):
        read_card({**INVESTIGATOR, "options": [{"colour": "red"}]})


def test_an_unknown_fact_of_an_effect_is_refused():
    with pytest.raises(UnknownEffect, match="does not know colour"):
        read_effect({"effect": "deck-size", "by": 5, "colour": "red"})
