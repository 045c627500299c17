"""Tests of the order of scenarios, of hidden titles, and of paired campaigns."""

import re

import pytest
from django.test import Client
from django.utils import translation

from accounts.models import User
from campaigns.models import Campaign
from campaigns.selectors import state_of
from campaigns.services.creation import start_campaign
from campaigns.services.members import choose_collection
from campaigns.services.recording import record
from campaigns.text.names import full_name
from cards.services.collections import create_collection, set_boxes
from rules.campaign import steps
from tests.campaigns.conftest import FIRST, SECOND, Walk, make_deck
from tests.markup import markup_of

pytestmark = pytest.mark.django_db


def begin(client: Client, owner: User, facts: str) -> Walk:
    start = steps.StartCampaign(campaign=facts, difficulty="standard", title="T")
    return Walk(client, start_campaign(start, owner=owner, name="T").campaign)


def test_no_page_gives_away_a_later_title(walk: Walk, alice: User) -> None:
    seat = walk.sit(make_deck(alice, FIRST))
    walk.begin("spreading_flames")
    walk.did("after", resolution="R1", victory="1", **{f"how-{seat}": "survived"})
    for view in ("detail", "next", "after", "log", "log-print", "bag", "steps", "settings"):
        page = walk.get(view).content.decode()
        assert not re.search("queen.of.ash", page, re.IGNORECASE), view
    assert "Queen of Ash" in walk.get("next", titles=1).content.decode(), "on request"


def test_who_chose_a_hidden_title_sees_it_again_after_a_refusal(walk: Walk, alice: User) -> None:
    walk.did("seat-new", player="Ada", investigator=FIRST)
    answer = walk.post("next", do="advance", scenario="queen_of_ash")
    assert answer.status_code == 409
    assert 'value="queen_of_ash" checked' in answer.content.decode()


def test_a_side_story_that_was_refused_is_in_sight(walk: Walk, alice: User) -> None:
    seat = walk.sit(make_deck(alice, FIRST))
    walk.begin("spreading_flames")
    walk.did("after", resolution="R1", victory="0", **{f"how-{seat}": "survived"})
    answer = walk.post("next", do="advance", scenario="curse_of_the_rougarou")
    assert answer.status_code == 409, "it costs 1 experience"
    page = answer.content.decode()
    assert re.search(r'<details class="why" open>\s*<summary>Side stories', page)
    assert 'value="curse_of_the_rougarou" checked' in page


def test_side_stories_are_offered_as_their_booklets_allow(walk: Walk, alice: User) -> None:
    walk.sit(make_deck(alice, FIRST))
    walk.begin("spreading_flames")
    walk.did("after", resolution="R1", victory="9")
    alone, first, second = (
        "in_the_labyrinths_of_lunacy",
        "fortune_and_folly_part_1",
        "fortune_and_folly_part_2",
    )

    def offered() -> set[str]:
        return set(re.findall(r'name="scenario" value="(\w+)"', walk.get("next").content.decode()))

    assert {alone, first, second} & offered() == {first}
    for scenario, reason in ((alone, "can only be played on its own"), (second, "Play that first.")):
        answer = walk.post("next", do="advance", scenario=scenario)
        assert answer.status_code == 409
        assert reason in answer.content.decode()
    walk.begin(first)
    walk.did("after", resolution="R1", victory="0")
    assert {alone, first, second} & offered() == {second}


def test_a_setup_names_sets_chosen_at_random_and_tokens_added(as_alice: Client, alice: User) -> None:
    walk = begin(as_alice, alice, "core")
    seat = walk.sit(make_deck(alice, FIRST))
    walk.did("next", do="advance", scenario="tentacles")
    page = walk.get("next").content.decode()
    assert re.search(r"One of these, at random:\s+Agents of Yog-Sothoth,", page)
    assert page.count("Agents of Hastur") == 1
    assert "17 tokens" in page, "16 of standard, and the elder thing of this scenario"
    walk.did("next", do="begin", lead=seat, **{"add-elder_thing": "1"})
    assert walk.state.bag.size == 17
    walk = begin(as_alice, alice, "tfa")
    walk.sit(make_deck(alice, FIRST))
    walk.did("next", do="advance", scenario="wilds")
    assert walk.get("next").content.decode().count("Agents of Yig") == 1, "aside only"


