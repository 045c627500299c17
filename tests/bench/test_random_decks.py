"""Tests of the random decks of the benchmark: they are as varied as it claims, and always the same."""

import json

from bench.random_decks import random_decks
from cards.importing.shipped import shipped_catalogue
from decks.formats.arkhamdb import read_deck
from rules.deck.validate import judge


def test_the_same_seed_gives_the_same_decks():
    cards = shipped_catalogue()
    assert list(random_decks(cards, 20, seed=3)) == list(random_decks(cards, 20, seed=3))
    assert list(random_decks(cards, 20, seed=3)) != list(random_decks(cards, 20, seed=4))


def test_decks_are_of_every_investigator_legal_and_not():
    cards = shipped_catalogue()
    builders = {code for code, card in cards.investigators.items() if card.investigator}
    found = list(random_decks(cards, 3 * len(builders)))
    assert {deck["investigator_code"] for deck in found} == builders
    legal = sum(judge(cards, read_deck(deck)).legal for deck in found)
    assert len(found) / 4 < legal < len(found) * 3 / 4
    assert any("cus_" in deck["meta"] for deck in found)
    assert any(deck.get("taboo_id") for deck in found)
    assert any(json.loads(deck["meta"]).get("deck_size_selected") for deck in found)
    reprints = {code for deck in found for code in deck["slots"]} - cards.cards.keys()
    assert reprints <= cards.printings.keys()
    assert reprints
