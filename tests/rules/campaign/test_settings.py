"""Rulebook A6, A12, A15: weaknesses of a new deck, ultimatums and boons, epic mode and transfer."""

from __future__ import annotations

import pytest

from rules.campaign import Fate, Refusal, advise, circumstances_of, steps, transfer, weakness_pool
from rules.cards.model import Deck, Tick
from rules.chance import Chance
from rules.weaknesses import Draw, draft, draw, settle
from tests.rules.campaign.party import BAG, DANIELA, GAME, JOE, TRISH, Party, a_game, a_party


def chosen(*ultimatums, agreed=(DANIELA,), **facts):
    return steps.UltimatumsChosen(chosen=ultimatums, agreed=frozenset(agreed), **facts)


def warnings(party, step):
    return tuple(violation.rule for violation in advise(party.state, step, GAME))


class TestStarting:
    def test_a_campaign_begins_once(self):
        step = steps.StartCampaign(campaign="boa", difficulty="standard")
        assert a_party(DANIELA).refused(step) == ("step.order",)

    @pytest.mark.parametrize(
        ("facts", "rule"),
        [
            ({"edition": "second-printing"}, "step.known-edition"),
            ({"mode": "solo"}, "step.known-mode"),
            ({"campaign": "nowhere"}, "step.known-campaign"),
            ({"bag": {"0": 0}}, "step.count"),
        ],
    )
    def test_what_there_is_not(self, facts, rule):
        step = steps.StartCampaign(**{"campaign": "boa", "difficulty": "standard", **facts})
        assert rule in Party().refused(step)

    def test_the_title_is_the_guides_or_the_groups(self):
        assert Party().started().state.title == "Brethren of Ash"
        assert Party().started(title="Thursdays").state.title == "Thursdays"

    def test_nothing_happens_before_it(self):
        assert Party().refused(steps.TokensChanged(tokens={"0": 1})) == ("step.order",)
        assert Party().refused(steps.SeatJoins(seat="a", player="a", investigator="12001")) == (
            "party.join-leave-between",
        )


