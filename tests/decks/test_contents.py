"""Tests of figures, bonded cards, comparisons, pull lists and availability."""

from types import SimpleNamespace

import pytest

from cards.services import collections as collection_services
from decks import services
from decks.availability import availability_for
from decks.campaign_hook import Party
from decks.insight.compare import Difference, Upgraded, compare
from decks.insight.figures import bonded_of, figures_of
from decks.insight.pull_list import pull_list
from rules.cards.model import Deck, Tick


class TestFigures:
    def test_everything_is_counted(self, shipped):
        deck = Deck(
            "01001",
            {"01020": 2, "01022": 1, "01025": 2, "02158": 1, "01007": 1, "99999": 3, "03190": 1, "01021": -1},
        )
        figures = figures_of(shipped, deck)
        assert figures.costs == {"1": {"event": 1}, "3": {"asset": 2}, "4": {"asset": 1}}
        assert figures.types == {"asset": 3, "event": 1, "skill": 2}
        assert (figures.cards, figures.permanents, figures.weaknesses, figures.unknown) == (6, 1, 1, 3)
        assert figures.levels == {0: 5, 2: 1, 3: 1}
        assert figures.classes == {"guardian": 6, "neutral": 1}
        assert figures.icons["combat"] >= 4
        assert figures.icons_in_all == sum(figures.icons.values())

    def test_costs_are_in_their_order(self, shipped):
        by_cost = {}
        for card in shipped.cards.values():
            if card.type in ("asset", "event") and card.level is not None and not card.permanent:
                by_cost.setdefault(card.cost, card.code)
        figures = figures_of(shipped, Deck("01001", dict.fromkeys(by_cost.values(), 1)))
        order = list(figures.costs)
        assert order == [*sorted((c for c in order if c.isdecimal()), key=int), "X", "–"]

    def test_customizations_count(self, shipped):
        boxes = shipped.cards["09022"].customizations
        full = tuple(Tick(number, box.price) for number, box in enumerate(boxes[:3]))
        spent = sum(tick.experience for tick in full)
        deck = Deck("01001", {"09022": 1}, customizations={"09022": full})
        assert figures_of(shipped, deck).levels == {(spent + 1) // 2: 1}

    def test_bonded_cards(self, shipped):
        (bonded,) = bonded_of(shipped, Deck("01001", {"05313": 1}))
        assert (bonded.card.title, bonded.with_titles) == ("Soothing Melody", ("Hallowed Mirror",))
        assert bonded.copies == 3
        (beast,) = bonded_of(shipped, Deck("01004", {"06282": 1}))
        assert (beast.card.title, beast.copies) == ("Unbound Beast", 2)
        assert bonded_of(shipped, Deck("01001", {"01020": 2})) == []


class TestComparison:
    def test_cards_are_in_the_usual_order(self, shipped):
        """By class, then type, then title: not by the numbers of their boxes."""
        # Bandolier, Machete, “Let me handle this!”, Vicious Blow, Deduction, Emergency Cache, Amnesia
        wanted = ["02147", "01020", "03022", "01025", "01039", "01088", "01096", "99999"]
        slots = dict.fromkeys(sorted(wanted), 1)
        assert [row.code for row in compare(shipped, Deck("x", {}), Deck("x", slots)).added] == wanted

    def test_what_came_and_went(self, shipped):
        before = Deck("01001", {"01016": 2, "01020": 2, "01086": 1})
        after = Deck("01001", {"01016": 1, "03190": 1, "01520": 2, "01087": 1})
        found = compare(shipped, before, after)
        assert found.added == (Difference("03190", 0, 1), Difference("01087", 0, 1))
        assert found.removed == (Difference("01016", 2, 1), Difference("01086", 1, 0))
        assert found.upgraded == (Upgraded("01016", "03190", 1),)
        assert found.shared == 3, "another printing is the same card"
        assert not found.same

    def test_sheets(self, shipped):
        before = Deck("01001", {"09022": 1})
        after = Deck("01001", {"09022": 1}, customizations={"09022": (Tick(0, 1),)})
        assert compare(shipped, before, after).sheets == {"09022": ((), (Tick(0, 1),))}
        assert compare(shipped, before, before).same

    def test_other_parts(self, shipped):
        found = compare(shipped, Deck("x", {}, wish_list={"01020": 1}), Deck("x", {}), "wish_list")
        assert found.removed == (Difference("01020", 1, 0),)


@pytest.mark.django_db
class TestPullList:
    @pytest.fixture
    def deck(self, alice):
        deck = services.create_deck(owner=alice, investigator="01001")
        for code in ("01020", "01016", "03190", "99999"):
            services.set_quantity(deck, code=code, quantity=2)
        deck.refresh_from_db()
        return deck

    def test_without_a_collection_each_from_the_box_that_the_deck_names(self, deck):
        pulled = pull_list(deck)
        assert [box.pack.code for box in pulled.boxes] == ["core", "apot"]
        core = pulled.boxes[0]
        assert [row.position for row in core.rows] == sorted(row.position for row in core.rows)
        assert core.copies == 6
        assert pulled.unknown == {"99999": 2}
        assert "01000" not in {row.code for box in pulled.boxes for row in box.rows}

    def test_from_the_boxes_that_are_there(self, deck, alice):
        mine = collection_services.create_collection(owner=alice, name="Mine")
        collection_services.set_boxes(collection=mine, counts={"rcore": 1})
        pulled = pull_list(deck, mine)
        assert [box.pack.code for box in pulled.boxes] == ["rcore"]
        assert {row.code for row in pulled.boxes[0].rows} == {"01520", "01516", "01506", "01507"}
        assert [row.code for row in pulled.missing] == ["03190"]

    def test_copies_left_beside_other_decks_and_the_party(self, deck, alice, bob, monkeypatch):
        mine = collection_services.create_collection(owner=alice, name="Mine")
        collection_services.set_boxes(collection=mine, counts={"rcore": 1})
        other = services.create_deck(owner=alice, investigator="01002")
        services.set_quantity(other, code="01520", quantity=1)
        services.set_built(other, built=True)
        draft = services.create_deck(owner=alice, investigator="01002")
        services.set_quantity(draft, code="01520", quantity=1)
        archived = services.create_deck(owner=alice, investigator="01002")
        services.set_quantity(archived, code="01020", quantity=1)
        services.set_built(archived, built=True)
        services.archive(archived)
        availability = availability_for(alice, deck)
        assert availability.owned["01020"] == 2
        assert availability.left("01020") == 1
        # The party has this deck, another one of hers, and one of Bob's.
        deck.mode = "campaign"
        seated = {deck.pk: [{"01020": 2}], other.pk: [{"01520": 1}], 0: [{"01020": 2}, {"01000": 1}]}
        deck.seat = SimpleNamespace(party=Party("Ash", seated))
        availability = availability_for(alice, deck)
        assert availability.party_name == "Ash"
        assert availability.left("01020") == -1
        assert availability.left("01020", party=False) == 1
        assert availability.left("01020", mine=False) == -1
        assert availability.left("01020", mine=False, party=False) == 2

    def test_without_a_collection_nothing_is_shown_about_copies(self, deck, bob):
        assert availability_for(bob, deck) is None
