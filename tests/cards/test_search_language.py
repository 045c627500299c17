"""Tests of the search language: its grammar, what terms mean, errors, completion, and guesses."""

import time

import pytest
from django.urls import reverse
from django.utils import translation
from hypothesis import given, settings
from hypothesis import strategies as st

from cards import adapters
from cards.abilities import Abilities, all_abilities, shipped_abilities
from cards.models import Card as Row
from cards.models import CardText
from cards.search.completion import complete
from cards.search.engine import check, index, instead_of, search
from cards.search.grammar import (
    Either,
    Every,
    Field,
    Level,
    Phrase,
    Place,
    Without,
    Word,
    parse,
)
from cards.search.matching import Marks, Matcher
from cards.search.query import Query
from cards.search.reading import read_query
from cards.search.vocabulary import FIELDS, NAMES
from cards.services.loading import bump
from cards.views.query import examples
from rules.cards.model import Card
from tests.examples import number_of_examples

pytestmark = pytest.mark.django_db


def cards(text: str, **options) -> list[Card]:
    query, errors = read_query({"q": text}, adapters.catalogue())
    assert [str(error) for error in errors] == []
    return search(query, **options).cards


def codes(text: str, **options) -> set[str]:
    return {card.code for card in cards(text, **options)}


def shape(node) -> object:
    """Return a tree as nested tuples, which are easier to compare."""
    match node:
        case Word() | Phrase():
            return node.text if isinstance(node, Word) else f"“{node.text}”"
        case Level():
            return node.number
        case Field():
            return (node.name, node.sign, [value.text for value in node.values])
        case Without():
            return ("without", shape(node.term))
        case Every():
            return ["every", *map(shape, node.terms)]
        case Either():
            return ["either", *map(shape, node.terms)]


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("", ["every"]),
        ("machete", "machete"),
        ("knowledge power", ["every", "knowledge", "power"]),
        ('"is power"', "“is power”"),
        ("“is power", "“is power”"),
        ("shrivelling (5)", ["every", "shrivelling", 5]),
        ("-machete", ("without", "machete")),
        ('-"is power"', ("without", "“is power”")),
        ("x-ray", "x-ray"),
        ("class:seeker", ("class", ":", ["seeker"])),
        ("CLASS: Seeker", ("class", ":", ["Seeker"])),
        ("usable_by:01001", ("usable-by", ":", ["01001"])),
        ('box:"revised core",dwl', ("box", ":", ["revised core", "dwl"])),
        ("level<=2 cost>3", ["every", ("level", "<=", ["2"]), ("cost", ">", ["3"])]),
        ("icons:wild>=2", ("icons", ":", ["wild>=2"])),
        ("a or b c", ["either", "a", ["every", "b", "c"]]),
        ("(a or b) c", ["every", ["either", "a", "b"], "c"]),
        ("a -(b or c)", ["every", "a", ("without", ["either", "b", "c"])]),
        ("a OR (b)", ["either", "a", "b"]),
        ("or", "or"),
        ("double or", ["every", "double", "or"]),
        ("necronomicon: petrus", ["every", "necronomicon:", "petrus"]),
        ("()", ["every"]),
    ],
)
def test_the_grammar(text, tree):
    assert shape(parse(text)) == tree


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("class:", (6, 6), "A value is missing after the field"),
        ("(trait:tome", (11, 11), "A “)” is missing"),
        ("machete)", (7, 8), "This “)” has no “(” before it"),
        ("clas:seeker", (0, 11), "There is no field “clas”. Did you mean class:?"),
        ("x class:seekr", (8, 13), "Did you mean seeker?"),
        ("class:q", (6, 7), "“q” is not valid here. Use guardian"),
        ("class>seeker", (0, 12), "“class” can't be compared: use “:”"),
        ("level:many", (6, 10), "“many” is not a number. Write 3, 3+ or 0-2."),
        ("level:6", (6, 7), "levels are 0 to 5"),
        ("cost:3-1", (5, 8), "is not a number"),
        ("trait:tme", (6, 9), "No card has the trait “tme”. Did you mean Tome?"),
        ("uses:love", (5, 9), "No card has uses of “love”."),
        ("box:qqqq", (4, 8), "No box is called “qqqq”."),
        ("cycle:qqqq", (6, 10), "No cycle is called “qqqq”."),
        ("chapter:9", (8, 9), "“9” is not a chapter. Use 1 or 2."),
        ("usable-by:zzz", (10, 13), "No investigator is called “zzz”."),
        ("usable-by:a", (10, 11), "Too many investigators"),
        ("owned:perhaps", (6, 13), "“perhaps” is not yes or no."),
        ("icons:fire", (6, 10), "are not skill icons"),
        ("icons>=many", (7, 11), "are not skill icons"),
        ("weakness:some", (9, 13), "Use basic, other, any or no."),
        ("taboo:loved", (6, 11), "Use changed, forbidden, dearer, cheaper or exceptional."),
        ("taboo-list:999", (11, 14), "Unknown taboo list “999”."),
        ("x" * 501, (0, 501), "at most 500 characters"),
        ("(" * 21 + "a" + ")" * 21, (0, 43), "at most 20 pairs of brackets"),
        ("a " * 41, (0, 82), "at most 40 terms"),
    ],
)
def test_errors_say_where_and_what(text, place, message):
    error = check(text, adapters.catalogue())
    assert error is not None
    assert message in str(error)
    assert error.place == Place(*place)


