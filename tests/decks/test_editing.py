"""Tests of edits: each can be undone, none is lost, and conflicts are reported."""

import threading

import pytest
from django.db import connection, transaction

from cards.adapters import catalogue
from decks import selectors, services
from decks.errors import BadEdit, NothingToRedo, NothingToUndo, StaleEdit, UnknownInvestigator
from decks.examined import ExaminedDeck
from decks.models import Deck, Edit
from decks.services import creation
from rules.cards.model import Choices, Tick

pytestmark = pytest.mark.django_db


@pytest.fixture
def roland(alice):
    return services.create_deck(owner=alice, investigator="01001")


def slots(deck):
    return Deck.objects.select_related("working").get(pk=deck.pk).working.slots


class TestCreation:
    def test_required_cards_and_the_placeholder_come_in_by_themselves(self, roland):
        assert slots(roland) == {"01006": 1, "01007": 1, "01000": 1}
        assert (roland.name, roland.working.number, roland.working.why) == ("Roland Banks", 1, "created")
        assert (roland.is_legal, roland.size, roland.size_needed) == (False, 0, 30)

    def test_signatures_in_the_number_that_the_investigator_requires(self, alice):
        deck = services.create_deck(owner=alice, investigator="06002", choices=Choices(size=50))
        assert slots(deck)["06008"] == 3

    def test_what_takes_the_place_of_signatures(self, alice):
        deck = services.create_deck(owner=alice, investigator="01001", signatures=["90030", "90031"])
        assert slots(deck) == {"90030": 1, "90031": 1, "01000": 1}

    def test_chosen_signatures_bring_others(self, alice):
        deck = services.create_deck(owner=alice, investigator="08010", signatures=["08011a"])
        assert slots(deck)["08011a"] == 1
        assert slots(deck)["08015"] == 1

    def test_a_reprint_is_the_same_investigator(self, alice):
        assert services.create_deck(owner=alice, investigator="01501").investigator == "01001"

    def test_parallel_jim_has_a_spirit_deck(self, alice):
        deck = services.create_deck(
            owner=alice, investigator="02004", choices=Choices(front="90049", back="90049")
        )
        assert deck.working.second_deck == {"90053": 1}

    def test_the_weakness_can_be_drawn(self, alice):
        deck = services.create_deck(owner=alice, investigator="01001", weakness=creation.DRAWN, seed="a seed")
        again = services.create_deck(
            owner=alice, investigator="01001", weakness=creation.DRAWN, seed="a seed"
        )
        assert "01000" not in slots(deck)
        assert slots(deck) == slots(again)
        (weakness,) = (code for code in slots(deck) if catalogue().cards[code].weakness == "basic")
        assert deck.working.remark == f"Drawn with the seed a seed: {catalogue().cards[weakness].title}"

    def test_the_weakness_can_be_left_out(self, alice):
        deck = services.create_deck(owner=alice, investigator="01001", weakness=creation.NONE)
        assert "01000" not in slots(deck)

    @pytest.mark.parametrize("code", ["99999", "01020", "", "10016a"])
    def test_no_other_account_builds_decks(self, alice, code):
        with pytest.raises(UnknownInvestigator):
            services.create_deck(owner=alice, investigator=code)

    @pytest.mark.parametrize("bad", [{"edition": "x"}, {"mode": "x"}, {"taboo": "999"}])
    def test_settings_are_checked(self, alice, bad):
        with pytest.raises(BadEdit):
            services.create_deck(owner=alice, investigator="01001", **bad)

    def test_every_investigator_gets_a_deck_that_lacks_only_cards(self, alice):
        for card in selectors.catalogue().investigators.values():
            if card.investigator is None or not card.investigator.size:
                continue
            deck = services.create_deck(owner=alice, investigator=card.code)
            rules = {violation.rule for violation in ExaminedDeck(deck).verdict.violations}
            assert not rules & {"signature.exact-number", "signature.owner-only", "rbw.one-required"}, card