@pytest.mark.parametrize(
    ("campaign", "scenario", "english", "german"),
    [
        ("tcu", "the_witching_hour", "locations of The Devourer Below", "die Orte des Waldes von Arkham"),
        ("core", "torch", "Whippoorwills (three enemies)", "Ziegenmelker (drei Gegner)"),
    ],
)
def test_substitutes_are_named_in_the_readers_language(
    as_alice: Client, alice: User, campaign: str, scenario: str, english: str, german: str
) -> None:
    collection = create_collection(owner=alice, name="Attic")
    set_boxes(collection=collection, counts={"core_2026": 1})
    walk = begin(as_alice, alice, campaign)
    walk.sit(make_deck(alice, FIRST))
    choose_collection(walk.campaign, collection)
    walk.did("next", do="advance", scenario=scenario)
    assert english in walk.get("next").content.decode()
    page = as_alice.get(walk.url("next"), headers={"Accept-Language": "de"}).content.decode()
    assert german in page
    assert english not in page


def test_a_setup_names_what_cards_do_in_it(walk: Walk, alice: User) -> None:
    walk.did("seat-new", player="Ada", deck=str(make_deck(alice, FIRST, {"08019": 1}).public_id))
    (seat,) = walk.state.seats
    walk.did("seat", seat, do="drew", card="54014")
    record(walk.campaign, steps.WeaknessDrawnByGroup(seat=seat, card="05042", cause="a tale"), by=alice)
    walk.did("next", do="advance", scenario="spreading_flames")
    page = " ".join(walk.get("next").content.decode().split())
    for words in (
        "Damned before setup.",
        "The Tower • XVI kept if drawn into the opening hand.",
        "Geared Up when the first turn begins.",
    ):
        assert words in page
    walk.did("next", do="begin", lead=seat)
    walk.did("after", resolution="R1", victory="0", **{f"how-{seat}": "survived"})
    gift = steps.BearerChange(card="05040", seat=seat)
    record(walk.campaign, steps.BearersChanged(changes=(gift,)), by=alice)
    walk.did("next", do="advance", scenario="smoke_and_mirrors")
    page = " ".join(walk.get("next").content.decode().split())
    assert "Ace of Rods into play from the opening hand." in page


def test_a_setup_adds_tokens_of_an_investigator(walk: Walk, alice: User) -> None:
    seat = walk.sit(make_deck(alice, "07001"))
    walk.did("next", do="advance", scenario="spreading_flames")
    page = walk.get("next").content.decode()
    assert page.count("2 bless tokens added to the bag, for this game only") == 1
    walk.did("next", do="begin", lead=seat)
    assert walk.state.bag.tokens["bless"] == 2


def test_a_choice_at_setup_that_is_no_number_is_none(walk: Walk, alice: User) -> None:
    walk.sit(make_deck(alice, FIRST))
    walk.did("next", do="advance", scenario="spreading_flames")
    assert walk.get("next", rats="²", striking_fear="x").status_code == 200


def test_after_the_last_scenario_the_end_comes_next(walk: Walk, alice: User) -> None:
    seat = walk.sit(make_deck(alice, FIRST))
    for scenario in ("spreading_flames", "smoke_and_mirrors", "queen_of_ash"):
        walk.begin(scenario)
        walk.did("after", resolution="R1", victory="1", **{f"how-{seat}": "survived"})
    first, *others = walk.get("detail").context["todos"]
    assert first.do == "campaign-ended", "no scenario follows for which cards could be bought"
    assert first.url == walk.url("end")
    assert [each.do for each in others] == ["cards-bought"]
    walk.did("end", result="won")
    assert f'href="{walk.url("chronicle")}">Chronicle' in walk.get("detail").content.decode()


