"""Tests of upgrades in the editor: experience, exile, purchases, refusals and finishing."""

import re

import pytest
from django.urls import reverse

from accounts.models import User
from cards.adapters import catalogue
from cards.search.normalization import title_order
from decks import services
from decks.models import Deck
from tests.markup import markup_of, on_one_line

DANIELA = "12001"
FETCH = {"X-Requested-With": "fetch"}
#: Thirty cards of level 0 for Daniela Reyes.
PLAIN = (
    *("12016", "12017", "12019", "12020", "12021", "12022", "12023", "12024", "12025"),
    *("12087", "12088", "12089", "12090", "12091", "12092"),
)


@pytest.fixture
def deck(alice: User) -> Deck:
    deck = services.create_deck(
        owner=alice, investigator=DANIELA, name="Torch Songs", mode="campaign", weakness="drawn"
    )
    for code in PLAIN:
        edited = services.set_quantity(deck, code=code, quantity=2)
    assert edited.verdict.legal, [str(violation) for violation in edited.verdict.violations]
    return deck


def at(deck: Deck, name: str, *more: str) -> str:
    return reverse(name, args=[deck.public_id, *more])


def fresh(deck: Deck) -> Deck:
    return Deck.objects.select_related("working").get(pk=deck.pk)


def put(deck: Deck, cards: dict[str, int]) -> None:
    """Put cards into the deck, without any check."""
    version = fresh(deck).working
    version.slots = {**version.slots, **cards}
    version.save()


def begin(client, deck, experience=5, **more):
    return client.post(at(deck, "deck-upgrade-begin"), {"experience": experience, **more}, headers=FETCH)


def buy(client, deck, value, **more):
    return client.post(at(deck, "deck-upgrade-buy"), {"buy": value, **more}, headers=FETCH)