class TestQuantity:
    def test_copies_come_and_go(self, roland):
        edited = services.set_quantity(roland, code="01020", quantity=2)
        assert slots(roland)["01020"] == 2
        assert (edited.revision, edited.verdict.figures.size) == (1, 2)
        services.set_quantity(roland, code="01020", quantity=0)
        assert "01020" not in slots(roland)

    def test_a_draft_may_be_illegal_and_the_list_knows(self, roland):
        services.set_quantity(roland, code="01020", quantity=7)
        deck = Deck.objects.get(pk=roland.pk)
        assert not deck.is_legal
        assert deck.problems == len(ExaminedDeck(deck).verdict.violations)
        assert deck.size == 7

    def test_other_parts(self, roland):
        services.set_quantity(roland, code="01020", quantity=1, where="side")
        services.set_quantity(roland, code="01021", quantity=1, where="extra")
        services.set_quantity(roland, code="01006", quantity=1, where="ignored")
        version = Deck.objects.get(pk=roland.pk).working
        assert (version.wish_list, version.second_deck, version.ignored) == (
            {"01020": 1},
            {"01021": 1},
            {"01006": 1},
        )

    def test_what_hangs_on_a_card_leaves_with_it(self, roland):
        services.set_quantity(roland, code="09022", quantity=2)
        services.customize(roland, code="09022", ticks=[Tick(0, 1)])
        services.set_quantity(roland, code="09022", quantity=0)
        assert Deck.objects.get(pk=roland.pk).working.customizations == {}
        services.undo(roland)
        assert Deck.objects.get(pk=roland.pk).working.customizations == {"09022": [[0, 1, ""]]}

    def test_nothing_changed_is_no_edit(self, roland):
        edited = services.set_quantity(roland, code="01006", quantity=1)
        assert (edited.edit, edited.revision) == (None, 0)

    @pytest.mark.parametrize(
        "bad",
        [
            {"code": "01020", "quantity": -1},
            {"code": "01020", "quantity": 100},
            {"code": "", "quantity": 1},
            {"code": "x" * 100, "quantity": 1},
            {"code": "a\nb", "quantity": 1},
            {"code": "01020", "quantity": 1, "where": "attic"},
        ],
    )
    def test_nonsense_is_refused(self, roland, bad):
        with pytest.raises(BadEdit):
            services.set_quantity(roland, **bad)
        assert slots(roland) == {"01006": 1, "01007": 1, "01000": 1}

    def test_an_unknown_code_is_stored_and_judged(self, roland):
        edited = services.set_quantity(roland, code="99999", quantity=1)
        assert slots(roland)["99999"] == 1
        assert any("99999" in str(violation) for violation in edited.verdict.violations)

    def test_cards_move_between_the_parts(self, roland):
        services.set_quantity(roland, code="01020", quantity=2, where="side")
        services.move_card(roland, code="01020", quantity=1, source="side", target="main")
        version = Deck.objects.get(pk=roland.pk).working
        assert (version.wish_list, version.slots["01020"]) == ({"01020": 1}, 1)
        with pytest.raises(BadEdit):
            services.move_card(roland, code="01020", quantity=2, source="side", target="main")


class TestUndo:
    def test_undo_and_redo_are_each_others_way_back(self, roland):
        before = dict(slots(roland))
        services.set_quantity(roland, code="01020", quantity=2)
        services.set_quantity(roland, code="01021", quantity=1)
        after = dict(slots(roland))
        services.undo(roland)
        services.undo(roland)
        assert slots(roland) == before
        services.redo(roland)
        services.redo(roland)
        assert slots(roland) == after

    def test_there_is_an_end_to_both(self, roland):
        with pytest.raises(NothingToUndo):
            services.undo(roland)
        with pytest.raises(NothingToRedo):
            services.redo(roland)

    def test_a_new_edit_forgets_what_was_undone(self, roland):
        services.set_quantity(roland, code="01020", quantity=2)
        services.undo(roland)
        services.set_quantity(roland, code="01021", quantity=1)
        with pytest.raises(NothingToRedo):
            services.redo(roland)
        assert [edit.facts["card"] for edit in Edit.objects.all()] == ["01021"]

    def test_settings_and_texts_are_undone_too(self, roland, alice):
        services.settle(roland, changes={"taboo": "010", "mode": "standalone"})
        services.settle(roland, choices=Choices(back="90024"))
        services.rename(roland, name="  A  new name ")
        services.write_notes(roland, notes="# Plan", by=alice)
        services.annotate(roland, code="01020", text="good")
        services.attach(roland, code="05002", cards=["01020", "01006"])
        deck = Deck.objects.get(pk=roland.pk)
        assert (deck.taboo, deck.mode, deck.back, deck.name, deck.notes) == (
            *("010", "standalone", "90024", "A new name"),
            "# Plan",
        )
        assert deck.working.annotations == {"01020": "good"}
        assert deck.working.attachments == {"05002": ["01006", "01020"]}
        for _ in range(6):
            services.undo(roland)
        deck = Deck.objects.get(pk=roland.pk)
        assert (deck.taboo, deck.mode, deck.back, deck.name, deck.notes) == (
            "",
            "free",
            "",
            "Roland Banks",
            "",
        )
        assert (deck.working.annotations, deck.working.attachments) == ({}, {})

    def test_typing_is_one_edit(self, roland, alice):
        for text in ("P", "Pl", "Plan"):
            services.write_notes(roland, notes=text, by=alice)
        assert Edit.objects.count() == 1
        services.undo(roland)
        assert Deck.objects.get(pk=roland.pk).notes == ""


