"""Tests of finishing an upgrade in the editor: it is recorded in the campaign, and nothing is lost."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from campaigns.models import Membership
from campaigns.services.creation import branch
from campaigns.services.deck_versions import latest_entries
from campaigns.services.open_purchases import baskets, unfinished
from campaigns.services.purchases import deck_row
from decks.campaign_hook import Experience
from decks.insight.history import history_of
from decks.models import Deck
from decks.services import editing
from decks.services.upgrading import begin_upgrade, buy, restore_version
from tests.campaigns.conftest import FIRST, SECOND, Walk, make_deck
from tests.campaigns.test_pages_scenario_form import text

pytestmark = pytest.mark.django_db

#: Bodyguard at level 0 and at level 2, and a card of level 0 that costs 1.
LOW, HIGH, OTHER = "12016", "12027", "12086"


@pytest.fixture
def game(walk: Walk, alice: User) -> Walk:
    """A scenario is over, with 5 experience, and Bodyguard is in the basket for 2."""
    walk.sit(make_deck(alice, FIRST, {LOW: 2}))
    walk.begin("spreading_flames")
    walk.did("after", resolution="R1", victory="5")
    walk.did("purchases", "s1", do="open")
    buy(deck_of(walk), code=HIGH, replaces=LOW)
    return walk


def deck_of(walk: Walk) -> Deck:
    found = deck_row(walk.campaign, "s1")
    assert found is not None
    return found


def close(walk: Walk, **fields: Any) -> Any:
    return walk.client.post(
        reverse("deck-upgrade-close", args=[deck_of(walk).public_id]), fields, follow=True
    )


def played_deck(walk: Walk) -> dict[str, int]:
    return dict(walk.state.seats["s1"].deck.slots)


class TestFinish:
    def test_it_is_recorded_as_a_step_and_shown(self, game: Walk) -> None:
        numbers = game.campaign.steps.count()
        answer = close(game)
        assert answer.redirect_chain == [(f"{game.url('after')}#p-s1", 302)]
        page = text(answer)
        assert "Recorded in Ashes: 1 purchase for 2 XP, 3 XP left." in page
        assert "Spent of 5, 3 left 2" in page
        assert game.campaign.steps.count() == numbers + 1
        assert game.state.seats["s1"].experience == 3
        assert (played_deck(game)[LOW], played_deck(game)[HIGH]) == (1, 1)
        deck = deck_of(game)
        assert (deck.working.is_open, deck.working_id) == (
            False,
            latest_entries(game.campaign)["s1"].deck_version_id,
        )

    def test_the_next_scenario_is_played_with_it(self, game: Walk) -> None:
        """What was lost: after page, buy, plus, Finish in the editor, Campaign, Advance."""
        close(game)
        game.begin("smoke_and_mirrors")
        assert game.state.seats["s1"].experience == 3
        assert played_deck(game)[HIGH] == 1

    def test_the_script_of_the_editor_is_led_to_the_campaign(self, game: Walk) -> None:
        address = reverse("deck-upgrade-close", args=[deck_of(game).public_id])
        answer = game.client.post(address, headers={"x-requested-with": "fetch"})
        assert answer.json() == {"go": f"{game.url('after')}#p-s1"}

    def test_the_dialog_says_where_it_is_recorded(self, game: Walk) -> None:
        page = text(game.client.get(reverse("deck-upgrade-finish", args=[deck_of(game).public_id])))
        assert "Finishing records the purchases in Ashes." in page
        assert "Put everything back" in page

    def test_what_the_campaign_refuses_is_refused_with_its_sentence(self, game: Walk) -> None:
        game.did("correct", of="1", cause="counted wrong", **{"xp-s1": "-4"})
        assert game.state.seats["s1"].experience == 1
        numbers = game.campaign.steps.count()
        page = text(close(game))
        assert "has 1 experience; this costs 2." in page
        assert game.campaign.steps.count() == numbers
        assert deck_of(game).working.is_open, "nothing is lost"

    def test_an_illegal_deck_is_recorded_and_stops_the_next_scenario(self, walk: Walk, alice: User) -> None:
        walk.sit(make_deck(alice, FIRST, {LOW: 2}))
        walk.begin("spreading_flames")
        walk.did("after", resolution="R1", victory="5", **{f"exile-s1-{LOW}": "1"})
        walk.did("purchases", "s1", do="open")
        page = text(walk.client.get(reverse("deck-upgrade-finish", args=[deck_of(walk).public_id])))
        assert "The deck is not legal yet. You can record these purchases now" in page
        close(walk)
        answer = walk.post("next", do="advance", scenario="smoke_and_mirrors")
        assert "end.deck-must-be-legal" in text(answer)
        assert walk.state.phase == "between"

    def test_another_window_is_noticed(self, game: Walk) -> None:
        deck = deck_of(game)
        old = f"{deck.working.number}.{deck.working.revision - 1}"
        page = text(close(game, revision=old))
        assert "changed in another window" in page
        assert deck_of(game).working.is_open

    def test_who_is_no_longer_a_player_cannot_record(self, game: Walk, alice: User) -> None:
        Membership.objects.filter(campaign=game.campaign, user=alice).update(role="reader")
        page = text(close(game))
        assert "only its players can change it" in page
        assert game.state.seats["s1"].experience == 5

    def test_putting_back_leaves_the_recorded_deck(self, game: Walk) -> None:
        deck = deck_of(game)
        editing.set_quantity(deck, code=OTHER, quantity=1, where="side")
        close(game, cancel="1")
        deck = deck_of(game)
        assert deck.working_id == latest_entries(game.campaign)["s1"].deck_version_id
        assert deck.working.wish_list == {OTHER: 1}, "the wish list belongs to the player"
        assert unfinished(game.campaign, game.state) == {}

    def test_other_decks_are_finished_as_before(self, as_alice: Client, alice: User) -> None:
        deck = make_deck(alice, SECOND)
        as_alice.post(reverse("deck-upgrade-begin", args=[deck.public_id]), {"experience": "3"})
        answer = as_alice.post(reverse("deck-upgrade-close", args=[deck.public_id]), follow=True)
        assert answer.redirect_chain == [(reverse("deck-edit", args=[deck.public_id]), 302)]


class TestAdvanceWithUnfinishedPurchases:
    WORDS = "has 1 purchase that is not finished: finish it, or put it back."

    @pytest.mark.parametrize(("view", "args"), [("detail", ()), ("seat", ("s1",)), ("next", ())])
    def test_pages_show_what_is_not_finished(self, game: Walk, view: str, args: tuple[str, ...]) -> None:
        page = text(game.get(view, *args))
        assert self.WORDS in page
        assert "upgrade of Bodyguard" in page

    def test_the_next_scenario_is_not_set_up(self, game: Walk) -> None:
        answer = game.post("next", do="advance", scenario="smoke_and_mirrors")
        assert answer.status_code == 409
        assert self.WORDS in text(answer)
        assert "xp.timing-between-scenarios" in text(answer)
        assert "Ignore these rules" not in text(answer)
        assert game.state.phase == "between"

    @pytest.mark.parametrize(("do", "left", "copies"), [("record", 3, 1), ("give-up", 5, 0)])
    def test_it_is_finished_or_put_back_there(self, game: Walk, do: str, left: int, copies: int) -> None:
        answer = game.did("purchases", "s1", do=do, back="next")
        assert answer["location"] == game.url("next")
        game.begin("smoke_and_mirrors")
        assert game.state.seats["s1"].experience == left
        assert played_deck(game).get(HIGH, 0) == copies

    def test_also_when_the_scenario_was_set_up_before(self, game: Walk) -> None:
        game.did("purchases", "s1", do="give-up")
        game.did("next", do="advance", scenario="smoke_and_mirrors")
        game.did("purchases", "s1", do="open")
        buy(deck_of(game), code=HIGH, replaces=LOW)
        assert self.WORDS in text(game.get("next"))
        assert self.WORDS in text(game.post("next", do="begin", lead="s1"))
        assert game.state.phase == "ready"

    @pytest.mark.parametrize(
        ("view", "args", "fields"),
        [
            ("end", (), {"result": "won"}),
            ("seat", ("s1",), {"do": "leave"}),
            ("seat", ("s1",), {"do": "retire"}),
        ],
    )
    def test_whatever_ends_the_purchases_asks(
        self, game: Walk, view: str, args: tuple[str, ...], fields: dict[str, str]
    ) -> None:
        answer = game.post(view, *args, **fields)
        assert answer.status_code == 409
        assert self.WORDS in text(answer)

    def test_an_open_editor_without_purchases_stops_nobody(self, game: Walk) -> None:
        game.did("purchases", "s1", do="give-up")
        game.did("purchases", "s1", do="open")
        game.begin("smoke_and_mirrors")
        deck = deck_of(game)
        assert deck.working_id == latest_entries(game.campaign)["s1"].deck_version_id

    def test_the_api_says_which_seats(self, game: Walk) -> None:
        answer = game.client.post(
            f"/api/v1/campaigns/{game.campaign.public_id}/steps/",
            {"step": {"kind": "advance", "scenario": "smoke_and_mirrors", "verdicts": {}}},
            content_type="application/json",
        )
        assert answer.status_code == 409
        error = answer.json()["error"]
        assert error["code"] == "unfinished_purchases"
        assert error["violations"][0]["facts"] | {"investigator": ""} == {
            "seat": "s1",
            "investigator": "",
            "purchases": 1,
        }

    def test_the_api_finishes_it(self, game: Walk) -> None:
        deck = deck_of(game)
        answer = game.client.post(
            reverse("api-deck-finish", args=[deck.public_id]), {}, content_type="application/json"
        )
        assert answer.status_code == 200
        assert answer.json()["experience_left"] == 3
        assert game.state.seats["s1"].experience == 3


class TestUndo:
    def test_undone_purchases_are_open_again(self, game: Walk) -> None:
        close(game)
        before = deck_of(game).working.number
        game.did("undo")
        assert game.state.seats["s1"].experience == 5
        assert TestAdvanceWithUnfinishedPurchases.WORDS in text(game.get("detail"))
        basket = baskets(game.campaign, game.state)["s1"]
        assert (basket.recorded, basket.spent, [row.card for row in basket.purchases]) == (False, 2, [HIGH])
        game.did("redo")
        deck = deck_of(game)
        assert (deck.working.number, deck.working.is_open) == (before, False)
        assert game.state.seats["s1"].experience == 3

    def test_what_was_changed_after_the_undo_stays_beside_the_redone_purchases(self, game: Walk) -> None:
        close(game)
        game.did("undo")
        buy(deck_of(game), code=HIGH, replaces=LOW)
        game.did("redo")
        basket = baskets(game.campaign, game.state)["s1"]
        assert (basket.recorded, basket.spent) == (False, 4)
        assert game.state.seats["s1"].experience == 3
        close(game)
        assert game.state.seats["s1"].experience == 1

    def test_an_open_basket_outlasts_the_undo_of_its_scenario(self, game: Walk) -> None:
        page = text(game.client.post(game.url("undo"), {"follows": game.campaign.revision}, follow=True))
        assert "1 purchase of" in page
        assert "is kept until cards can be bought again." in page
        assert game.state.phase == "scenario"
        assert not deck_of(game).working.is_open, "the deck in play is the recorded one"
        game.did("after", resolution="R2", victory="4")
        basket = baskets(game.campaign, game.state)["s1"]
        assert (basket.recorded, basket.spent) == (False, 2)
        assert basket.version.experience_available == 4
        close(game)
        assert game.state.seats["s1"].experience == 2

    def test_recorded_purchases_outlast_it_too(self, game: Walk) -> None:
        close(game)
        ended = game.state.history[-1].step
        game.did("undo", down_to=str(ended))
        game.did("after", resolution="R2", victory="4")
        basket = baskets(game.campaign, game.state)["s1"]
        assert (basket.recorded, basket.spent) == (False, 2)

    def test_experience_that_changes_meanwhile_is_in_the_editor(self, game: Walk) -> None:
        game.did("correct", of="1", cause="forgotten", **{"xp-s1": "2"})
        assert deck_of(game).working.experience_available == 7


class TestNumbers:
    def figures(self, walk: Walk) -> str:
        page = text(walk.client.get(reverse("deck-detail", args=[deck_of(walk).public_id])))
        return page[page.index("Versions") :].split(" left")[0]

    def test_the_versions_say_what_the_campaign_says(self, game: Walk) -> None:
        """Reckoned by hand: 5 earned, 2 for Bodyguard; then 4 more, and 2 for the second one."""
        assert "5 earned, 0 spent, 5" in self.figures(game), "not finished, so not paid"
        close(game)
        assert "5 earned, 2 spent, 3" in self.figures(game)
        game.begin("smoke_and_mirrors")
        game.did("after", resolution="R1", victory="4")
        assert "9 earned, 2 spent, 7" in self.figures(game)
        game.did("purchases", "s1", do="open")
        buy(deck_of(game), code=HIGH, replaces=LOW)
        close(game)
        assert "9 earned, 4 spent, 5" in self.figures(game)
        game.did("undo")
        assert "9 earned, 2 spent, 7" in self.figures(game)
        game.did("redo")
        assert "9 earned, 4 spent, 5" in self.figures(game)

    def test_replaced_purchases_are_not_counted(self, game: Walk) -> None:
        close(game)
        game.did("purchases", "s1", do="open")
        buy(deck_of(game), code=HIGH, replaces=LOW)
        close(game)
        assert "5 earned, 4 spent, 1" in self.figures(game)
        page = text(game.client.get(reverse("deck-detail", args=[deck_of(game).public_id])))
        assert page.count(", 5 earned, undone or replaced") == 1
        assert page.count("undone or replaced") == 1

    def test_a_branch_says_the_same(self, game: Walk, alice: User) -> None:
        close(game)
        made = branch(game.campaign, owner=alice, until=game.campaign.steps.count())
        assert "5 earned, 2 spent, 3" in self.figures(Walk(game.client, made))

    def test_a_restored_version_counts_what_led_to_it(self, as_alice: Client, alice: User) -> None:
        deck = make_deck(alice, FIRST, {LOW: 2})
        begin_upgrade(deck, experience=5)
        buy(deck, code=HIGH, replaces=LOW)
        deck.refresh_from_db()
        assert history_of(deck).experience == Experience(earned=5, spent=2)
        deck.working.is_open = False
        deck.working.save()
        restore_version(deck, version=deck.versions.get(number=1))
        deck.refresh_from_db()
        assert history_of(deck).experience == Experience(earned=0, spent=0)

    def test_versions_cannot_be_restored_while_the_deck_is_played(self, game: Walk) -> None:
        page, path = reverse("deck-detail", args=[deck_of(game).public_id]), "/restore/1/"
        assert path not in game.client.get(page).content.decode(), "it would be refused"
        close(game)
        assert path not in game.client.get(page).content.decode()
        game.did("end", result="won")
        assert path in game.client.get(page).content.decode()

    def test_a_boon_gives_experience_that_was_not_earned(self, walk: Walk, alice: User) -> None:
        walk.did("ultimatums", ultimatums=["boon.ancients"])
        walk.sit(make_deck(alice, FIRST, {LOW: 2}))
        assert walk.state.seats["s1"].experience == 5
        assert "XP unspent 5 of 5" in text(walk.get("seat", "s1"))
        assert "XP unspent 5 of 5" in text(walk.get("detail"))

    def test_decks_stay_legal_when_the_campaign_ends(self, game: Walk) -> None:
        close(game)
        before = deck_of(game)
        assert (before.is_legal, before.problems) == (True, 0)
        game.did("end", result="won")
        for way in ("", "undo", "redo"):
            if way:
                game.did(way)
            assert (deck_of(game).is_legal, deck_of(game).problems) == (True, 0)
        assert "Illegal" not in text(game.get("detail"))

    def test_all_undone_steps_are_counted(self, game: Walk) -> None:
        for n in range(14):
            game.did("correct", of="1", cause=f"turn {n}", **{"xp-s1": "1"})
        game.did("undo", down_to=str(game.campaign.steps.count() - 13))
        assert "14 undone" in text(game.get("detail"))
