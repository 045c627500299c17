"""Titles of cards in the languages that were imported."""

import pytest
from django.utils import translation

from cards import adapters
from cards.models import CardText, CatalogueVersion, Printing
from cards.search.engine import instead_of, search
from cards.search.query import Query
from cards.text import names
from cards.titles import reader_language, title_in
from decks.editor.looks import other_title
from decks.formats.titles import NOTHING_ELSE, Titles

pytestmark = pytest.mark.django_db

MACHETE, BEAT_COP = "01020", "01018"


@pytest.fixture
def french():
    """Two French titles, as an import leaves them."""
    for code, title in ((MACHETE, "Machette d'essai"), (BEAT_COP, "Agent d'essai")):
        CardText.objects.create(printing=Printing.objects.get(code=code), language="fr", title=title)
    CatalogueVersion.objects.filter(pk=1).update(number=99_904)
    adapters.forget()
    yield adapters.catalogue()
    adapters.forget()


def test_titles_are_shown_in_the_language_of_the_page(french):
    machete, clue = french.cards[MACHETE], french.cards["01037"]
    with translation.override("fr"):
        assert names.title_of(machete) == "Machette d’essai"
        assert other_title(machete) == "Machete"
        assert names.title_of(clue) == clue.title, "a card without a translation has its English title"
        assert other_title(clue) == ""
    with translation.override("en"):
        assert names.title_of(machete) == "Machete"
    with translation.override("de"):
        assert names.title_of(french.cards["01037"]) == "Einer Ahnung folgen"


def test_every_language_is_found_and_the_reader_s_comes_first(french):
    found = search(Query(text="machette"), language="en").cards
    assert [card.code for card in found] == [MACHETE]
    assert search(Query(text="agent d'essai"), language="fr").cards[0].code == BEAT_COP
    assert instead_of("machete") == ""
    assert instead_of("machettte") == "machette"


def test_lists_are_sorted_by_the_reader_s_titles(french):
    assert reader_language(french, "fr") == reader_language(french, "fr-ca") == "fr"
    assert reader_language(french, "pl") == "en", "there are no Polish titles"
    assert title_in(french, french.cards[MACHETE], "fr") == "Machette d'essai"


def test_a_list_of_titles_is_imported_in_any_language(french):
    assert [card.code for card in Titles.of(french).find("Machette d'essai", NOTHING_ELSE)] == [MACHETE]