class TestTwoEditors:
    def test_the_second_gets_a_list_of_changes(self, roland):
        services.set_quantity(roland, code="01020", quantity=2, expected_revision=0)
        with pytest.raises(StaleEdit) as refused:
            services.set_quantity(roland, code="01021", quantity=1, expected_revision=0)
        assert refused.value.facts["revision"] == 1
        assert refused.value.facts["changes"] == [
            {"kind": "quantity", "facts": {"card": "01020", "quantity": 2, "where": "main"}}
        ]
        assert "01021" not in slots(roland)

    @pytest.mark.parametrize("step", [services.undo, services.redo])
    def test_undo_and_redo_are_checked_too(self, roland, step):
        services.set_quantity(roland, code="01020", quantity=2)
        with pytest.raises(StaleEdit):
            step(roland, expected_revision=0)

    def test_a_request_sent_twice_is_done_once(self, roland):
        first = services.set_quantity(roland, code="01020", quantity=2, expected_revision=0, key="k")
        second = services.set_quantity(roland, code="01020", quantity=2, expected_revision=0, key="k")
        assert first.edit == second.edit
        assert second.revision == 1


@pytest.mark.django_db(transaction=True)
def test_no_edit_of_many_at_once_is_lost(alice):
    deck = services.create_deck(owner=alice, investigator="01001")
    codes = [f"010{n}" for n in range(20, 32)]
    errors = []

    def test_notes_that_are_typed_on_and_sent_twice_are_one_edit(self, roland):
        services.write_notes(roland, notes="a", expected_revision=0, key="first")
        once = services.write_notes(roland, notes="ab", expected_revision=1, key="second")
        again = services.write_notes(roland, notes="ab", expected_revision=1, key="second")
        assert again.edit == once.edit

    def edit(code):
        try:
            with transaction.atomic():
                services.set_quantity(deck, code=code, quantity=1)
        except Exception as error:
            errors.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=edit, args=[code]) for code in codes]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    assert set(codes) <= set(slots(deck))
    assert Deck.objects.get(pk=deck.pk).working.revision == len(codes)


@pytest.mark.django_db(transaction=True)
def test_copies_that_are_added_at_once_are_all_there(alice):
    deck = services.create_deck(owner=alice, investigator="01001")

    def add():
        try:
            services.change_quantity(deck, code="01020", change=1)
        finally:
            connection.close()

    threads = [threading.Thread(target=add) for _each in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert slots(deck)["01020"] == 6


def test_a_change_stays_within_reason(roland):
    services.change_quantity(roland, code="01020", change=-1)
    assert "01020" not in slots(roland)
    services.set_quantity(roland, code="01020", quantity=99)
    with pytest.raises(BadEdit):
        services.change_quantity(roland, code="01020", change=1)


@pytest.mark.parametrize(
    "step",
    [
        lambda deck: services.customize(deck, code="01020", ticks=[Tick(0, 1)]),
        lambda deck: services.customize(deck, code="09022", ticks=[Tick(50, 1)]),
        lambda deck: services.customize(deck, code="09022", ticks=[Tick(0, 50)]),
        lambda deck: services.customize(deck, code="09022", ticks=[Tick(0, 1), Tick(0, 1)]),
        lambda deck: services.customize(deck, code="09022", ticks=[Tick(0, 1, "a,b")]),
        lambda deck: services.rename(deck, name=" \n "),
        lambda deck: services.write_notes(deck, notes="x" * 50_001),
        lambda deck: services.annotate(deck, code="01020", text="x" * 2_001),
        lambda deck: services.attach(deck, code="01020", cards=["01020"] * 100),
        lambda deck: services.settle(deck, changes={"taboo": "999"}),
        lambda deck: services.settle(deck, changes={"edition": "x"}),
        lambda deck: services.settle(deck, changes={"mode": 7}),
        lambda deck: services.settle(deck, changes={"owner": 7}),
        lambda deck: services.settle(deck, changes={"card_pool": "x"}),
    ],
)
def test_what_makes_no_sense_is_refused_and_changes_nothing(roland, step):
    with pytest.raises(BadEdit):
        step(roland)
    assert Edit.objects.count() == 0


def test_drawing_a_weakness(roland, alice):
    edited = services.draw_weaknesses(roland, seed="luck")
    drawn = edited.edit.facts["drawn"]
    assert sum(drawn.values()) == 1
    assert edited.edit.facts["seed"] == "luck"
    assert "01000" not in slots(roland)
    services.undo(roland)
    assert slots(roland)["01000"] == 1
    services.redo(roland)
    with pytest.raises(BadEdit):
        services.draw_weaknesses(roland)


def test_an_edit_makes_few_queries_however_many_decks_there_are(roland, alice, django_assert_max_num_queries):
    for _ in range(5):
        services.clone_deck(roland, owner=alice)
    with django_assert_max_num_queries(14):
        services.set_quantity(roland, code="01020", quantity=2, expected_revision=0, key="k", by=alice)