class TestBegin:
    def test_cards_that_may_be_exiled_are_listed_by_title(self, as_alice, deck):
        page = as_alice.get(at(deck, "deck-upgrade")).content.decode()
        codes = re.findall(r'name="exiled" value="(\w+)"', page)
        titles = [catalogue().resolve(code).title for code in dict.fromkeys(codes)]
        assert len(titles) == len(PLAIN)
        assert titles == sorted(titles, key=title_order)

    def test_a_new_version_with_what_was_earned(self, as_alice, deck):
        assert begin(as_alice, deck).json() == {"go": at(deck, "deck-edit")}
        version = fresh(deck).working
        assert (version.number, version.experience_available, version.is_open) == (2, 5, True)
        page = as_alice.get(at(deck, "deck-edit")).content.decode()
        assert "Bought since version 1" in page
        assert "Finish version 2" in page

    def test_exiled_copies_leave(self, as_alice, deck):
        begin(as_alice, deck, exiled=["12020"])
        assert fresh(deck).working.slots["12020"] == 1
        assert "Exiled:" in as_alice.get(at(deck, "deck-edit")).content.decode()

    def test_cards_of_the_second_deck_can_be_exiled_too(self, as_alice, alice):
        jim = services.create_deck(owner=alice, investigator="90049")
        working = fresh(jim).working
        working.second_deck = {"05236": 1}
        working.save()
        page = as_alice.get(at(jim, "deck-upgrade"), headers=FETCH).content.decode()
        assert 'name="exiled-second-deck" value="05236"' in page
        begin(as_alice, jim, **{"exiled-second-deck": ["05236"]})
        assert fresh(jim).working.second_deck == {}

    @pytest.mark.parametrize("experience", ["", "many", "-1", "1000"])
    def test_nonsense_is_refused(self, as_alice, deck, experience):
        answer = begin(as_alice, deck, experience)
        assert answer.status_code == 400
        assert fresh(deck).working.number == 1

    def test_there_are_fields_for_conditions_of_the_cards_in_the_deck(self, as_alice, deck):
        page = as_alice.get(at(deck, "deck-upgrade"), headers=FETCH).content.decode()
        assert "What happened in the scenario?" not in page
        put(deck, {"10109": 2, "09042": 1, "98002": 1, "01060": 1})
        page = as_alice.get(at(deck, "deck-upgrade"), headers=FETCH).content.decode()
        for field in ("condition-10109", "condition-09042", "condition-98002"):
            assert f'name="{field}"' in page
        assert '<option value="01060">yes: upgrading Shrivelling costs 1 less</option>' in page
        assert "condition-09121" not in page

    def test_conditions_change_prices_and_stay_with_the_version(self, as_alice, deck):
        put(deck, {"10109": 2, "01060": 1, "09042": 1})
        begin(as_alice, deck, **{"condition-10109": "2", "condition-09042": "01060"})
        assert fresh(deck).working.outcome["conditions"] == {"10109": 2}
        address = at(deck, "deck-upgrade-options", "12028")
        page = as_alice.get(address, {"replaces": "12020"}, headers=FETCH).content.decode()
        assert "Pelt Shipment: −2" in page
        page = as_alice.get(at(deck, "deck-upgrade-options", "02306"), headers=FETCH).content.decode()
        assert "The Raven Quill: −1" in page
        page = as_alice.get(at(deck, "deck-edit")).content.decode()
        assert "Pelt Shipment × 2, attached to Shrivelling" in page
        history = as_alice.get(at(deck, "deck-detail")).content.decode()
        assert "Pelt Shipment × 2, attached to Shrivelling" in history

    def test_a_quill_marks_itself_if_that_is_chosen(self, as_alice, deck):
        put(deck, {"09042": 1, "01060": 1})
        begin(as_alice, deck, **{"condition-09042": "itself"})
        outcome = fresh(deck).working.outcome
        assert (outcome["conditions"], outcome.get("attached_to")) == ({"09042": 1}, None)

    @pytest.mark.parametrize(
        ("card", "value", "message"),
        [
            ("10109", "3", "from 0 to 2"),
            ("10109", "-1", "from 0 to 2"),
            ("10109", "many", "from 0 to 2"),
            ("10109", "٣", "from 0 to 2"),
            ("09042", "01020", "no card in this deck can be attached"),
            ("09042", "<b>", "no card in this deck can be attached"),
        ],
    )
    def test_impossible_conditions_are_refused(self, as_alice, deck, card, value, message):
        put(deck, {"10109": 2, "09042": 1})
        answer = begin(as_alice, deck, **{f"condition-{card}": value})
        assert answer.status_code == 400
        assert message in answer.json()["error"]
        assert fresh(deck).working.number == 1

    def test_without_javascript_it_goes_back_to_the_page(self, as_alice, deck):
        answer = as_alice.post(at(deck, "deck-upgrade-begin"), {"experience": "3"})
        assert answer["Location"] == at(deck, "deck-edit")