@pytest.mark.parametrize(
    ("text", "fits"),
    [
        ("class:seeker level<=2 trait:tome", lambda c: "seeker" in c.classes and (c.level or 0) <= 2),
        ("class:seeker,mystic", lambda c: c.classes & {"seeker", "mystic"}),
        ("class:multiclass", lambda c: len(c.classes) > 1),
        ("level:none", lambda c: c.level is None),
        ("level>1", lambda c: c.level is not None and c.level > 1),
        ("level!=0", lambda c: c.level != 0),
        ("cost:3+", lambda c: isinstance(c.cost, int) and c.cost >= 3),
        ("cost:x", lambda c: c.cost == "X"),
        ("cost:0-1", lambda c: c.cost in (0, 1)),
        ("icons:intellect>=2", lambda c: c.icons["intellect"] >= 2),
        ("icons:wild=1", lambda c: c.icons["wild"] == 1),
        ("icons>=4", lambda c: sum(c.icons.values()) >= 4),
        ("slot:hand uses:charge", lambda c: "hand" in c.slots and c.uses == "charges"),
        ("keyword:fast -permanent", lambda c: "fast" in c.keywords and not c.permanent),
        ("keyword:fast !permanent", lambda c: "fast" in c.keywords and not c.permanent),
        ("!(class:guardian or class:seeker) level:0", lambda c: not c.classes & {"guardian", "seeker"}),
        ("health>=3 type:asset", lambda c: c.health >= 3 and c.type == "asset"),
        ("sanity:2", lambda c: c.sanity == 2),
        ("willpower>=5", lambda c: c.skills["willpower"] >= 5),
        ("weakness:no level:none", lambda c: not c.weakness),
        ("weakness:basic", lambda c: c.weakness == "basic"),
        ("does:heals", lambda c: c.tags & {"heals-horror", "heals-damage"}),
        ("story:yes", lambda c: c.encounter_set),
        ("trait:tome or trait:spell", lambda c: c.traits & {"Tome", "Spell"}),
        ("-(class:guardian or class:seeker) level:0", lambda c: not c.classes & {"guardian", "seeker"}),
        ("victory>=1", lambda c: c.victory >= 1),
    ],
)
def test_terms_find_what_they_name(text, fits):
    found = cards(text)
    everything = index().cards
    assert found, text
    assert all(fits(card) for card in found)
    assert len(found) < len(everything)


def test_nothing_is_missed():
    """A few terms against a plain loop over all cards."""
    everything = index().cards
    assert codes("trait:tome or trait:spell") == {c.code for c in everything if c.traits & {"Tome", "Spell"}}
    assert codes("level:2-3") == {c.code for c in everything if c.level in (2, 3)}
    assert codes("cost:3+") == {c.code for c in everything if isinstance(c.cost, int) and c.cost >= 3}
    assert codes("-class:seeker") == {c.code for c in everything if "seeker" not in c.classes}


def test_boxes_are_found_by_any_printing_and_by_code_title_or_cycle():
    assert "01020" in codes('box:"core set (2026)"')
    assert codes('box:"revised core"') == codes("box:rcore")
    assert codes("box:rcore,core_2026") == codes("box:rcore") | codes("box:core_2026")
    assert codes("cycle:dunwich") == codes("cycle:dwl")
    assert "02002" in codes("box:dwlp")


def test_investigators_are_found_by_name_and_version():
    by_name = codes('usable-by:"Daisy Walker"')
    assert by_name == codes("usable-by:01002") == codes("usable-by:daisy")
    assert by_name != codes('usable-by:"daisy parallel"')


def test_taboo_lists():
    newest = adapters.catalogue().taboo_lists[max(adapters.catalogue().taboo_lists)]
    assert codes("taboo:changed") == {code for code in newest.entries if code in index().place}
    assert codes("taboo:forbidden") < codes("taboo:changed")
    assert "08076" in codes("usable-by:01005")
    assert "08076" not in codes("usable-by:01005 taboo-list:010")


