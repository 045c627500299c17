"""Tests of the pages of cards and investigators: search, content and invalid input."""

import re

import pytest
from django.urls import reverse

from cards.models import CardText
from cards.services import collections as collection_services
from tests.cards.reading import words_of
from tests.markup import markup_of

pytestmark = pytest.mark.django_db
CARDS = "/cards/"


def titles(answer) -> list[str]:
    return re.findall(r'class="card-name" href="[^"]*">([^<]*)<', markup_of(answer))


def part(client, address: str, target: str = "found", now: str = CARDS):
    return client.get(
        address,
        headers={"HX-Request": "true", "HX-Target": target, "HX-Current-URL": f"http://testserver{now}"},
    )


# --- The list -------------------------------------------------------------------------------------------


def test_the_page_finds_by_title_and_holds_the_query(client):
    page = client.get(CARDS, {"q": "machete", "type": "asset"})
    assert titles(page) == ["Machete"]
    text = page.content.decode()
    assert 'value="machete"' in text
    assert re.search(r'name="type" value="asset"[^>]* checked', text)
    assert "1 card" in words_of(page)


@pytest.mark.parametrize(
    ("address", "holds"),
    [
        ("?class=mystic&level=5", lambda card: "mystic" in card.classes and card.level == 5),
        ("?trait=wea", lambda card: "Weapon" in card.traits),
        ("?pack=cycle:core_ch2&type=skill", lambda card: card.type == "skill"),
        ("?cost=5-99", lambda card: card.cost >= 5),
        ("?usable_by=12001&keyword=myriad", lambda card: card.myriad),
        ("?weakness=any&class=neutral", lambda card: bool(card.weakness)),
        ("?uses=charges", lambda card: card.uses == "charges"),
        ("?icon=wild:2", lambda card: card.icons["wild"] >= 2),
        ("?slot=tarot", lambda card: "tarot" in card.slots),
        ("?story=yes", lambda card: bool(card.encounter_set)),
        ("?chapter=2&type=event", lambda card: card.type == "event"),
    ],
)
def test_filters_narrow_the_list(client, address, holds):
    browse = client.get(CARDS + address).context["browse"]
    assert browse.errors == []
    assert 0 < len(browse.found) < browse.found.of
    assert all(holds(card) for card in browse.found.cards)


def test_half_a_trait_stands_for_all_that_begin_so(client):
    found = {card.code for card in client.get(CARDS + "?trait=bles").context["browse"].found.cards}
    assert found == {card.code for card in client.get(CARDS + "?trait=Blessed").context["browse"].found.cards}


def test_typing_updates_the_list_and_the_address_stays(client):
    answer = part(client, "/cards/?q=mach&class=&sort=&group=")
    assert b"<html" not in answer.content
    assert answer["HX-Replace-Url"] == "/cards/?q=mach"
    assert "HX-Push-Url" not in answer


def test_who_presses_a_filter_can_go_back(client):
    answer = part(client, "/cards/?q=mach&type=asset", now="/cards/?q=mach")
    assert answer["HX-Push-Url"] == "/cards/?q=mach&type=asset"
    restored = client.get(
        "/cards/?q=mach", headers={"HX-Request": "true", "HX-History-Restore-Request": "true"}
    )
    assert b"<html" in restored.content


def test_a_nonsensical_current_address_is_ignored(client):
    answer = part(client, "/cards/?q=mach", now="http://[")
    assert answer.status_code == 200
    assert answer["HX-Push-Url"] == "/cards/?q=mach"


def test_more_cards_are_appended_and_can_be_reached_without_scripts(client):
    first, second = client.get(CARDS + "?sort=title"), client.get(CARDS + "?sort=title&page=2")
    assert len(titles(first)) == len(titles(second)) == 60
    assert not set(titles(first)[:50]) & set(titles(second)[10:])
    assert 'href="/cards/?sort=title&amp;page=2"' in first.content.decode()
    more = part(client, "/cards/?sort=title&page=2", target="more")
    assert titles(more) == titles(second)
    assert b"<section" not in more.content


def test_groups_follow_the_order(client):
    by_class = client.get(CARDS)
    assert "Guardian" in by_class.context["browse"].lines[0].heading
    assert client.get(CARDS + "?q=a").context["browse"].lines[0].heading == ""
    assert client.get(CARDS + "?sort=level").context["browse"].group == "level"
    last = client.get(CARDS + "?page=999").context["browse"].lines[-1]
    assert last.card.level is None


