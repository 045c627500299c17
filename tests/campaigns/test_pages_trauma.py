"""Tests of trauma and other effects of cards, which the page after a scenario asks for."""

import re

import pytest

from accounts.models import User
from tests.campaigns.conftest import FIRST, Walk, make_deck
from tests.campaigns.test_pages_scenario_form import text

pytestmark = pytest.mark.django_db
CALVIN, ROLAND, VINCENT = "04005", "01001", "09004"
LOAN, TREASURE = "08113", "09063"


def test_a_choice_of_trauma_has_a_field_for_each_kind(walk: Walk, alice: User):
    seat = walk.sit(make_deck(alice, CALVIN))
    walk.begin("spreading_flames")
    page = walk.get("after").content.decode()
    physical, mental = f"condition-{seat}-04016", f"condition-{seat}-04016-mental"
    assert f'name="{physical}"' in page
    assert f'name="{mental}"' in page
    walk.did("after", resolution="R1", victory="0", **{physical: "2", mental: "1"})
    assert (walk.state.seats[seat].physical, walk.state.seats[seat].mental) == (2, 1)


def test_what_one_players_card_does_to_another_is_a_question_for_both(walk: Walk, alice: User):
    # One copy of On the Mend for each investigator.
    owner, other = walk.sit(make_deck(alice, VINCENT, {"09006": 2})), walk.sit(make_deck(alice, FIRST))
    walk.begin("spreading_flames")
    page = walk.get("after").content.decode()
    assert all(f'name="condition-{seat}-09005"' in page for seat in (owner, other))
    assert f'name="condition-{owner}-09007"' in page
    assert f'name="condition-{other}-09007"' not in page
    assert "-09005-mental" not in page, "nothing to choose"
    walk.did("after", resolution="R1", victory="0", **{f"condition-{other}-09005": "1"})
    assert (walk.state.seats[owner].physical, walk.state.seats[other].physical) == (0, 1)


def test_a_condition_at_the_end_of_a_game_is_a_tick(walk: Walk, alice: User):
    seat = walk.sit(make_deck(alice, ROLAND))
    walk.begin("spreading_flames")
    page = walk.get("after")
    assert f'<input type="checkbox" name="condition-{seat}-01007" value="1"' in page.content.decode()
    assert "Cover Up clues left on it: 1 mental trauma" in text(page)
    walk.did("after", resolution="R1", victory="0", **{f"condition-{seat}-01007": "1"})
    assert walk.state.seats[seat].mental == 1


def test_a_condition_that_can_come_true_several_times_is_a_number(walk: Walk, alice: User):
    seat = walk.sit(make_deck(alice, VINCENT, {"09006": 1}))
    walk.begin("spreading_flames")
    page = walk.get("after")
    assert f'<input type="checkbox" name="condition-{seat}-09005"' not in page.content.decode()
    assert "Bonesaw healing failed: 1 physical trauma, how many times?" in text(page)


def test_a_card_exiled_by_its_condition_has_one_question(walk: Walk, alice: User):
    seat = walk.sit(make_deck(alice, FIRST))
    walk.begin("spreading_flames")
    walk.did("change", do="card-joins", title=LOAN, seat=seat, cause="an interlude")
    page = walk.get("after")
    assert f'name="exile-{seat}-{LOAN}"' in page.content.decode()
    assert f'name="condition-{seat}-{LOAN}"' not in page.content.decode(), "that field would do nothing"
    assert "ended with fewer than 10 resources" in text(page)


def test_who_is_lost_starts_no_scenario_any_more(walk: Walk, alice: User):
    seat, other = walk.sit(make_deck(alice, ROLAND)), walk.sit(make_deck(alice, FIRST))
    walk.begin("spreading_flames")
    walk.did("after", resolution="R1", victory="0", **{f"how-{seat}": "damage", f"lost-{other}": "insane"})
    assert "starts with 1 damage" in text(walk.get("detail"))
    walk.did("change", do="trauma", seat=seat, cause="a test", **{f"physical-{seat}": "8"})
    assert walk.state.seats[seat].status == "killed"
    page = text(walk.get("detail"))
    assert "killed" in page
    assert "starts with" not in page


def test_a_story_asset_that_may_defeat_its_owner_is_a_question(walk: Walk, alice: User):
    seat = walk.sit(make_deck(alice, FIRST))
    walk.begin("spreading_flames")
    walk.did("change", do="card-joins", title="85030", seat=seat, cause="a side story")
    page = walk.get("after")
    assert "Pet Oozeling revealed the auto-fail, and defeated you: 1 physical trauma" in text(page)
    field = f"condition-{seat}-85030"
    assert f'<input type="checkbox" name="{field}" value="1"' in page.content.decode()
    walk.did("after", resolution="R1", victory="0", **{field: "1", f"how-{seat}": "effect"})
    assert walk.state.seats[seat].physical == 1


def test_what_was_embezzled_is_there_in_the_next_scenario(walk: Walk, alice: User):
    seat = walk.sit(make_deck(alice, "12007", {TREASURE: 2}))
    walk.begin("spreading_flames")
    question = "Embezzled Treasure pairs of resources on it at the end: 1 more resource in the next scenario"
    assert f"{question}, how many times?" in text(walk.get("after"))
    walk.did("after", resolution="R1", victory="0", **{f"condition-{seat}-{TREASURE}": "10"})
    walk.did("next", do="advance", scenario="smoke_and_mirrors")
    line = "Embezzled Treasure: +10 resources, for investigators that the player chooses."
    assert line in text(walk.get("next"))
    walk.did("next", do="begin", lead=seat)
    assert line in text(walk.get("next")), "also while the scenario is set up"
    walk.did("after", resolution="R1", victory="0")
    walk.did("next", do="advance", scenario="queen_of_ash")
    assert "Embezzled Treasure:" not in text(walk.get("next")), "once"


TEKELI_LI = "08723"


def with_three_copies(walk: Walk, alice: User) -> str:
    seat = walk.sit(make_deck(alice, FIRST))
    walk.begin("spreading_flames")
    for _copy in range(3):
        walk.did("change", do="story", title=TEKELI_LI, seat=seat)
    assert walk.state.seats[seat].story[TEKELI_LI] == 3
    return seat


def test_of_several_copies_of_a_story_weakness_one_may_leave(walk: Walk, alice: User):
    seat = with_three_copies(walk, alice)
    field = f"lose-{seat}-{TEKELI_LI}"
    page = walk.get("after")
    assert re.search(rf'<input class="input input--n" name="{field}" value=""', page.content.decode())
    assert "Daniela Reyes loses Tekeli-li of 3" in text(page)
    answer = walk.post("after", resolution="R1", victory="0", **{field: "4"})
    assert "enter a whole number from 0 to 3" in text(answer)
    walk.did("after", resolution="R1", victory="0", **{field: "1"})
    assert walk.state.seats[seat].story[TEKELI_LI] == 2
    assert walk.state.seats[seat].deck.slots[TEKELI_LI] == 2


@pytest.mark.parametrize(("copies", "left"), [({"copies": "2"}, 1), ({"copies": ""}, 0), ({}, 0)])
def test_a_change_removes_as_many_copies_as_it_says_or_all(walk: Walk, alice: User, copies, left):
    seat = with_three_copies(walk, alice)
    walk.did("change", do="story-lost", held=f"{seat}|{TEKELI_LI}", **copies)
    assert walk.state.seats[seat].story.get(TEKELI_LI, 0) == left