def test_a_map_is_travelled(as_alice: Client, alice: User) -> None:
    walk = begin(as_alice, alice, "tskc")
    seat = walk.sit(make_deck(alice, FIRST))
    walk.begin("riddles_and_rain")
    walk.did("after", resolution="R1", victory="1", **{f"how-{seat}": "survived"})
    assert b"Places on the map" not in walk.get("next").content, "the guide's own way comes first"
    walk.interlude("the_foundation")
    page = walk.get("next").content.decode()
    assert "Places on the map" in page
    assert ">Havana<" in page
    assert "Bermuda Triangle" not in page, "a hidden place stays hidden"
    # Where the map decides what is next, it comes before the list of other scenarios.
    assert page.index("Places on the map") < page.index("Play another scenario")
    assert "<aside" not in page, "nothing else stands beside it"
    assert walk.post("next", do="travel", scenario="").status_code == 400, "no place is chosen beforehand"
    assert re.search(r'<details class="why">\s*<summary>Play another scenario or a side story first', page)
    with translation.override("de"):
        assert full_name("tskc", "the_foundation") == "Zwischenspiel: Die Foundation"
    answer = walk.did("next", do="travel", scenario="moscow")
    assert answer.url == walk.url("interlude") + "?interlude=moscow"
    walk.interlude("moscow")
    assert walk.state.history[-1].scenario == "moscow"
    walk.did("next", do="travel", scenario="havana")
    assert (walk.state.phase, walk.state.next_scenario) == ("ready", "havana")


def test_a_refused_journey_gives_no_titles_away(as_alice: Client, alice: User) -> None:
    walk = begin(as_alice, alice, "tskc")
    seat = walk.sit(make_deck(alice, FIRST))
    walk.begin("riddles_and_rain")
    walk.did("after", resolution="R1", victory="1", **{f"how-{seat}": "survived"})
    walk.interlude("the_foundation")
    walk.did("seat-new", player="Bob", investigator=SECOND)
    page = walk.post("next", do="travel", scenario="havana")
    assert page.status_code == 409, "one investigator has no deck yet"
    assert page.context["titles"] is False
    assert '<option value="havana" selected>Havana' in page.content.decode()


def test_both_halves_begin_joined(as_alice: Client, alice: User) -> None:
    page = as_alice.get("/campaigns/new/").content.decode()
    assert "/campaigns/new/tdea/?both=1" in page
    answer = as_alice.post("/campaigns/new/tdea/", {"difficulty": "standard", "both": "1", "name": "Dreams"})
    assert answer.status_code == 302
    rows = {row.facts: row for row in Campaign.objects.filter(owner=alice)}
    assert {row.name for row in rows.values()} == {"Dreams: The Dream-Quest", "Dreams: The Web of Dreams"}
    a, b = rows["tdea"], rows["tdeb"]
    assert state_of(a).link == str(b.public_id)
    assert state_of(b).link == str(a.public_id)
    shown = as_alice.get(answer.url).content.decode()
    assert f"/campaigns/{b.public_id}/" in shown
    assert "Dreams: The Web of Dreams" in shown
    quest, web = Walk(as_alice, a), Walk(as_alice, b)
    quest.sit(make_deck(alice, FIRST))
    refused = web.post("seat-new", player="Ada", investigator=FIRST)
    assert refused.status_code == 409, "an investigator plays in one of the halves only"
    web.did("seat-new", player="Ada", investigator=SECOND)


def test_halves_are_joined_and_parted_later(as_alice: Client, alice: User) -> None:
    quest, web = begin(as_alice, alice, "tdea"), begin(as_alice, alice, "tdeb")
    quest.did("settings", do="settings", name="T", link=str(web.campaign.public_id))
    assert quest.state.link == str(web.campaign.public_id)
    assert web.state.link == str(quest.campaign.public_id), "the other one knows it, too"
    web.did("settings", do="settings", name="T", link="")
    assert quest.state.link == web.state.link == ""
    assert quest.post("settings", do="settings", link=str(quest.campaign.public_id)).status_code == 400


def test_the_list_counts_scenarios_where_the_order_is_fixed(as_alice: Client) -> None:
    page = markup_of(as_alice.get("/campaigns/new/"))
    counts = dict(re.findall(r"<b>([^<]+)</b><small>([^<]+)</small>", page))
    assert counts["The Path to Carcosa"] == "8 scenarios"
    assert counts["Brethren of Ash"] == "3 scenarios"
    assert counts["The Scarlet Keys"] == "you choose the order"
    assert counts["Return to The Circle Undone"] == "8 scenarios"
    assert counts["Fortune and Folly"] == "2 scenarios"


