"""Imported texts in the editor: the browser's file, the dialog of a card, upgrade sheets, the finder."""

import pytest
from django.urls import reverse

from cards.adapters import catalogue
from cards.models import CardText, TabooEntry
from cards.services.loading import bump
from decks import services
from decks.editor.card_texts import browser_texts, plain, texts_named
from tests.decks.test_editor import page_of, state_in

MACHETE, HUNTERS_ARMOR = "01020", "09021"


@pytest.fixture
def deck(alice):
    return services.create_deck(owner=alice, investigator="01001")


@pytest.fixture
def texts(db, django_capture_on_commit_callbacks):
    """Texts of our own, in place of imported ones."""
    rows = [
        CardText(printing_id=MACHETE, language="en", text="[action]: <b>Zorblatt.</b> +1 [combat] & more"),
        CardText(printing_id=MACHETE, language="de", text="[action]: <b>Quargel.</b>"),
        CardText(
            printing_id=HUNTERS_ARMOR,
            language="en",
            text="A vest.",
            sheet="□ <b>Enchanted.</b> It glows.\n□□ <b>Runes.</b> It hums.",
        ),
    ]
    CardText.objects.bulk_create(rows)
    with django_capture_on_commit_callbacks(execute=True):
        bump()


def file_in(page):
    return state_in(page.content.decode())["urls"]["texts"]


def test_without_texts_there_is_no_file_to_load(as_alice, deck):
    assert file_in(as_alice.get(page_of(deck))) == ""


def test_the_file_has_the_texts_with_icons_in_the_language_of_the_reader(as_alice, deck, texts, german):
    address = file_in(as_alice.get(page_of(deck)))
    answer = as_alice.get(address)
    assert "immutable" in answer["Cache-Control"]
    text = answer.json()[MACHETE]
    assert "<b>Zorblatt.</b>" in text
    assert "#i-combat" in text
    assert "&amp; more" in text
    german = file_in(as_alice.get(page_of(deck), headers={"Accept-Language": "de"}))
    assert german != address
    assert "Quargel" in as_alice.get(german).json()[MACHETE]


@pytest.mark.parametrize("name", ["nonsense", "en-0000", "fr-0000"])
def test_an_unknown_file_is_not_found(client, texts, name):
    assert client.get(reverse("deck-card-texts", args=[name])).status_code == 404


@pytest.mark.parametrize(
    ("q", "found"), [("zorblatt", True), ("combat more", True), ("zorb mach", True), ("quargel", False)]
)
def test_the_finder_looks_for_words_in_texts(as_alice, deck, texts, q, found):
    page = as_alice.get(page_of(deck), {"q": q}).content.decode()
    assert (f"pool-card-{MACHETE}" in page) == found


def test_the_dialog_draws_icons_and_links_to_arkhamdb_only_without_a_text(as_alice, deck, texts):
    dialog = as_alice.get(reverse("deck-edit-card", args=[deck.public_id, MACHETE])).content.decode()
    assert "#i-combat" in dialog
    assert "[combat]" not in dialog
    assert "arkhamdb.com" not in dialog
    other = as_alice.get(reverse("deck-edit-card", args=[deck.public_id, "01016"])).content.decode()
    assert "https://arkhamdb.com/card/01016" in other


def test_the_upgrade_sheet_has_the_names_of_its_lines(as_alice, alice, deck, texts):
    services.set_quantity(deck, code=HUNTERS_ARMOR, quantity=1, by=alice)
    dialog = as_alice.get(reverse("deck-edit-card", args=[deck.public_id, HUNTERS_ARMOR])).content.decode()
    assert "<b>Enchanted.</b> It glows." in dialog
    assert "<b>Runes.</b> It hums." in dialog
    assert "Box 3" in dialog, "a line without a text keeps its number"
    assert "□" not in dialog


def test_the_words_of_a_text_have_no_markup(texts):
    assert plain(browser_texts(catalogue()).html[MACHETE]).split() == [
        *("action", ":", "Zorblatt.", "+1", "combat", "&", "more"),
    ]


def test_addresses_of_cards_on_arkhamdb_lead_to_their_pages(client, db):
    assert client.get("/card/01020").headers["Location"] == "/cards/01020/"
    assert client.get("/card/nonsense").status_code == 404


def test_texts_are_those_of_the_taboo_list_of_the_deck(texts, django_capture_on_commit_callbacks):
    entry = TabooEntry.objects.filter(taboo_list="010", text="").first()
    TabooEntry.objects.filter(pk=entry.pk).update(text="Flimflam [willpower].")
    with django_capture_on_commit_callbacks(execute=True):
        bump()
    assert "Flimflam" not in browser_texts(catalogue()).words.get(entry.card_id, "")
    under = browser_texts(catalogue(), "010")
    assert "Flimflam willpower" in " ".join(under.words[entry.card_id].split())
    assert texts_named(catalogue(), under.name) is under
    assert texts_named(catalogue(), under.name.replace(".010", ".999")) is None