@pytest.mark.parametrize(
    ("address", "text"),
    [
        ("?class=wizard", "“wizard” is not a class."),
        ("?level=9", "“9” is not a level"),
        ("?cost=ten", "“ten” is not a cost"),
        ("?trait=zzz", "No card has the trait “zzz”."),
        ("?pack=cycle:zzz", "Unknown cycle “zzz”."),
        ("?pack=zzz", "Unknown pack “zzz”."),
        ("?usable_by=99999", "Unknown investigator “99999”."),
        ("?icon=luck", "“luck” is not a skill icon"),
        ("?sort=colour", "Cards can't be sorted by “colour”."),
        ("?page=99999", "Page 99999 doesn't exist"),
        ("?page=-1", "“-1” is not a page number"),
        ("?page=٣", "is not a page number"),
        ("?page=" + "9" * 400, "is not a page number"),
        ("?owned=yes", "Set up your collection first"),
        ("?q=" + "x" * 501, "at most 500 characters"),
    ],
)
def test_what_is_not_understood_is_reported_and_left_out(client, address, text):
    page = client.get(CARDS + address)
    assert page.status_code == 200
    assert text in words_of(page)
    assert titles(page)


def test_values_with_markup_stay_text(client):
    for address in ("?q=<script>alert(1)</script>", "?class=<b>x</b>", "?trait=<i>"):
        assert b"<script>alert" not in client.get(CARDS + address).content
        assert b"<b>x</b>" not in client.get(CARDS + address).content


def test_of_many_odd_values_the_good_ones_are_used(client):
    page = client.get(CARDS + "?class=guardian,wizard&level=0,7")
    assert page.context["browse"].given == [("class", "guardian"), ("level", "0")]


def test_an_empty_list_shows_what_to_loosen(client):
    page = client.get(CARDS + "?q=machete&class=mystic&type=asset")
    assert "No cards found" in words_of(page)
    found = [(each.name, number) for each, number in page.context["browse"].loosened]
    assert ("class", 1) in found
    assert found[0][0] == "q"
    assert "type" not in dict(found)


def test_owned_cards_are_counted_and_found(as_alice, alice, django_assert_max_num_queries):
    collection = collection_services.create_collection(owner=alice, name="Shelf")
    collection_services.set_boxes(collection=collection, counts={"core_2026": 2})
    page = as_alice.get(CARDS + "?q=machete&owned=yes")
    assert 'class="num own" data-word="own">4<' in page.content.decode()
    assert not titles(as_alice.get(CARDS + "?q=machete&owned=no"))
    with django_assert_max_num_queries(8):
        as_alice.get(CARDS + "?owned=yes")


def test_others_collections_cannot_be_requested(as_alice, as_mallory, alice):
    collection = collection_services.create_collection(owner=alice, name="Shelf")
    collection_services.set_boxes(collection=collection, counts={"core_2026": 2})
    page = as_mallory.get(CARDS + f"?collection={collection.pk}&owned=yes")
    assert page.context["browse"].owned is None


def test_german_readers_see_and_find_german_titles(client, german):
    page = client.get(CARDS, {"q": "seltsame lösung"}, headers={"Accept-Language": "de"})
    assert "Seltsame Lösung" in titles(page)
    english = client.get(CARDS, {"q": "seltsame lösung"})
    assert "Strange Solution" in titles(english)


def test_lists_take_as_many_queries_as_they_are_long(client, django_assert_num_queries):
    client.get(CARDS)
    for address in ("?q=machete", "", "?usable_by=12001"):
        with django_assert_num_queries(0):
            client.get(CARDS + address)


@pytest.mark.parametrize(
    "address", [CARDS, "/cards/01020/", "/cards/investigators/", "/cards/investigators/01001/"]
)
def test_pages_of_the_catalogue_are_for_reading(client, address):
    assert client.post(address).status_code == 405
    assert client.head(address).status_code == 200


# --- A card ---------------------------------------------------------------------------------------------


def test_a_card_shows_its_facts_boxes_and_takers(client):
    text = words_of(client.get("/cards/01020/"))
    for words in (
        "Machete",
        "Item. Weapon. Melee.",
        "2 per deck, by title",
        "Core Set (2026)",
        "modified reprint",
    ):
        assert words in text
    assert "Roland Banks" in text
    assert "up to 5" in text
    assert "April 2019 to September 2019: 2 experience more" in text
    assert "not on the current list" in text


def test_any_printing_leads_to_its_card(client):
    page = client.get("/cards/12020/")
    assert page.context["card"].code == "01020"
    assert page.context["pack"].code == "core_2026"


def test_levels_stand_on_a_ladder(client):
    page = client.get("/cards/12016/")
    rungs = {rung.level: [card.code for card in rung.cards] for rung in page.context["ladder"]}
    assert rungs[0] == ["12016"]
    assert rungs[2] == ["12027"]
    assert rungs[5] == []


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("02021", "Research unlocks"),
        ("02262", "Unlocked by research on"),
        ("05313", "Bonded cards"),
        ("01006", "Signature of"),
        ("09021", "Upgrade sheet"),
        ("12181", "Reward"),
    ],
)
def test_cards_are_shown_among_their_kin(client, code, text):
    assert text in words_of(client.get(f"/cards/{code}/"))