class TestPurchaseOptions:
    def test_an_upgrade_with_price_and_reason(self, as_alice, deck):
        begin(as_alice, deck)
        page = as_alice.get(at(deck, "deck-upgrade-options", "60171"), headers=FETCH).content.decode()
        assert "upgrade of M1911" in page
        assert "level 2" in page
        assert 'value="upgrade:60171:12019"' in page
        assert "Buy, 3 left" in page

    def test_plus_beside_a_copy_lists_its_upgrades(self, as_alice, deck):
        begin(as_alice, deck)
        page = as_alice.get(at(deck, "deck-upgrade-options", "12019"), headers=FETCH).content.decode()
        assert "upgrade to M1911 (2)" in page
        assert 'value="upgrade:60171:12019"' in page
        page = as_alice.get(at(deck, "deck-upgrade-options", "60171"), headers=FETCH).content.decode()
        assert "upgrade to" not in page

    def test_a_full_deck_lets_the_player_choose_what_leaves(self, as_alice, deck):
        begin(as_alice, deck)
        address = at(deck, "deck-upgrade-options", "12028")
        assert "choose a card to replace" in as_alice.get(address, headers=FETCH).content.decode()
        page = as_alice.get(address, {"replaces": "12020"}, headers=FETCH).content.decode()
        assert 'value="new:12028:12020"' in page

    def test_a_price_that_is_too_high_is_marked(self, as_alice, deck):
        begin(as_alice, deck, experience=1)
        address = at(deck, "deck-upgrade-options", "12028")
        assert "2 XP short" in as_alice.get(address, {"replaces": "12020"}, headers=FETCH).content.decode()

    def test_what_the_investigator_may_not_have_is_not_for_sale(self, as_alice, deck):
        begin(as_alice, deck)
        address = at(deck, "deck-upgrade-options", "01065")
        page = as_alice.get(address, {"replaces": "12020"}, headers=FETCH).content.decode()
        assert "can&#x27;t buy" in page
        assert "xp.access-at-purchase" in page
        assert buy(as_alice, deck, "new:01065:12020").status_code == 409

    def test_both_lists_have_the_other_copy_of_an_upgraded_card(self, as_alice, deck):
        begin(as_alice, deck)
        buy(as_alice, deck, "upgrade:60171:12019")
        page = as_alice.get(at(deck, "deck-edit"), {"q": "M1911"}).content.decode()
        for button in ("deck-more-60171", "pool-more-60171"):
            drawn = re.search(rf'<button[^>]*id="{button}"[^>]*>', page).group()
            assert "aria-disabled" not in drawn, drawn
            assert "by title" not in drawn
        page = as_alice.get(at(deck, "deck-upgrade-options", "60171"), headers=FETCH).content.decode()
        assert 'value="upgrade:60171:12019"' in page
        as_alice.post(at(deck, "deck-upgrade-close"), {"cancel": "1"}, headers=FETCH)
        page = as_alice.get(at(deck, "deck-edit")).content.decode()
        assert "2 of 2 copies, all versions" in page, "outside an upgrade there is no room for a third"

    def test_plus_leads_to_the_prices_without_javascript(self, as_alice, deck):
        begin(as_alice, deck)
        answer = as_alice.post(at(deck, "deck-edit-slots"), {"add": "main:12019"})
        assert answer["Location"] == f"{at(deck, 'deck-upgrade-options', '12019')}?where=main"

    def test_cards_are_bought_for_the_second_deck(self, as_alice, alice):
        jim = services.create_deck(owner=alice, investigator="90049")
        begin(as_alice, jim)
        address = at(jim, "deck-upgrade-options", "05236")
        page = markup_of(as_alice.get(address, {"where": "extra"}, headers=FETCH))
        assert '<input type="hidden" name="where" value="extra">' in page
        value = re.search(r'name="buy" value="([^"]*)"', page).group(1)
        buy(as_alice, jim, value, where="extra")
        version = fresh(jim).working
        assert version.second_deck["05236"] == 1
        assert "05236" not in version.slots

    def test_there_are_none_without_an_upgrade(self, as_alice, deck):
        assert as_alice.get(at(deck, "deck-upgrade-options", "12028")).status_code == 404


