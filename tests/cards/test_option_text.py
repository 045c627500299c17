"""Tests that the texts for options, imported card texts and titles are correct and safe."""

import pytest

from cards import adapters
from cards.text import names
from cards.text.html import shown
from cards.text.options import describe, describe_effects, describe_lines, describe_options
from rules.cards.model import CLASSES, Option

pytestmark = pytest.mark.django_db


def option(**facts) -> Option:
    lists = ("classes", "types", "traits", "tags", "slots", "uses")
    return Option(**{key: frozenset(value) if key in lists else value for key, value in facts.items()})


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (option(classes=["guardian", "neutral"], level=(0, 5)), "Guardian and Neutral cards, level 0–5"),
        (option(traits=["Illicit"], level=(0, 0)), "Illicit cards, level 0"),
        (option(level=(0, 0), limit=5), "Up to 5 other cards of any class, level 0"),
        (
            option(classes=["seeker", "mystic"], level=(0, 1), limit=15, other=False),
            "Up to 15 Seeker and Mystic cards, level 0–1",
        ),
        (option(traits=["Fortune", "Blessed"], forbids=True), "No Blessed or Fortune cards"),
        (option(permanent=True, forbids=True), "No permanent cards"),
        (option(tags=["heals-horror"], level=(0, 5)), "Cards that heal horror, level 0–5"),
        (option(uses=["charges"], level=(0, 4)), "Cards with uses of charges, level 0–4"),
        (option(slots=["ally"], forbids=True), "No cards of the slot Ally"),
        (option(types=["event", "skill"], classes=["rogue"]), "Rogue events and skills"),
        (option(choose_size=(30, 40, 50)), "A deck of 30, 40 or 50 cards, as you choose"),
        (
            option(choose_class=("mystic", "rogue"), types=["event"], level=(0, 1), limit=10, other=False),
            "Of one class that you choose (Rogue or Mystic): up to 10 events, level 0–1",
        ),
        (option(choose_class=CLASSES, level=(0, 2)), "Of one class that you choose (any): cards, level 0–2"),
        (
            option(
                choose_option=(option(traits=["Blessed"]), option(traits=["Cursed", "Blessed"], size=5)),
            ),
            "One of these, as you choose: Blessed cards; Blessed and Cursed cards, in a deck of 5 cards more",
        ),
        (
            option(classes=CLASSES, level=(0, 5), base_level=(0, 0), at_least=(5, 7)),
            "Cards of any class, level 0–5 (level 0 while the deck is created); "
            "at least 7 cards from each of 5 classes",
        ),
        (
            option(classes=CLASSES, counts_only=True, at_least=(5, 6)),
            "At least 6 cards from each of 5 classes",
        ),
    ],
)
def test_a_line_in_words(line, words):
    assert describe(line) == words


def test_a_later_prohibition_names_what_spares_a_card():
    lines = [option(traits=["Cursed"]), option(traits=["Fortune"], forbids=True)]
    assert describe_lines(lines)[1] == "No Fortune cards, unless a line above allows them."
    assert describe_lines(reversed(lines))[0] == "No Fortune cards."


def test_every_investigator_can_be_described(shipped_catalogue):
    for card in shipped_catalogue.investigators.values():
        if card.investigator:
            lines = describe_options(card.investigator)
            assert lines
            assert all(line[0].isupper() and line.endswith(".") and "frozenset" not in line for line in lines)
            describe_effects(card, shipped_catalogue)


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("04004", "Begins a campaign with 5 additional experience."),
        ("05002", "At least 11 Insight events."),
        ("09004", "One copy of On the Mend for each investigator in the game."),
        (
            "06002",
            "Copies of Occult Evidence by deck size: 1 with 30 cards, 2 with 40 cards, 3 with 50 cards.",
        ),
        ("90017", "Spell cards may be bought at full price and their lower version kept."),
        ("02005", "Begins each game with this in play: Duke."),
    ],
)
def test_what_else_an_investigator_brings(shipped_catalogue, code, words):
    assert words in describe_effects(shipped_catalogue.cards[code], shipped_catalogue)


def test_disciplines_are_distinguished(shipped_catalogue):
    (text,) = describe_effects(shipped_catalogue.cards["08010"], shipped_catalogue)
    assert text.count("Discipline (") == 4
    assert "15 experience" in text


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("Plain.", "<p>Plain.</p>"),
        ("One.\nTwo.", "<p>One.</p><p>Two.</p>"),
        ("<b>Bold", "<p><b>Bold</b></p>"),
        ("<b>a<i>b</b>c</i>", "<p><b>a<i>b</i></b>c</p>"),
        ("</b>", ""),
        ("[[Elite]]", '<p><b class="traits">Elite</b></p>'),
        (
            "[action]",
            '<p><svg class="icon" role="img" aria-label="action">'
            '<use href="/static/icons.svg#i-action"/></svg></p>',
        ),
        ("[unheard_of]", "<p>[unheard_of]</p>"),
        ("<script>alert(1)</script>", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>"),
        ('<b onclick="x">', "<p>&lt;b onclick=&quot;x&quot;&gt;</p>"),
        ("<img src=x onerror=y>", "<p>&lt;img src=x onerror=y&gt;</p>"),
        ("[[<script>]]", '<p><b class="traits">&lt;script&gt;</b></p>'),
        ("a &amp; b", "<p>a &amp;amp; b</p>"),
    ],
)
def test_imported_text_can_only_be_text(text, html):
    assert shown(text).replace("<p></p>", "") == html


def test_marks_are_drawn_with_their_names():
    assert 'aria-label="willpower"' in shown("Test [willpower] (3).")


@pytest.mark.parametrize(
    ("stored", "read"),
    [
        ('"Skids" O\'Toole', "“Skids” O’Toole"),
        ('"I\'m outta here!"', "“I’m outta here!”"),
        ("Machete", "Machete"),
    ],
)
def test_quotes_are_curled_for_reading(stored, read):
    assert names.curled(stored) == read


def test_only_namesakes_of_one_level_are_distinguished_by_their_subtitles():
    cards = adapters.catalogue().cards
    scrolls = [card for card in cards.values() if card.title == "Scroll of the Pharaohs"]
    distinctions = {card.level: set() for card in scrolls}
    for card in scrolls:
        distinctions[card.level].add(names.distinction(card))
    assert distinctions == {0: {""}, 4: {"Words of Bast", "Words of Ra", "Words of Set"}}
    assert names.distinction(cards["01033"]) == "", "Dr. Milan Christopher has a subtitle, and no namesake"


def test_german_titles_end_with_the_german_mark():
    assert names.curled("„Friss Blei!”", "„“") == "„Friss Blei!“"