class TestUltimatums:
    def test_only_unanimously(self):
        party = Party().started(DANIELA, JOE, TRISH)
        assert party.refused(chosen("ub.agony", agreed=(DANIELA, JOE))) == ("ub.optional-unanimous",)
        party.do(chosen("ub.agony", agreed=(DANIELA, JOE, TRISH)))

    def test_not_after_the_first_scenario(self):
        assert "ub.permanent" in a_game(DANIELA).ended().refused(chosen())

    def test_until_then_they_may_be_chosen_again(self):
        party = Party().started(DANIELA, ultimatums=["ub.agony", "boon.hades"]).do(chosen("boon.thoth"))
        assert party.state.ultimatums == ("boon.thoth",)

    @pytest.mark.parametrize(
        ("ultimatum", "facts"),
        [
            pytest.param("ub.malevolence", {"difficulty": "hard"}, id="Malevolence on Hard"),
            pytest.param("boon.nodens", {}, id="Nodens on Standard"),
            pytest.param("ub.finality", {"mode": "standalone", "scenario": "queen_of_ash"}, id="alone"),
            pytest.param("ub.spiral", {"edition": "grimoire-1.0-de"}, id="not in the German Grimoire"),
            pytest.param("ub.agony", {"edition": "faq-1.7"}, id="the FAQ has none"),
            pytest.param("ub.no-allies", {}, id="unknown"),
            pytest.param("refraction.scorched-earth", {"campaign": "tskc"}, id="of another campaign"),
        ],
    )
    def test_prerequisites(self, ultimatum, facts):
        assert Party().started(DANIELA, **facts).refused(chosen(ultimatum)) == ("ub.prerequisites",)

    def test_a_refraction_in_its_own_campaign(self):
        Party().started(DANIELA).do(chosen("refraction.scorched-earth"))

    def test_a_groups_own_is_a_reminder(self):
        party = Party().started(DANIELA).do(chosen(custom=("no allies",)))
        assert party.state.custom_ultimatums == ("no allies",)
        assert party.state.in_force == frozenset()

    def test_combinations_are_worth_a_word(self):
        party = Party().started(DANIELA)
        assert len(warnings(party, chosen("ub.hardship", "boon.hades"))) == 1
        assert warnings(party, chosen("ub.hardship")) == ()

    def test_broken_promises_takes_the_elder_sign_and_gives_it_back(self):
        party = Party().started(DANIELA).do(chosen("ub.broken-promises"))
        assert "elder_sign" not in party.state.bag.tokens
        assert party.do(chosen()).state.bag.tokens == BAG

    def test_failure_adds_an_auto_fail_token(self):
        party = Party().started(DANIELA).do(chosen("ub.failure", "ub.broken-promises"))
        assert party.state.bag.tokens["auto_fail"] == 2
        assert party.do(chosen()).state.bag.tokens == BAG

    def test_an_elder_sign_that_comes_back(self):
        step = steps.TokensChanged(tokens={"elder_sign": 1}, cause="R1")
        party = a_game(DANIELA, ultimatums=["ub.broken-promises"]).ended()
        assert warnings(party, step) == ("ub.broken-promises",)
        assert party.do(step).state.bag.tokens["elder_sign"] == 1, "English: only during setup"
        german = a_game(DANIELA, ultimatums=["ub.broken-promises"], edition="grimoire-1.0-de").ended()
        assert german.refused(step) == ("ub.broken-promises",)

    def test_decks_chosen_before_the_ultimatums_follow_them(self):
        party = Party().started(DANIELA)
        party.do(steps.DeckChosen(seat=DANIELA, deck=Deck("12001", {"01000": 1})))
        party.do(chosen("boon.ancients", "ub.disaster"))
        assert (party.seat(DANIELA).experience, party.seat(DANIELA).owed) == (5, 2)
        party.do(chosen())
        assert (party.seat(DANIELA).experience, party.seat(DANIELA).owed) == (0, 1)

    def test_a_boon_whose_experience_is_spent_cannot_be_put_down(self):
        party = Party().started(DANIELA, ultimatums=["boon.ancients"])
        party.do(steps.DeckChosen(seat=DANIELA, deck=Deck("12001", {"01000": 1}), experience=2))
        assert party.refused(chosen()) == ("xp.spend-not-exceed",)

    def test_chaos_wants_a_deck_that_was_drawn(self):
        party = Party().started(DANIELA, ultimatums=["ub.chaos"])
        drawn = steps.DeckChosen(seat=DANIELA, deck=Deck("12001", {"01000": 1}), generated="a seed")
        assert circumstances_of(party.do(drawn).state, party.seat(DANIELA), GAME).generated
        party.do(steps.DeckChosen(seat=DANIELA, deck=Deck("12001", {"01000": 1, "12020": 2})))
        assert not circumstances_of(party.state, party.seat(DANIELA), GAME).generated

    def test_an_elder_sign_leaves_again_where_the_promise_lasts(self):
        german = a_game(DANIELA, ultimatums=["ub.broken-promises"], edition="grimoire-1.0-de").ended()
        german.do(steps.TokensChanged(
            tokens={"elder_sign": 1}, waives=frozenset({"ub.broken-promises"}), note="we forgot"
        ))  # fmt: skip
        assert "elder_sign" not in german.begun("smoke_and_mirrors").state.bag.tokens
        other = a_game(DANIELA, edition="grimoire-1.0-de").ended().begun("smoke_and_mirrors")
        assert other.state.bag.tokens["elder_sign"] == 1

    def test_orthodoxy_freezes_the_taboo_list(self):
        party = a_game(DANIELA, ultimatums=["ub.orthodoxy"], taboo="010").ended()
        assert party.refused(steps.SettingsChanged(taboo="009")) == ("ub.orthodoxy",)