def test_what_is_the_readers_own():
    marks = Marks(frozenset({"01020"}), {"solo": frozenset({"01016"})})
    assert codes("favourite:yes", marks=marks) == {"01020"}
    assert codes("favourite:yes or tag:Solo", marks=marks) == {"01020", "01016"}
    assert codes("owned:yes", owned={"01016": 2, "01020": 0}) == {"01016"}
    assert "01016" not in codes("owned:no", owned={"01016": 2})


def test_actions_and_boosts_are_facts_of_shipped_cards():
    assert {"01016", "01020"} <= codes("action:fight type:asset")
    assert "01017" in codes("boost:willpower boost:combat")
    assert "01020" not in codes("action:evade")


def test_abilities_of_newer_cards_come_from_their_texts():
    shipped = shipped_abilities()
    assert shipped["01016"].actions == ("fight",)
    CardText.objects.create(printing_id="01045", language="en", text="<b>Parley.</b> +1 [agility].")
    assert all_abilities()["01045"] == shipped["01045"], "facts of shipped cards are those of the catalogue"
    Row.objects.filter(code="01000").update(imported=True)
    CardText.objects.create(printing_id="01000", language="en", text="<b>Parley.</b> +1 [agility].")
    assert all_abilities()["01000"] == Abilities(("parley",), ("agility",))


def test_keywords_are_found_as_words():
    fast = {card.code for card in index().cards if "fast" in card.keywords}
    assert fast
    assert fast <= codes("fast")


def test_texts_are_searched_where_they_were_imported(django_capture_on_commit_callbacks):
    CardText.objects.create(printing_id="01016", language="en", text="Spend 1 zorblatt to discover.")
    with django_capture_on_commit_callbacks(execute=True):
        bump()
    assert codes("text:zorb") == {"01016"}
    assert codes('text:"1 zorblatt to"') == {"01016"}
    assert codes("title:zorb") == set()
    assert codes("automatic zorblatt") == {"01016"}, "words may stand in title and text"


def test_ranks_of_both_sides_of_or_are_joined():
    titles = [card.title for card in cards("machete or shrivelling")]
    assert titles == ["Machete", "Shrivelling", "Shrivelling", "Shrivelling"]


@pytest.mark.parametrize("text", [example for example, _label in examples()] + [f.example for f in FIELDS])
def test_every_example_of_the_help_page_works(client, text):
    assert check(text, adapters.catalogue()) is None
    page = client.get("/cards/", {"q": text}).content.decode()
    assert "query-wrong" not in page
    if not any(word in text for word in ("text:", "owned:", "favourite:", "tag:")):
        assert cards(text), text


def test_the_help_page_names_every_field(client):
    page = client.get("/cards/help/").content.decode()
    for field in FIELDS:
        assert f"<code>{field.name}</code>" in page


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("class:se", "seeker "),
        ("lev", "level:"),
        ("-cla", "class:"),
        ("trait:to", "Tome "),
        ("box:rev", '"Revised Core Set" '),
        ('usable-by:"dai', '"Daisy Walker" '),
        ("class:seeker,my", "mystic "),
        ("owned:", "yes "),
        ("machete slot:h", "hand "),
        ("cycle:dun", '"The Dunwich Legacy" '),
        ("taboo:f", "forbidden "),
    ],
)
def test_completion_offers_fields_and_values(text, first):
    offered = complete(text, len(text), adapters.catalogue())
    assert offered[0].text == first
    completed = text[: offered[0].start] + offered[0].text + text[offered[0].end :]
    if not completed.endswith(":"):
        assert check(completed, adapters.catalogue()) is None


def test_completion_of_own_tags_and_of_nothing():
    marks = Marks(tags={"solo": frozenset({"01016"})})
    assert [each.text for each in complete("tag:s", 5, adapters.catalogue(), marks)] == ["solo "]
    for text in ("machete", "foo:ba", "text:dis", ""):
        assert complete(text, len(text), adapters.catalogue()) == []


def test_the_address_of_completion(client):
    answer = client.get("/cards/completion/", {"q": "class:se trait:tome", "at": "8"}).json()
    assert answer == {"suggestions": [{"text": "seeker ", "label": "seeker", "start": 6, "end": 8}]}
    for at in ("x", "-1", "99999999", "٣"):
        assert client.get("/cards/completion/", {"q": "cl", "at": at}).status_code == 200


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("machette", "machete"),
        ("shriveling level:0", "shrivelling level:0"),
        ("emergancy cahce", "emergency cache"),
        ("machete", ""),
        ("qqxz", ""),
        ("(machette", ""),
    ],
)
def test_misspelled_words_are_guessed(text, meant):
    assert instead_of(text) == meant