def test_a_card_shows_how_many_are_owned_and_where(as_alice, alice):
    for name, counts in (("Cellar", {"core": 2, "core_2026": 1}), ("Attic", {"rcore": 1})):
        collection_services.set_boxes(
            collection=collection_services.create_collection(owner=alice, name=name), counts=counts
        )
    page = as_alice.get("/cards/01020/")
    assert page.context["owned"] == 4
    assert {each.name: each.copies for each in page.context["holdings"]} == {"Cellar": 4, "Attic": 2}
    assert "you own 4 copies" in words_of(page)


def test_imported_texts_are_shown_as_text(client):
    CardText.objects.create(
        printing_id="01020", language="en", text="<b>Fight.</b> [combat] <script>alert(1)</script> [[Elite]]"
    )
    page = client.get("/cards/01020/").content.decode()
    assert "<b>Fight.</b>" in page
    assert "&lt;script&gt;" in page
    assert "Read it on ArkhamDB" not in page


@pytest.mark.parametrize("address", ["/cards/nonsense/", "/cards/investigators/<b>/", "/rules/no.such-rule/"])
def test_what_does_not_exist_is_not_found(client, address):
    page = client.get(address)
    assert page.status_code == 404
    assert "<b>/" not in page.content.decode()
    assert re.search("No card has the code|No rule has the id", page.content.decode())


def test_pages_of_cards_take_few_queries(as_alice, alice, django_assert_max_num_queries):
    for number in range(4):
        collection = collection_services.create_collection(owner=alice, name=f"Shelf {number}")
        collection_services.set_boxes(collection=collection, counts={"core": 1})
    as_alice.get("/cards/01020/")
    with django_assert_max_num_queries(13):
        as_alice.get("/cards/01020/")


# --- Investigators --------------------------------------------------------------------------------------


def test_investigators_are_listed_by_class_with_their_pools(client):
    page = client.get(reverse("investigator-list"))
    text = words_of(page)
    assert "91 investigators" in text
    rows = {row.card.code: row for _name, _words, rows in page.context["groups"] for row in rows}
    assert rows["02001"].limited > 400
    assert rows["01001"].limited == 0


def test_investigators_are_found_by_name_trait_and_class(client):
    listed = reverse("investigator-list")
    assert titles(client.get(listed, {"q": "roland"})) == ["Roland Banks", "Roland Banks"]
    assert "“Skids” O’Toole" in titles(client.get(listed, {"q": "criminal", "class": "rogue"}))
    assert "No investigators found" in words_of(client.get(listed, {"q": "zzz"}))
    assert "“wizard” is not a class." in words_of(client.get(listed, {"class": "wizard"}))
    alone = part(client, listed + "?q=roland", now=listed)
    assert b"<html" not in alone.content
    assert alone["HX-Replace-Url"] == listed + "?q=roland"


def test_an_investigator_shows_options_and_requirements(client):
    text = words_of(client.get("/cards/investigators/06002/"))
    assert (
        "Of one class that you choose (Rogue, Mystic or Survivor): up to 10 events and skills, level 0–1."
        in text
    )
    assert "Occult Evidence" in text
    assert "random basic weakness" in text


def test_investigators_and_cards_lead_to_each_other(client):
    assert client.get("/cards/01001/")["Location"] == "/cards/investigators/01001/"
    assert client.get("/cards/investigators/01020/")["Location"] == "/cards/01020/"
    assert "parallel" in words_of(client.get("/cards/investigators/01001/"))
    assert "Second deck" in words_of(client.get("/cards/investigators/90049/"))


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("12020", "Machete (20): the bonus asks for the attacked enemy to be the only one engaged with you."),
        ("02115", "Costs and effects that exile a card or remove it from the game cannot be ignored."),
        ("01096", "A player may not choose to discard a weakness from hand."),
        (
            "01006",
            "An effect that would hand over a card with another investigator’s signature card",
        ),
        ("03308", "A permanent card is attached to no other card"),
        ("12018", "A unique scenario card that comes into play drives out a unique player card"),
    ],
)
def test_reminders_of_the_books_are_on_the_page_of_their_card(client, code, words):
    assert words in words_of(client.get(f"/cards/{code}/"))


def test_a_card_without_statements_has_no_reminders(client):
    assert b"reminders" not in client.get("/cards/01020/").content


def test_german_readers_see_german_traits(client, german):
    page = client.get("/cards/01020/", headers={"Accept-Language": "de"})
    assert "Gegenstand. Waffe. Nahkampf." in page.content.decode()
    assert "Item. Weapon. Melee." in client.get("/cards/01020/").content.decode()
