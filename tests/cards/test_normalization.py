"""Tests that different spellings of a word are treated as the same."""

import pytest

from cards.search.normalization import WordIndex, folded, spellings, title_order, words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('"Skids" O\'Toole', ["skids", "otoole"]),
        ("Kōhaku Narukami", ["kohaku", "narukami"]),
        (".45 Automatic", ["45", "automatic"]),
        ("Dæmonic Straße", ["daemonic", "strasse"]),
        ("Déjà Vu", ["deja", "vu"]),
        ("  ", []),
        ("„Lass mich das machen!“", ["lass", "mich", "das", "machen"]),
    ],
)
def test_words_lose_accents_case_and_punctuation(text, expected):
    assert words(text) == expected


def test_titles_are_in_order_whatever_marks_they_begin_with():
    titles = ["Think on Your Feet", "“Let God sort them out...”", ".45 Automatic", "Évasion", "Machete", "!!"]
    assert sorted(titles, key=title_order) == [
        *("!!", ".45 Automatic", "Évasion", "“Let God sort them out...”", "Machete", "Think on Your Feet"),
    ]


def test_titles_answer_to_several_spellings():
    assert {"otoole", "toole"} <= spellings("O'Toole")
    assert {"trager", "traeger"} <= spellings("Träger")


def test_folding_leaves_other_scripts_unchanged():
    assert folded("Ærø") == "aero"
    assert folded("阿卡姆") == "阿卡姆"


def test_words_are_found_by_how_they_begin():
    index = WordIndex([["shrivelling"], ["shrine", "old"], ["old"]])
    assert index.beginning("shri") == 0b011
    assert index.beginning("old") == 0b110
    assert index.beginning("x") == 0