class TestRandomWeaknesses:
    def draws(self, *pool, who=DANIELA, seed="x", **facts):
        copies = dict.fromkeys(pool or ("12102",), 1)
        return steps.WeaknessDrawn(seat=who, draw=draw(copies, Chance(seed)), **facts)

    @pytest.mark.parametrize(
        ("code", "ultimatums", "owed"),
        [("12001", (), 1), ("89001", (), 2), ("12001", ("ub.disaster",), 2)],
    )
    def test_how_many_are_owed(self, code, ultimatums, owed):
        party = Party().do(steps.StartCampaign(campaign="boa", difficulty="standard"))
        party.do(steps.SeatJoins(seat="a", player="a", investigator=code))
        party.do(steps.UltimatumsChosen(chosen=ultimatums, agreed=frozenset({"a"})))
        party.do(steps.DeckChosen(seat="a", deck=Deck(code, {"01000": 1, "12020": 2})))
        assert party.seat("a").owed == owed

    @pytest.mark.parametrize(
        ("code", "experience", "owed"),
        [("12001", 9, 1), ("12001", 14, 2), ("04004", 14, 1), ("04004", 15, 2), ("04004", 49, 5)],
    )
    def test_a_bonus_of_the_investigators_own_costs_no_weakness_in_a_game_alone(self, code, experience, owed):
        start = steps.StartCampaign(
            campaign="boa", mode="standalone", scenario="queen_of_ash", difficulty="standard"
        )
        party = Party().do(start)
        party.do(steps.SeatJoins(seat="a", player="a", investigator=code))
        deck = Deck(code, {"01000": 1, "12020": 2})
        party.do(steps.DeckChosen(seat="a", deck=deck, experience=experience))
        assert party.seat("a").owed == owed

    @pytest.mark.parametrize(
        ("edition", "replaces", "owed"),
        [
            ("grimoire-1.1", DANIELA, 2),
            ("grimoire-1.1", "", 2),
            ("grimoire-1.0-de", DANIELA, 1),
            ("grimoire-1.0-de", "", 2),
        ],
    )
    def test_disaster_and_who_comes_later(self, edition, replaces, owed):
        """The German Grimoire mentions starting decks only: a replacement's deck is not one (E-24)."""
        party = a_game(DANIELA, TRISH, ultimatums=["ub.disaster"], edition=edition)
        party.ended(daniela=Fate(lost="killed"))
        party.do(steps.SeatJoins(seat=JOE, player="x", investigator="12004", replaces=replaces))
        party.do(steps.DeckChosen(seat=JOE, deck=Deck("12004", {"01000": owed})))
        assert party.seat(JOE).owed == owed
        circumstances = circumstances_of(party.state, party.seat(JOE), GAME)
        assert ("ub.disaster" in circumstances.ultimatums) == (owed == 2)
        assert "ub.disaster" in circumstances_of(party.state, party.seat(TRISH), GAME).ultimatums

    def test_it_takes_the_place_of_the_placeholder(self):
        slots = a_party(DANIELA).seat(DANIELA).deck.slots
        assert slots == {"12020": 2, "12025": 2, "12102": 1}

    def test_it_stays_when_the_deck_is_chosen_again(self):
        party = a_party(DANIELA)
        step = steps.DeckChosen(seat=DANIELA, deck=Deck("12001", {"12026": 2, "01000": 1}))
        assert warnings(party, step) == ("rbw.drawn-last",)
        assert party.do(step).seat(DANIELA).deck.slots == {"12026": 2, "12102": 1}
        assert party.seat(DANIELA).owed == 0
        party.do(steps.DeckChosen(seat=DANIELA, deck=Deck("12001", {"12026": 2, "12102": 1})))
        assert party.seat(DANIELA).deck.slots == {"12026": 2, "12102": 1}, "it is there already"

    def test_a_dishonest_draw(self):
        party = Party().started(DANIELA)
        party.do(steps.DeckChosen(seat=DANIELA, deck=Deck("12001", {"01000": 1})))
        step = steps.WeaknessDrawn(seat=DANIELA, draw=Draw("x", {"12102": 1, "02037": 1}, "01096"))
        assert party.refused(step) == ("rbw.random",)

    @pytest.mark.parametrize("code", ["12003", "01000", "12020"])
    def test_only_basic_weaknesses_are_drawn(self, code):
        party = Party().started(DANIELA)
        party.do(steps.DeckChosen(seat=DANIELA, deck=Deck("12001", {"01000": 1})))
        assert party.refused(self.draws(code)) == ("rbw.pool-excludes-signature",)

    def test_none_is_drawn_that_is_not_owed_or_instructed(self):
        party = a_party(DANIELA)
        assert party.refused(self.draws()) == ("rbw.one-required",)
        party.do(self.draws("01096", cause="a resolution"))
        assert party.seat(DANIELA).weaknesses == {"12102": 1, "01096": 1}

    def test_hand_picked_is_worth_a_word(self):
        party = a_party(DANIELA)
        step = steps.WeaknessGained(seat=DANIELA, card="01096", cause="we chose it")
        assert warnings(party, step) == ("rbw.random",)
        in_deck = steps.DeckChosen(seat=DANIELA, deck=Deck("12001", {"01096": 1, "12020": 2, "12025": 2}))
        assert warnings(Party().started(DANIELA), in_deck) == ("rbw.random",)

    @pytest.mark.parametrize("card", ["12020", "99999"])
    def test_what_is_no_weakness_is_not_gained_as_one(self, card):
        step = steps.WeaknessGained(seat=DANIELA, card=card, cause="the story")
        assert a_party(DANIELA).refused(step) == ("rbw.more-later",)

    def test_a_weakness_that_the_deck_brings_is_on_record(self):
        party = Party().started(DANIELA)
        party.do(steps.DeckChosen(seat=DANIELA, deck=Deck("12001", {"01096": 1})))
        assert (party.seat(DANIELA).weaknesses, party.seat(DANIELA).owed) == ({"01096": 1}, 0)

    def test_before_the_other_cards_are_chosen_is_worth_a_word(self):
        assert warnings(Party().started(DANIELA), self.draws()) == ("rbw.drawn-last",)

    def test_it_stays_all_campaign(self):
        party = a_game(DANIELA).ended()
        without = {"12020": 2, "12025": 2}
        step = steps.DeckChanged(seat=DANIELA, deck=Deck("12001", without), cause="tidying")
        assert party.refused(step) == ("rbw.stays-all-campaign",)
        step = steps.WeaknessRemoved(seat=DANIELA, card="12102", cause="")
        assert party.refused(step) == ("rbw.stays-all-campaign",)
        step = steps.WeaknessReplaced(seat=DANIELA, card="12102", by="01096")
        assert party.refused(step) == ("rbw.stays-all-campaign",)

    def test_an_ability_may_remove_it(self):
        party = a_game(DANIELA).ended()
        party.do(steps.WeaknessRemoved(seat=DANIELA, card="12102", cause="the resolution"))
        assert party.seat(DANIELA).weaknesses == {}
        assert "12102" not in party.seat(DANIELA).deck.slots

    def test_a_follow_up_takes_its_place_and_may_turn_back(self):
        party = a_game(DANIELA, slots={DANIELA: {"04038": 1}})
        party.do(steps.WeaknessReplaced(seat=DANIELA, card="04038", by="04039"))
        assert (party.seat(DANIELA).weaknesses["04039"], party.state.gone_weaknesses) == (1, {"04038": 1})
        party.do(steps.WeaknessReplaced(seat=DANIELA, card="04039", by="04038"))
        assert party.state.gone_weaknesses == {"04039": 1}

    def test_a_weakness_that_pays(self):
        party = a_game(DANIELA).ended()
        party.do(steps.WeaknessGained(seat=DANIELA, card="53013", cause="a resolution"))
        assert party.seat(DANIELA).experience == 2

    def test_the_party_shares_one_pool(self):
        party = a_game(DANIELA, JOE, slots={DANIELA: {"12097": 1}, JOE: {"04038": 1}})
        found = weakness_pool(party.state, party.seat(JOE), GAME, owned=["core_2026"])
        assert "04038" not in found.copies, "in Joe's deck"
        assert found.copies["12097"] == 1, "one of two in Daniela's deck"
        party.do(steps.WeaknessReplaced(seat=JOE, card="04038", by="04039"))
        found = weakness_pool(party.state, party.seat(JOE), GAME, owned=["core_2026"])
        assert "04038" not in found.copies, "replaced, and still not back in the pool"

    def test_the_morrigan_lets_one_of_three_go(self):
        party = Party().started(DANIELA, ultimatums=["boon.morrigan"])
        party.do(steps.DeckChosen(seat=DANIELA, deck=Deck("12001", {"01000": 1})))
        assert party.refused(self.draws()) == ("boon.morrigan",)
        drafted = draft({"12102": 1, "01096": 1, "02037": 1}, Chance("x"))
        party.do(steps.WeaknessDrawn(seat=DANIELA, draw=settle(drafted, "01096")))
        assert set(party.seat(DANIELA).weaknesses) <= {"12102", "02037"}

    def test_the_morrigan_has_no_say_in_what_the_story_deals(self):
        party = Party().started(DANIELA, ultimatums=["boon.morrigan"])
        party.do(steps.DeckChosen(seat=DANIELA, deck=Deck("12001", {"01000": 1})))
        party.do(self.draws(cause="the guide's introduction"))
        assert party.seat(DANIELA).owed == 1, "what deckbuilding asks for is still to be drafted"

    def test_without_the_morrigan_there_is_no_draft(self):
        drafted = draft({"12102": 1, "01096": 1, "02037": 1}, Chance("x"))
        party = Party().started(DANIELA)
        party.do(steps.DeckChosen(seat=DANIELA, deck=Deck("12001", {"01000": 1})))
        step = steps.WeaknessDrawn(seat=DANIELA, draw=settle(drafted, "01096"))
        assert party.refused(step) == ("rbw.random",)