class TestBuy:
    def test_the_ledger_and_the_balance(self, as_alice, deck):
        begin(as_alice, deck)
        answer = buy(as_alice, deck, "upgrade:60171:12019").json()
        assert "upgrade of M1911" in answer["html"]["ledger-panel"]
        assert "3<small>of 5" in on_one_line(answer["html"]["figures"])
        version = fresh(deck).working
        assert (version.slots["60171"], version.slots["12019"], version.cost) == (1, 1, 2)

    def test_overspending_is_refused_with_the_reason(self, as_alice, deck):
        begin(as_alice, deck, experience=1)
        answer = buy(as_alice, deck, "upgrade:60171:12019")
        assert answer.status_code == 409
        assert "2 XP" in answer.json()["error"]
        assert fresh(deck).working.cost == 0

    def test_undo_takes_a_purchase_back(self, as_alice, deck):
        begin(as_alice, deck)
        buy(as_alice, deck, "upgrade:60171:12019")
        as_alice.post(at(deck, "deck-edit-undo"), headers=FETCH)
        version = fresh(deck).working
        assert (version.cost, version.purchases.count(), version.slots["12019"]) == (0, 0, 2)

    def test_plus_does_not_smuggle_cards_in(self, as_alice, deck):
        begin(as_alice, deck)
        answer = as_alice.post(at(deck, "deck-edit-slots"), {"add": "12028"}, headers=FETCH)
        assert answer.status_code == 409
        assert "12028" not in fresh(deck).working.slots

    def test_a_card_that_is_taken_out_waits_beside_the_ledger(self, as_alice, deck):
        begin(as_alice, deck)
        answer = as_alice.post(at(deck, "deck-upgrade-take-out"), {"code": "12020"}, headers=FETCH).json()
        assert fresh(deck).working.slots["12020"] == 1
        assert "Taken out" in answer["html"]["ledger-panel"]
        assert answer["state"]["empty"] == {"main": 1}
        closed = as_alice.post(at(deck, "deck-upgrade-close"), headers=FETCH)
        assert (closed.status_code, closed.json()["code"]) == (409, "cards_taken_out")
        back = as_alice.post(at(deck, "deck-upgrade-give-back"), {"position": "1"}, headers=FETCH).json()
        assert fresh(deck).working.slots["12020"] == 2
        assert "Taken out" not in back["html"]["ledger-panel"]
        assert back["state"]["empty"] == {}

    def test_one_press_buys_for_what_was_taken_out(self, as_alice, deck):
        begin(as_alice, deck)
        as_alice.post(at(deck, "deck-upgrade-take-out"), {"code": "12019"}, headers=FETCH)
        options = as_alice.get(at(deck, "deck-upgrade-options", "60171"), headers=FETCH).content.decode()
        assert "taken out" in options
        answer = as_alice.post(at(deck, "deck-upgrade-buy"), {"cheapest": "60171"}, headers=FETCH)
        assert answer.status_code == 200, answer.json()
        assert fresh(deck).working.purchases.get().replaces == "12019"

    def test_one_press_fills_the_place_of_an_exiled_card(self, as_alice, deck):
        begin(as_alice, deck, exiled=["12020"])
        editor = as_alice.get(at(deck, "deck-edit-state"), headers=FETCH).json()
        assert editor["state"]["empty"] == {"main": 1}
        answer = as_alice.post(at(deck, "deck-upgrade-buy"), {"cheapest": "01020"}, headers=FETCH).json()
        assert answer["state"]["empty"] == {}
        assert fresh(deck).working.purchases.get().price == 0

    @pytest.mark.parametrize("position", ["", "x", "0", "99", "99999"])
    def test_what_is_not_in_the_ledger_is_not_given_back(self, as_alice, deck, position):
        begin(as_alice, deck)
        answer = as_alice.post(at(deck, "deck-upgrade-give-back"), {"position": position}, headers=FETCH)
        assert answer.status_code == 400

    def test_without_javascript_a_purchase_is_given_back(self, as_alice, deck):
        begin(as_alice, deck)
        buy(as_alice, deck, "upgrade:60171:12019")
        page = markup_of(as_alice.get(at(deck, "deck-edit")))
        assert 'name="position" value="1" aria-label="Give back ' in page
        answer = as_alice.post(at(deck, "deck-upgrade-give-back"), {"position": "1", "back": "verdict"})
        assert answer["Location"] == f"{at(deck, 'deck-edit')}#verdict"
        assert not fresh(deck).working.purchases.exists()

    def test_both_copies_are_upgraded_at_once(self, as_alice, deck):
        begin(as_alice, deck)
        sent = as_alice.post(at(deck, "deck-upgrade-buy"), {"quick": "12019:60171:2"}, headers=FETCH)
        assert sent.status_code == 200, sent.json()
        assert fresh(deck).working.slots["60171"] == 2
        for wrong in ("12019", "12019:60171", "12019:60171:x", "12019:60171:99", "::"):
            sent = as_alice.post(at(deck, "deck-upgrade-buy"), {"quick": wrong}, headers=FETCH)
            assert sent.status_code in (400, 409)

    @pytest.mark.parametrize("value", ["", "upgrade", "gift:60171:12019", "new:x99999:"])
    def test_nonsense_is_refused(self, as_alice, deck, value):
        begin(as_alice, deck)
        assert buy(as_alice, deck, value).status_code in (400, 409)
        assert fresh(deck).working.cost == 0


