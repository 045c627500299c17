"""Tests that a search finds cards, best matches first, and reports what it did not understand."""

import pytest
from django.http import QueryDict

from cards import adapters
from cards.models import CardText
from cards.search.engine import index, search
from cards.search.query import Query
from cards.search.reading import read_query
from cards.services.loading import bump

pytestmark = pytest.mark.django_db


def parse(address: str) -> tuple[Query, list[str]]:
    query, errors = read_query(QueryDict(address), adapters.catalogue())
    return query, [str(error) for error in errors]


def found(address: str, **options) -> list[str]:
    query, errors = parse(address)
    assert errors == []
    return [card.code for card in search(query, **options).cards]


def titles(address: str, **options) -> list[str]:
    query, errors = parse(address)
    assert errors == []
    return [card.title for card in search(query, **options).cards]


def test_an_empty_query_finds_every_card_that_is_not_hidden():
    hidden = {code for code, card in adapters.catalogue().cards.items() if card.hidden}
    assert set(found("")) == set(adapters.catalogue().cards) - hidden


@pytest.mark.parametrize(
    ("words", "first"),
    [
        pytest.param("shriv", "Shrivelling", id="the beginning of a word"),
        pytest.param("o'toole", '"Skids" O\'Toole', id="an apostrophe"),
        pytest.param("otoole", '"Skids" O\'Toole', id="without the apostrophe"),
        pytest.param("toole", '"Skids" O\'Toole', id="the part after the apostrophe"),
        pytest.param("KOHAKU", "Kōhaku Narukami", id="case and accents"),
        pytest.param("deja", "Déjà Vu", id="accents"),
        pytest.param(".45 auto", ".45 Automatic", id="a dot before a number"),
        pytest.param("roland fed", "Roland Banks", id="title and subtitle"),
        pytest.param("necro olaus", "The Necronomicon", id="words of title and subtitle in any order"),
    ],
)
def test_titles_are_found_however_they_are_typed(words, first):
    assert titles(f"q={words}")[0] == first


def test_german_titles_are_found_with_and_without_umlauts():
    assert found("q=glück")
    assert found("q=glück") == found("q=glueck") == found("q=GLUCK")


def test_the_readers_own_language_comes_first():
    assert titles("q=mach", language="en")[0] == "Machete"
    german = search(parse("q=mach")[0], language="de").cards
    assert german[0].title_de.lower().startswith("mach")


def test_exact_titles_come_before_longer_ones():
    assert titles("q=knowledge is power")[0] == "Knowledge is Power"
    assert titles("q=lucky")[0] == "Lucky!"


def test_a_level_may_stand_in_brackets():
    assert found("q=shrivelling (5)") == ["02306"]


def test_words_may_be_excluded():
    assert "01020" in found("q=machete")
    assert "01020" not in found("q=mach -machete")


def test_phrases_are_found_as_they_stand():
    assert titles('q="is power"') == ["Knowledge is Power"]


def test_conditions_are_joined_by_and_values_by_or():
    allies = found("class=guardian,seeker&trait=ally&level=0-2&type=asset")
    assert allies
    cards = adapters.catalogue().cards
    for code in allies:
        card = cards[code]
        assert card.classes & {"guardian", "seeker"}
        assert "Ally" in card.traits
        assert card.level in (0, 1, 2)
    assert set(allies) == set(
        found("class=guardian&class=seeker&trait=Ally&level=0&level=1&level=2&type=asset")
    )


@pytest.mark.parametrize(
    ("address", "count"),
    [
        ("keyword=reward", 2),
        ("keyword=myriad", 25),
        ("keyword=customizable", 16),
        ("keyword=exceptional", 26),
        ("weakness=basic", 65),
        ("type=investigator", 91),
        ("slot=head", 2),
        ("cost=X&weakness=no&story=no", 9),
        ("keyword=researched&chapter=2", 3),
    ],
)
def test_conditions_count_right(address, count):
    assert len(found(address)) == count


def test_keywords_must_all_be_there():
    both = set(found("keyword=permanent,exceptional"))
    assert both == set(found("keyword=permanent")) & set(found("keyword=exceptional"))
    assert both


def test_boxes_of_reprints_hold_what_they_reprint():
    assert "02002" in found("pack=dwlp")
    assert "02002" not in found("pack=dwlc")
    assert "02061" in found("pack=dwlc")
    assert "01117" in found("pack=rcore")


def test_reprints_are_found_in_the_boxes_that_hold_them():
    assert "01020" in found("pack=core_2026")
    assert "01025" in found("pack=tom")