def test_the_page_offers_the_guess_and_marks_the_fault(client):
    page = client.get("/cards/", {"q": "machette", "class": "guardian"}).content.decode()
    assert "Did you mean" in page
    assert "/cards/?q=machete&amp;class=guardian" in page
    page = client.get("/cards/", {"q": "level:0 class:seekr"}).content.decode()
    assert "<mark>seekr</mark>" in page
    assert 'value="level:0 class:seekr"' in page, "what was typed stays in the field"
    for text in ("discover 1 clue", '"discover 1 clue" class:seeker'):
        assert "Card texts were not searched" in client.get("/cards/", {"q": text}).content.decode()
    page = client.get("/cards/", {"q": "level:5 class:neutral slot:head"}).content.decode()
    assert "No cards found" in page
    assert "Card texts were not searched" not in page, "there were no words"
    assert "No card texts have been imported" in client.get("/cards/", {"q": "text:x"}).content.decode()


def test_the_search_box_and_the_api_speak_it(client):
    page = client.get(reverse("find"), {"q": "machette"}).content.decode()
    assert "Did you mean" in page
    assert "There is no field" in client.get(reverse("find"), {"q": "clas:seeker"}).content.decode()
    assert "Machete" in client.get(reverse("find"), {"q": "code:01020"}).content.decode()
    answer = client.get("/api/v1/cards/", {"q": "class:seeker level:2 trait:tome"})
    assert {row["level"] for row in answer.json()["results"]} == {2}
    wrong = client.get("/api/v1/cards/", {"q": "class:seekr"})
    assert wrong.status_code == 400
    assert "Did you mean seeker?" in str(wrong.json())
    assert client.get("/api/v1/cards/", {"q": "favourite:yes"}).status_code == 400


PIECES = st.sampled_from(
    [
        *(f"{name}{sign}" for name in NAMES for sign in (":", "<=", ">", "!=")),
        *("seeker", "3+", "0-2", "none", "x", "yes", "daisy", "core", "or", "OR", "-", "(", ")", '"', ","),
        *("machete", "(3)", "intellect>=2", "💥", "\x00", " ", "“", "foo:bar", "level", "it's"),
    ]
)
TEXTS = st.one_of(
    st.text(max_size=60), st.lists(PIECES, max_size=14).map(" ".join), st.lists(PIECES).map("".join)
)


@settings(max_examples=number_of_examples(300))
@given(TEXTS)
def test_no_search_crashes(text):
    error = check(text, adapters.catalogue())
    assert error is None or 0 <= error.place.start <= error.place.end <= len(text)
    query, errors = read_query({"q": text}, adapters.catalogue())
    assert len(search(query)) <= len(index().cards)
    assert all(str(error) for error in errors)
    search(Query(text=text))
    instead_of(text)
    complete(text, len(text), adapters.catalogue())


@pytest.mark.parametrize(
    "text",
    [
        "a " * 40,
        '"a" ' * 40,
        "-(" * 20 + "a or b" + ")" * 20,
        "usable-by:daisy or " * 20 + "x",
        "zzxqj " * 40,
        "level<=5 " * 40,
        "x" * 500,
        "(" * 500,
    ],
)
def test_the_work_for_a_search_is_bounded(text):
    search(Query(text="warm usable-by:daisy"))
    instead_of("warmm")
    start = time.process_time()
    search(Query(text=text))
    instead_of(text)
    assert time.process_time() - start < 0.5


def test_a_search_over_the_whole_catalogue_is_fast():
    """The 95th percentile, in processor time, of searches that touch every part of the language."""
    texts = [example for example, _label in examples()] * 3
    for text in texts:
        search(Query(text=text))
    taken = []
    for text in texts:
        start = time.process_time()
        search(Query(text=text))
        taken.append(time.process_time() - start)
    assert sorted(taken)[int(len(taken) * 0.95)] < 0.005


def test_traits_have_their_german_names_too():
    german, english = cards("trait:buch level:0"), cards("trait:tome level:0")
    assert english
    assert [card.code for card in german] == [card.code for card in english]
    assert cards("trait:zauber") == cards("trait:spell")
    assert {card.code for card in cards("trait:zaub")} >= {card.code for card in cards("trait:zauber")}
    with translation.override("de"):
        assert "Zauber" in [each.label for each in complete("trait:zaub", 10, adapters.catalogue())]


def test_words_are_looked_up_until_nothing_is_left(monkeypatch):
    looked_up = []
    begun = Matcher._begun

    def counted(self, word, where, *, narrow=False):
        looked_up.append(word)
        return begun(self, word, where, narrow=narrow)

    monkeypatch.setattr(Matcher, "_begun", counted)
    assert not len(search(Query(text="qqzx," + "a,b,c,d,e,f,g,h,i,j," * 20)))
    assert set(looked_up) == {"qqzx"}