class TestTwoForOne:
    @pytest.fixture
    def daisy(self, alice) -> Deck:
        deck = services.create_deck(owner=alice, investigator="01002")
        put(deck, {"04106": 1, "02021": 2})
        return deck

    def test_the_dialog_lets_the_player_draw_or_enter(self, as_alice, daisy):
        begin(as_alice, daisy)
        for code in ("02263", "02021"):
            page = as_alice.get(at(daisy, "deck-upgrade-options", code), headers=FETCH).content.decode()
            assert "Two at once with Shrewd Analysis" in page
            assert "Draw both, 1 left" in page
            assert page.count('<option value="51004">Strange Solution (4), Empowering Elixir</option>') == 2

    def test_it_is_not_an_option_elsewhere(self, as_alice, daisy):
        begin(as_alice, daisy)
        page = as_alice.get(at(daisy, "deck-upgrade-options", "06279"), headers=FETCH).content.decode()
        assert "Two at once" not in page

    def test_too_little_experience_is_shown(self, as_alice, daisy):
        begin(as_alice, daisy, experience=1)
        page = as_alice.get(at(daisy, "deck-upgrade-options", "02263"), headers=FETCH).content.decode()
        assert "Draw both" not in page
        assert "3 XP short" in page

    def test_it_is_drawn(self, as_alice, daisy):
        begin(as_alice, daisy)
        sent = {"pair": "02021", "draw": "1", "first": "02262", "second": "02262", "key": "form"}
        answer = as_alice.post(at(daisy, "deck-upgrade-buy"), sent, headers=FETCH).json()
        rows = fresh(daisy).working.purchases.order_by("position")
        assert [row.lot["seed"] for row in rows] == ["form", "form"]
        assert "free second copy from Shrewd Analysis" in answer["html"]["ledger-panel"]
        assert "drawn at random" in answer["html"]["ledger-panel"]

    def test_it_is_entered(self, as_alice, daisy):
        begin(as_alice, daisy)
        sent = {"pair": "02021", "enter": "1", "first": "02262", "second": "51004"}
        answer = as_alice.post(at(daisy, "deck-upgrade-buy"), sent, headers=FETCH).json()
        assert "Empowering Elixir" in answer["html"]["ledger-panel"]
        assert "drawn at random" not in answer["html"]["ledger-panel"]
        slots = fresh(daisy).working.slots
        assert (slots["02262"], slots["51004"]) == (1, 1)

    @pytest.mark.parametrize("sent", [{}, {"first": "02262"}, {"first": "02262", "second": "x"}])
    def test_nonsense_is_refused(self, as_alice, daisy, sent):
        begin(as_alice, daisy)
        answer = as_alice.post(at(daisy, "deck-upgrade-buy"), {"pair": "02021", **sent}, headers=FETCH)
        assert answer.status_code in (400, 409)
        assert fresh(daisy).working.cost == 0


class TestFinish:
    def test_a_version_with_its_purchases(self, as_alice, deck):
        begin(as_alice, deck)
        buy(as_alice, deck, "upgrade:60171:12019")
        assert "XP carry over" in as_alice.get(at(deck, "deck-upgrade-finish")).content.decode()
        as_alice.post(at(deck, "deck-upgrade-close"), headers=FETCH)
        version = fresh(deck).working
        assert (version.is_open, version.experience_left) == (False, 3)
        assert [row.card for row in version.purchases.all()] == ["60171"]

    def test_an_illegal_deck_is_not_finished(self, as_alice, deck):
        begin(as_alice, deck, exiled=["12020"])
        answer = as_alice.post(at(deck, "deck-upgrade-close"), headers=FETCH)
        assert answer.status_code == 409
        assert fresh(deck).working.is_open

    def test_it_can_be_given_up(self, as_alice, deck):
        begin(as_alice, deck)
        buy(as_alice, deck, "upgrade:60171:12019")
        as_alice.post(at(deck, "deck-upgrade-close"), {"cancel": "1"}, headers=FETCH)
        version = fresh(deck).working
        assert (version.number, version.slots["12019"]) == (1, 2)
