"""Sentences of verdicts that say what to do: they name classes, levels and missing choices."""

import pytest

from rules.cards.facts import read_option
from rules.cards.model import PLACEHOLDER, Choices
from rules.deck.circumstances import CAMPAIGN, CREATION, Circumstances
from rules.deck.options import in_short
from tests.builders import a_deck, verdict

ROLAND, ZOEY, DANIELA, MANDY = "01001", "02001", "12001", "06002"
SHRIVELLING, MASK, CLEAVER_3, FIRST_AID_3, SPECIAL = "01060", "12068", "12085", "03230", "01006"


def sentences(deck, rule, circumstances=None):
    judged = verdict(deck, circumstances) if circumstances else verdict(deck)
    found = (*judged.violations, *judged.warnings, *judged.notes)
    return [str(finding) for finding in found if finding.rule == rule]


@pytest.mark.parametrize(
    ("deck", "sentence"),
    [
        (
            a_deck(ROLAND, {SHRIVELLING: 1}),
            "Shrivelling is Mystic; Roland Banks takes Guardian and Neutral 0–5, Seeker 0–2.",
        ),
        (a_deck(DANIELA, {CLEAVER_3: 1}), "Meat Cleaver is level 3; Daniela Reyes takes Survivor 0–2."),
        (
            a_deck(ZOEY, {MASK: 1}),
            "Mask of Silenus is level 1; Zoey Samaras takes any cards level 0 (up to 5).",
        ),
    ],
)
def test_a_card_outside_the_options_is_compared_with_what_the_investigator_takes(deck, sentence):
    assert sentences(deck, "deck.options-only") == [sentence]


@pytest.mark.parametrize(
    ("option", "words"),
    [
        ({"classes": ["guardian", "neutral"], "level": [0, 5]}, "Guardian and Neutral 0–5"),
        ({"classes": ["seeker"], "level": [0, 0], "limit": 5}, "Seeker level 0 (up to 5)"),
        ({"traits": ["Spell", "Occult"], "level": [0, 3]}, "Occult or Spell cards 0–3"),
        ({"traits": ["Practiced"], "types": ["skill"], "level": [0, 3]}, "Practiced skills 0–3"),
        ({"tags": ["heals-horror"], "level": [0, 5]}, "cards (heals horror) 0–5"),
        ({"uses": ["charges"], "level": [0, 4]}, "cards (uses charges) 0–4"),
        ({"traits": ["Talent"], "permanent": False, "level": [0, 5]}, "non-permanent Talent cards 0–5"),
        ({"level": [0, 0]}, "any cards level 0"),
    ],
)
def test_a_line_in_short(option, words):
    assert in_short(read_option(option)) == words


def test_a_line_in_short_at_deck_creation():
    line = read_option({"classes": ["mystic"], "level": [0, 5], "base_level": [0, 2]})
    assert (in_short(line), in_short(line, creation=True)) == ("Mystic 0–5", "Mystic 0–2")


@pytest.mark.parametrize(
    ("choices", "sentence"),
    [
        (
            Choices(),
            "Choose deck size and secondary class for Mandy Thompson in Settings. "
            "Until then: Mystic, 30 cards.",
        ),
        (
            Choices(size=40),
            "Choose secondary class for Mandy Thompson in Settings. Until then: Mystic.",
        ),
    ],
)
def test_a_choice_that_was_not_made_is_named_with_what_is_assumed(choices, sentence):
    assert sentences(a_deck(MANDY, choices=choices), "deck.additional-requirements") == [sentence]


def test_a_new_deck_names_cards_above_level_0_with_their_level():
    deck, creation = a_deck(ROLAND, {FIRST_AID_3: 1}), Circumstances(mode=CREATION)
    assert sentences(deck, "deck.level-zero-start", creation) == [
        "A new deck starts with level 0 cards. Not level 0: First Aid (3)."
    ]
    assert not sentences(a_deck(ROLAND), "deck.level-zero-start", creation)


def test_a_required_card_that_is_missing_is_named():
    assert sentences(a_deck(ROLAND, {SPECIAL: 0}), "deck.requirements-cards-present") == [
        "Missing required card: Roland's .38 Special."
    ]


@pytest.mark.parametrize(
    ("copies", "sentence"),
    [(1, "Draw 1 random basic weakness."), (2, "Draw 2 random basic weaknesses.")],
)
def test_placeholders_ask_for_a_draw(copies, sentence):
    deck = a_deck(ROLAND, {PLACEHOLDER: copies})
    assert sentence in sentences(deck, "rbw.one-required", Circumstances(mode=CAMPAIGN))
