"""Cases that break rules whose violation is reported under another rule: prices, transfers and errata."""

import pytest

from rules.campaign import Fate, advise, steps, transfer
from rules.cards.model import Deck
from rules.deck.circumstances import Circumstances
from rules.upgrade.purchase import NEW
from rules.upgrade.session import UpgradeSession
from tests.builders import a_deck, catalogue, chosen, plain_cards, verdict
from tests.rules.campaign.party import DANIELA, GAME, TRISH, Party, a_game
from tests.rules.upgrade import builders
from tests.rules.upgrade.codes import ARCANE_RESEARCH, RITE_2, RITE_4

TONY = "06003"
GUARDIAN_EVENTS = ("12022", "12023", "12024", "12026", "01022", "01023")
#: An event that is both Guardian and Rogue.
SNIPE = "08087"


def broken(deck):
    return [found.rule for found in verdict(deck).violations]


def bought(before, after, balance):
    return [found.rule for found in builders.priced(before, after, balance=balance).violations]


def test_a_new_card_of_level_0_is_not_free():
    before = builders.a_deck()
    after = builders.changed(before, builders.filler(0), builders.new_filler(0))
    assert bought(before, after, balance=0) == ["xp.spend-not-exceed"]
    assert bought(before, after, balance=1) == []


def test_a_discounted_upgrade_is_not_free_by_the_grimoires():
    before = builders.a_deck({ARCANE_RESEARCH: 2, RITE_2: 1})
    after = builders.changed(before, {RITE_2: 1}, {RITE_4: 1})
    assert bought(before, after, balance=0) == ["xp.spend-not-exceed"]
    assert bought(before, after, balance=1) == []


def test_a_devoured_investigator_is_not_used_again():
    party = a_game(DANIELA, TRISH).ended(daniela=Fate("effect", lost="devoured"))
    again = steps.SeatJoins(seat="again", player="x", investigator="12001")
    assert party.refused(again) == ("trauma.removed-investigator-unusable",)


def test_an_epic_deck_begins_again_at_level_0():
    party = a_game(DANIELA).ended(victory=9).do(steps.CampaignEnded(result="won"))
    seed = transfer(party.state, GAME, [DANIELA])
    after = Party().do(steps.StartCampaign(campaign="boa", difficulty="standard", carried=seed))
    dear = steps.DeckChosen(seat=DANIELA, deck=Deck("12001", {"12026": 1}), experience=2)
    assert "xp.spend-not-exceed" in after.refused(dear)
    after.do(steps.DeckChosen(seat=DANIELA, deck=Deck("12001", {"12020": 1})))


def test_retiring_by_choice_is_worth_a_word():
    party = a_game(DANIELA, TRISH).ended()
    (found,) = advise(party.state, steps.SeatRetires(seat=DANIELA), GAME)
    assert (found.rule, found.interpretation) == ("party.replacement-level0", "E-22")


def test_by_the_german_grimoire_no_elder_sign_comes_back_to_a_broken_promise():
    step = steps.TokensChanged(tokens={"elder_sign": 1}, cause="R1")
    german = {"edition": "grimoire-1.0-de"}
    assert a_game(DANIELA, ultimatums=["ub.broken-promises"], **german).ended().refused(step) == (
        "ub.broken-promises",
    )
    a_game(DANIELA, **german).ended().do(step)


def test_a_card_of_the_limited_class_alone_takes_a_slot():
    ten = dict.fromkeys(GUARDIAN_EVENTS[:5], 2)
    assert broken(a_deck(TONY, {**ten, SNIPE: 1}, choices=chosen("guardian"))) == []
    eleven = {**ten, GUARDIAN_EVENTS[5]: 1}
    assert broken(a_deck(TONY, eleven, choices=chosen("guardian"))) == ["deck.options-capped-line"]


@pytest.mark.parametrize(
    ("investigator", "classes", "limit"),
    [
        pytest.param("02001", {"mystic"}, 5, id="Zoey Samaras"),
        pytest.param("02002", {"guardian"}, 5, id="Rex Murphy"),
        pytest.param("02003", {"seeker"}, 5, id="Jenny Barnes"),
        pytest.param("02004", {"survivor"}, 5, id="Jim Culver"),
        pytest.param("02005", {"rogue"}, 5, id="Ashcan Pete"),
        pytest.param("98010", {"seeker", "mystic"}, 15, id="the promotional Carolyn Fern"),
    ],
)
def test_an_option_follows_its_erratum(investigator, classes, limit):
    others = [code for code, card in plain_cards() if card.classes & classes]
    within = dict.fromkeys(others[: limit // 2], 2) | {others[limit // 2]: limit % 2}
    assert broken(a_deck(investigator, within)) == []
    beyond = within | {others[limit // 2]: 2}
    assert broken(a_deck(investigator, beyond)) == ["deck.options-capped-line"]


@pytest.mark.parametrize("code", ["01006", "01008", "01010", "01012", "01014"])
def test_a_core_signature_has_no_level(code):
    session = UpgradeSession(catalogue(), builders.a_deck(), Circumstances())
    quote = session.quote(NEW, code, replaces=builders.fillers()[0])
    assert "deck.level-less-cards" in [found.rule for found in quote.violations]


def test_cards_that_their_errata_exile_can_be_exiled():
    assert "exile" in catalogue().cards["05236"].keywords
    assert "exile" not in catalogue().cards["01020"].keywords
