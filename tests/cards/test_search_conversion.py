"""Tests that every filter can be written as a search and back, and that both find the same cards."""

import pytest
from django.http import QueryDict
from hypothesis import given, settings
from hypothesis import strategies as st

from cards import adapters
from cards.search import query as values
from cards.search.conversion import FIELDS, as_filters, as_text
from cards.search.engine import search
from cards.search.matching import Marks
from cards.search.page import CONDITIONS
from cards.search.reading import read_query
from tests.examples import number_of_examples

pytestmark = pytest.mark.django_db

MARKS = Marks(frozenset({"01020", "01016"}), {"solo": frozenset({"01016"}), "my list": frozenset({"01030"})})
OWNED = {"01016": 2, "01020": 1, "01030": 2}


def found(pairs: list[tuple[str, str]]) -> list[str]:
    parameters = QueryDict(mutable=True)
    for name, value in pairs:
        parameters.appendlist(name, value)
    query, errors = read_query(parameters, adapters.catalogue())
    assert [str(error) for error in errors] == []
    return sorted(card.code for card in search(query, owned=OWNED, marks=MARKS).cards)


def test_every_filter_of_the_page_has_a_field():
    assert set(FIELDS) == set(CONDITIONS) - {"q"}


def some(name: str, known: tuple[str, ...], most: int = 3) -> st.SearchStrategy[list[tuple[str, str]]]:
    chosen = st.lists(st.sampled_from(known), max_size=most, unique=True)
    return chosen.map(lambda listed: [(name, value) for value in listed])


ICONS = tuple(f"{icon}{number}" for icon in values.ICONS for number in ("", ":2", ":3"))
FILTERS = st.tuples(
    some("class", values.CLASSES),
    some("type", values.TYPES, 2),
    some("level", ("0", "1", "2", "5", "none", "1-3", "0-5")),
    some("cost", ("0", "1", "3", "5-99", "X", "none", "0-2")),
    some("slot", values.SLOTS, 2),
    some("icon", ICONS, 1),
    some("keyword", values.KEYWORDS, 2),
    some("trait", ("Tome", "Spell", "Ally", "Talent"), 2),
    some("uses", ("charges", "ammo", "secrets"), 2),
    some("tag", values.TAGS, 2),
    some("pack", ("core", "rcore", "core_2026", "dwlp", "nat", "tskp"), 3),
    some("cycle", ("core", "dwl", "ptc"), 2),
    some("chapter", ("1", "2"), 1),
    some("weakness", values.WEAKNESSES, 1),
    some("story", ("yes", "no"), 1),
    some("usable_by", ("01001", "01002", "90024", "12001"), 1),
    some("taboo", ("005", "010"), 1),
    some("owned", ("yes", "no"), 1),
    some("favourite", ("yes", "no"), 1),
    some("own_tag", ("solo", "my list"), 2),
    some("q", ("mach", "a or b", '"is power"', "-fast", "(trait:tome or fast)"), 1),
).map(lambda groups: [pair for group in groups for pair in group])


@settings(max_examples=number_of_examples(150))
@given(FILTERS)
def test_filters_can_be_written_as_a_search_and_back(filters):
    text = as_text(filters, adapters.catalogue())
    if len(text) > 500:
        return
    assert found([("q", text)]) == found(filters), text
    back = as_filters(text, adapters.catalogue())
    assert {pair for pair in back if pair[0] != "q"} == {pair for pair in filters if pair[0] != "q"}
    assert found(back) == found(filters), text
    assert as_text(back, adapters.catalogue()) == text, "a second time nothing changes"


@pytest.mark.parametrize(
    ("text", "filters"),
    [
        ("machete class:seeker", [("q", "machete"), ("class", "seeker")]),
        ("level<=2", [("level", "0-2")]),
        ("cost:3+", [("cost", "3-99")]),
        ("icons:wild>=2 icons:combat", [("icon", "wild:2"), ("icon", "combat")]),
        ("class:seeker class:mystic", [("q", "class:mystic"), ("class", "seeker")]),
        ("class:seeker or class:mystic", [("q", "class:seeker or class:mystic")]),
        ("-class:seeker", [("q", "-class:seeker")]),
        ("health>=3", [("q", "health>=3")]),
        ("class:multiclass", [("keyword", "multiclass")]),
        ("(class:", [("q", "(class:")]),
    ],
)
def test_what_filters_cannot_express_stays_a_search(text, filters):
    assert as_filters(text, adapters.catalogue()) == filters


def test_the_page_links_to_the_other_form(client):
    page = client.get("/cards/", {"class": "seeker", "level": "0"}).content.decode()
    assert "/cards/?q=class%3Aseeker+level%3A0" in page
    page = client.get("/cards/", {"q": "class:seeker level:0"}).content.decode()
    assert "/cards/?class=seeker&amp;level=0" in page