class TestDecks:
    def test_another_investigators_deck(self):
        step = steps.DeckChosen(seat=DANIELA, deck=Deck("12004", {}))
        assert a_party(DANIELA).refused(step) == ("deck.one-investigator",)

    def test_a_deck_in_play_is_not_chosen_again(self):
        step = steps.DeckChosen(seat=DANIELA, deck=Deck("12001", {}))
        assert a_game(DANIELA).ended().refused(step) == ("xp.no-other-changes",)

    def test_a_change_names_its_cause(self):
        party = a_game(DANIELA).ended()
        changed = Deck("12001", {**party.seat(DANIELA).deck.slots, "12026": 1})
        assert party.refused(steps.DeckChanged(seat=DANIELA, deck=changed)) == ("xp.no-other-changes",)
        party.do(steps.DeckChanged(seat=DANIELA, deck=changed, cause="Adaptable"))
        assert party.seat(DANIELA).baseline.slots["12026"] == 1, "no purchase: the next price knows it"


class TestEpic:
    def over(self, **facts):
        slots = {DANIELA: {"12026": 1, "12137": 1, "12115": 1, "12003": 1}}
        party = Party().started(DANIELA, TRISH, **{"difficulty": "hard", **facts})
        deck = Deck(
            "12001", {"01000": 1, "12020": 2, **slots[DANIELA]}, customizations={"09022": (Tick(0, 1),)}
        )
        party.do(steps.DeckChosen(seat=DANIELA, deck=deck)).with_decks()
        changes = tuple(steps.BearerChange(card=card, seat=DANIELA) for card in ("12137", "12115"))
        party.do(steps.BearersChanged(changes=changes))
        party.do(steps.LogWritten(changes=(steps.LogChange(do="record", text="a note"),)))
        party.do(steps.TokensChanged(tokens={"cultist": 2}))
        party.begun().ended(victory=23, daniela=Fate("damage", physical=1))
        return party.do(steps.CampaignEnded(result="won"))

    def follow(self, seed, **facts):
        step = steps.StartCampaign(**{"campaign": "boa", "difficulty": "hard", "carried": seed, **facts})
        return Party().do(step)

    def test_not_every_survivor_moves_on(self):
        seed = transfer(self.over().state, GAME, [TRISH])
        party = self.follow(seed)
        assert list(party.state.seats) == [TRISH]
        party.do(steps.SeatJoins(seat=JOE, player="x", investigator="12004"))

    def test_what_is_kept_and_what_is_given_up(self):
        party = self.follow(transfer(self.over().state, GAME, [DANIELA]))
        seat = party.seat(DANIELA)
        assert (seat.experience, seat.total_before, seat.earned) == (0, 23, 0)
        assert (seat.physical, seat.mental) == (2, 0)
        assert seat.story == {"12137": 1, "12115": 1}
        assert seat.weaknesses == {"12102": 1}
        assert "12026" not in seat.deck.slots, "every card of level 1 or higher leaves"
        assert {"12020", "12137", "12115", "12003", "12102"} <= seat.deck.slots.keys()
        assert seat.deck.customizations == {}
        assert (party.state.notes, party.state.bag.tokens["0"]) == ((), 3)
        assert "cultist" not in party.state.bag.tokens

    def test_no_new_weakness_is_drawn(self):
        party = self.follow(transfer(self.over().state, GAME, [DANIELA]))
        party.do(steps.DeckChosen(seat=DANIELA, deck=Deck("12001", {"12020": 2, "01000": 1})))
        assert party.seat(DANIELA).owed == 0
        assert party.seat(DANIELA).deck.slots["12115"] == 1

    def test_the_faq_keeps_deck_and_experience(self):
        party = self.follow(transfer(self.over().state, GAME, [DANIELA], "faq-1.7"), edition="faq-1.7")
        seat = party.seat(DANIELA)
        assert (seat.experience, seat.deck.slots["12026"]) == (23, 1)
        assert (seat.physical, seat.story, party.state.notes) == (2, {"12137": 1, "12115": 1}, ())

    def test_starting_bonuses_come_again_by_the_grimoire_only(self):
        for edition, balance in (("grimoire-1.1", 5), ("faq-1.7", 0)):
            party = Party().do(steps.StartCampaign(campaign="boa", difficulty="standard"))
            party.do(steps.SeatJoins(seat="a", player="a", investigator="04004")).with_decks().begun()
            party.do(steps.EndScenario(resolution="R1", fates={"a": Fate()}, victory=0))
            spent = steps.ExperienceAdjusted(amounts={"a": -5}, cause="spent")
            party.do(spent).do(steps.CampaignEnded(result="won"))
            seed = transfer(party.state, GAME, ["a"], edition)
            follower = self.follow(seed, edition=edition)
            again = steps.DeckChosen(seat="a", deck=Deck("04004", {"01000": 1}))
            if edition == "faq-1.7":
                assert follower.refused(again) == ("xp.no-other-changes",), "the deck remains the same"
            else:
                follower.do(again)
            assert follower.seat("a").experience == balance

    @pytest.mark.parametrize(
        ("edition", "refused"),
        [("grimoire-1.1", True), ("grimoire-1.0-de", False), ("faq-1.7", False)],
    )
    def test_the_new_campaign_is_not_easier(self, edition, refused):
        seed = transfer(self.over().state, GAME, [DANIELA], edition)
        step = steps.StartCampaign(campaign="boa", difficulty="standard", edition=edition, carried=seed)
        if refused:
            assert Party().refused(step) == ("epic.difficulty-not-lower",)
        else:
            Party().do(step)

    def test_the_score_runs_over_all_campaigns(self):
        party = (
            self.follow(transfer(self.over().state, GAME, [DANIELA])).with_decks().begun().ended(victory=31)
        )
        party.do(steps.CampaignEnded(result="won"))
        third = self.follow(transfer(party.state, GAME, [DANIELA])).with_decks().begun()
        third.ended(victory=12, daniela=Fate(lost="killed"))
        assert third.seat(DANIELA).score == 66

    def test_the_lost_stay_behind(self):
        party = a_game(DANIELA, JOE).ended(joe=Fate(lost="insane")).do(steps.CampaignEnded(result="lost"))
        found = transfer(party.state, GAME, [JOE, "nobody"])
        assert isinstance(found, Refusal)
        assert found.rules == ("step.known-seat", "epic.optional-per-investigator")

    def test_not_before_the_campaign_is_over(self):
        found = transfer(a_game(DANIELA).state, GAME, [DANIELA])
        assert isinstance(found, Refusal)

    def test_ultimatums_end_with_the_campaign(self):
        party = self.over(ultimatums=["boon.hades"])
        assert self.follow(transfer(party.state, GAME, [DANIELA])).state.ultimatums == ()