def test_after_the_last_scenario_the_campaign_can_be_ended(walk: Walk, alice: User) -> None:
    seat = walk.sit(make_deck(alice, FIRST))
    for scenario in ("spreading_flames", "smoke_and_mirrors", "queen_of_ash"):
        walk.begin(scenario)
        assert "End the campaign" not in walk.get("after").content.decode()
        walk.did("after", resolution="R1", victory="1", **{f"how-{seat}": "survived"})
    assert f'href="{walk.url("end")}"' in walk.get("after").content.decode()


def stops(walk: Walk) -> list[tuple[str, str]]:
    return [(stop.numeral, stop.name) for stop in walk.get("detail").context["track"]]


def test_an_interlude_that_comes_next_takes_no_scenarios_number(as_alice: Client, alice: User) -> None:
    walk = begin(as_alice, alice, "tic")
    seat = walk.sit(make_deck(alice, FIRST))
    assert stops(walk) == [("I", "The Pit of Despair")]
    walk.begin("the_pit_of_despair")
    walk.did("after", resolution="R1", victory="0", **{f"how-{seat}": "survived"})
    assert stops(walk) == [("I", "The Pit of Despair"), ("·", "Puzzle Pieces")]
    walk.interlude("puzzle_pieces")
    assert stops(walk)[2:] == [("II", "The Vanishing of Elina Harper")]


def test_a_prologue_that_is_played_takes_no_number(as_alice: Client, alice: User) -> None:
    walk = begin(as_alice, alice, "tcu")
    walk.sit(make_deck(alice, FIRST))
    prologue = "disappearance_at_the_twilight_estate"
    assert [numeral for numeral, _name in stops(walk)] == ["·"]
    walk.begin(prologue)
    assert [numeral for numeral, _name in stops(walk)] == ["·"]
    assert walk.get("after").context["numeral"] == ""


def test_a_prologue_that_is_played_has_no_experience_trauma_or_cards(as_alice: Client, alice: User) -> None:
    walk = begin(as_alice, alice, "tcu")
    walk.sit(make_deck(alice, FIRST))
    walk.did("next", do="advance", scenario="disappearance_at_the_twilight_estate")
    assert walk.get("next").context["numeral"] == ""
    walk.did("next", do="begin", lead="")
    assert walk.get("chronicle").context["chronicle"].scenarios == 0
    page = walk.get("after")
    assert [stage.id for stage in page.context["rail"]] == ["result", "notes"]
    assert not {'name="victory"', 'id="harm"', 'id="cards"'} & set(
        re.findall(r'(?:name|id)="\w+"', page.content.decode())
    )
    walk.did("after", resolution="no_resolution", **{"note-text-0": "Gavriella was taken."})
    (line,) = [line for line in walk.get("steps").context["steps"] if line.step.kind == "end-scenario"]
    assert (line.what, line.rows) == ("Disappearance at the Twilight Estate: No resolution", ())
    assert walk.get("detail").context["track"][0].text == "No resolution"
    chronicle = walk.get("chronicle")
    assert [chapter.numeral for chapter in chronicle.context["chronicle"].chapters] == ["", ""]
    assert "Disappearance at the Twilight Estate" in chronicle.content.decode()
    walk.begin("the_witching_hour")
    assert walk.get("after").context["numeral"] == "I"
    assert [chapter.numeral for chapter in walk.get("chronicle").context["chronicle"].chapters] == [
        "",
        "",
        "I",
    ]


def test_everybody_heals_what_they_have(as_alice: Client, alice: User) -> None:
    walk = begin(as_alice, alice, "eoe")
    first, second = walk.sit(make_deck(alice, FIRST)), walk.sit(make_deck(alice, SECOND))
    walk.interlude("eoe_prologue", **{f"mental-{first}": "1", f"physical-{second}": "1"})
    everyone = "may-trauma-mental-1-all"
    walk.interlude("restful_night", **{everyone: "yes", f"may-trauma-physical-1-{second}": "yes"})
    assert [(seat.physical, seat.mental) for seat in walk.state.seats.values()] == [(0, 0), (0, 0)]
    alone = {"interlude": "restful_night", "part": [first], f"may-trauma-mental-1-{first}": "yes"}
    assert walk.post("interlude", **alone).status_code == 409, "who is ticked alone has none"