def test_usable_by_follows_the_rules():
    roland = set(found("usable_by=01001"))
    assert "01006" in roland
    assert "01016" in roland
    assert "01060" not in roland
    assert roland == set(found("usable_by=01501"))
    assert "08076" in found("usable_by=01005")
    assert "08076" not in found("usable_by=01005&taboo=010")


def test_owned_needs_to_know_what_is_owned():
    assert found("owned=yes", owned={"01016": 2, "01020": 0}) == ["01016"]
    assert "01016" not in found("owned=no", owned={"01016": 2})


@pytest.mark.parametrize("sort", ["title", "level", "cost", "type", "pack", "class"])
def test_sorting_loses_no_card(sort):
    assert sorted(found(f"sort={sort}")) == sorted(found(""))


def test_sorts_follow_their_names():
    cards = search(Query(sort="level", types=frozenset({"asset"}))).cards
    levels = [-1 if card.level is None else card.level for card in cards]
    assert levels == sorted(levels)
    assert found("sort=pack")[0].startswith("01")


def test_the_usual_order_is_by_class_type_title_level():
    cards = search(Query(classes=frozenset({"guardian"}), levels=frozenset(range(6)))).cards
    single = [card for card in cards if len(card.classes) == 1]
    assert [c.code for c in single] == [
        c.code for c in sorted(single, key=lambda c: (["asset", "event", "skill"].index(c.type),))
    ]


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("class=pirate", "“pirate” is not a class."),
        ("type=ship", "“ship” is not a card type."),
        ("level=7", "“7” is not a level. Use 0 to 5, a range such as 0-2, or none."),
        ("level=3-1", "“3-1” is not a level. Use 0 to 5, a range such as 0-2, or none."),
        ("cost=-5", "“-5” is not a cost. Use a number, a range (0-2), X, or none."),
        ("icon=wild:9", "“wild:9” is not a skill icon. Use willpower, or willpower:2 for two."),
        ("trait=<b>x</b>", "No card has the trait “<b>x</b>”."),
        ("pack=zzz", "Unknown pack “zzz”."),
        ("cycle=zzz", "Unknown cycle “zzz”."),
        ("usable_by=01016", "Unknown investigator “01016”."),
        ("owned=maybe", "“maybe” is not yes or no."),
        ("sort=colour", "Cards can't be sorted by “colour”."),
        ("group=colour", "Cards can't be grouped by “colour”."),
        ("chapter=9", "“9” is not a chapter. Use 1 or 2."),
        ("weakness=some", "“some” is not valid. Use basic, other, any or no."),
        ("taboo=999", "Unknown taboo list “999”."),
        ("uses=love", "No card has uses of “love”."),
        ("keyword=loud", "“loud” is not a keyword."),
        ("slot=tail", "“tail” is not a slot."),
        ("tag=x", "“x” is not a tag."),
        ("story=perhaps", "“perhaps” is not yes or no."),
        ("q=" + "x" * 501, "A search can have at most 500 characters."),
    ],
)
def test_what_is_not_understood_is_reported(address, message):
    assert parse(address)[1] == [message]


def test_the_rest_of_a_query_holds_when_a_part_is_not_understood():
    query, errors = parse("class=pirate,rogue&level=0")
    assert len(errors) == 1
    assert query == Query(classes=frozenset({"rogue"}), levels=frozenset({0}))


@pytest.mark.parametrize("words", ["'", '"', '"""', "-", "()", "(9)", "%00", "\x00", "💥", "-" * 50, '-"a'])
def test_odd_searches_are_answered(words):
    search(Query(text=words))
    search(parse(f"q={words}")[0])


def test_imported_texts_are_searched_last(django_capture_on_commit_callbacks):
    assert found("q=zorblatt") == []
    CardText.objects.create(printing_id="01016", language="en", text="Spend 1 zorblatt: <b>Fight.</b>")
    with django_capture_on_commit_callbacks(execute=True):
        bump()
    assert found("q=zorblatt") == ["01016"]
    assert found("q=fight zorbl") == ["01016"]
    assert found('q="1 zorblatt"') == ["01016"]


def test_values_are_counted_for_the_filters():
    assert dict(index().values("slot"))["head"] == 2


def test_traits_and_codes_are_found_after_titles():
    found = search(Query(text="melee"))
    assert "Machete" in {card.title for card in found.cards}
    assert [card.code for card in search(Query(text="12020")).cards] == ["01020"]
    assert not search(Query(text="1202")).cards
