"""Tests of the search language in the editor, and of the filters that are preset."""

import pytest
from django.http import QueryDict

from cards.models import OwnedPack
from cards.search.engine import search
from cards.search.query import Query
from cards.services.collections import create_collection
from cards.services.marks import mark_card
from decks import services
from decks.availability import availability_for
from decks.editor import finder
from decks.editor.browser import browser_cards
from decks.editor.page import EditorPage
from decks.editor.query import is_plain
from decks.models import Mode

pytestmark = pytest.mark.django_db
DANIELA = "12001"


@pytest.fixture
def deck(alice):
    return services.create_deck(owner=alice, investigator=DANIELA, mode=Mode.CREATION)


def found(client, deck, text: str) -> set[str]:
    answer = client.get(f"/decks/{deck.public_id}/edit/find/", {"q": text}).json()
    assert "error" not in answer, answer
    cards = browser_cards(EditorPage(deck).catalogue, deck.taboo).cards
    assert len(answer["signs"]) == len(cards)
    return {card.code for card, sign in zip(cards, answer["signs"], strict=True) if sign == "1"}


@pytest.mark.parametrize(
    "text",
    [
        "class:guardian level<=2",
        "(trait:tactic or trait:weapon) -fast",
        'box:"revised core" cost:3+',
        "usable-by:daisy level:0",
        "machete or shrivelling",
        "12020",
        "taboo:changed",
        "daniela level:none",
    ],
)
def test_a_search_means_the_same_as_on_the_cards_page(as_alice, deck, text):
    everywhere = search(Query(text=text)).cards
    assert found(as_alice, deck, text) == {card.code for card in everywhere if card.type != "investigator"}


def test_faults_and_guesses_are_answered(as_alice, deck):
    address = f"/decks/{deck.public_id}/edit/find/"
    wrong = as_alice.get(address, {"q": "level:0 class:seekr"}).json()
    assert "Did you mean seeker?" in wrong["error"]
    assert (wrong["start"], wrong["end"]) == (14, 19)
    assert as_alice.get(address, {"q": "machette"}).json()["instead"] == "machete"
    assert "at most 500" in as_alice.get(address, {"q": "x" * 9000}).json()["error"]


def test_own_cards_and_marks(as_alice, alice, deck):
    OwnedPack.objects.create(collection=create_collection(owner=alice, name="Mine"), pack_id="core_2026")
    mark_card(owner=alice, code="01020", favourite=True, tags=["solo"])
    assert "01020" in found(as_alice, deck, "owned:yes")
    assert found(as_alice, deck, "owned:yes") == found(as_alice, deck, "box:core_2026")
    assert found(as_alice, deck, "tag:solo favourite:yes") == {"01020"}


def test_without_scripts_the_page_finds_the_same(as_alice, deck):
    address = f"/decks/{deck.public_id}/edit/"
    page = as_alice.get(address, {"q": "trait:melee level:0 title:mach"}).content.decode()
    assert "1 of " in page
    assert 'id="pool-card-01020"' in page
    page = as_alice.get(address, {"q": "clas:seeker"}).content.decode()
    assert "There is no field “clas”" in page


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("machete", True),
        ("o'toole", True),
        ("x-ray vision", True),
        (".45 auto", True),
        ("double or", True),
        ("a or b", False),
        ("-fast", False),
        ("!fast", False),
        ("eureka!", True),
        ("oh !!! no", True),
        ("level:0", False),
        ('"is power"', False),
        ("01020", False),
        ("shrivelling (5)", False),
    ],
)
def test_plain_words_are_told_apart(text, plain):
    assert is_plain(text) is plain


def test_a_new_campaign_begins_with_level_0_and_own_cards(as_alice, alice, deck):
    usual = finder.FinderQuery(QueryDict(), finder.preset(deck, None, upgrading=False))
    assert usual.facets["level"] == ["0"]
    assert not usual.owned
    OwnedPack.objects.create(collection=create_collection(owner=alice, name="Mine"), pack_id="core_2026")
    availability = availability_for(alice, deck)
    assert finder.FinderQuery(QueryDict(), finder.preset(deck, availability, upgrading=False)).owned
    page = as_alice.get(f"/decks/{deck.public_id}/edit/").content.decode()
    assert 'name="owned" value="yes" checked' in page


def test_other_decks_and_addresses_with_filters_have_no_preset(alice, deck):
    free = services.create_deck(owner=alice, investigator=DANIELA, mode=Mode.FREE)
    assert not finder.preset(free, None, upgrading=False)
    assert not finder.preset(deck, None, upgrading=True)
    usual = finder.preset(deck, None, upgrading=False)
    assert finder.FinderQuery(QueryDict("q="), usual).facets["level"] == []


def test_boxes_are_those_with_player_cards_of_any_printing(deck):
    boxes = {
        code for _cycle, _title, packs in finder.choices(EditorPage(deck))["boxes"] for code, _label in packs
    }
    assert {"core", "rcore", "core_2026", "dwlp", "nat"} <= boxes
