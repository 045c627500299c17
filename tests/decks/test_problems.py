"""Tests of problems as rows show them, and of the removal that solves several at once."""

from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from decks import services
from decks.editor import problems
from decks.models import Deck
from rules.deck.validate import Examined, judge
from tests.builders import a_deck, catalogue

ROLAND, FIRST_AID_3, MACHETE = "01001", "02119", "01020"


def marks(deck) -> dict[str, list[str]]:
    verdict = judge(catalogue(), deck)
    found = problems.marks(catalogue(), verdict, deck.slots)
    return {code: [str(mark.text) for mark in rows] for code, rows in found.items()}


def test_marks_say_how_many_copies_are_too_many():
    assert marks(a_deck("60151", {MACHETE: 4}))[MACHETE] == ["2 copies too many"]
    assert marks(a_deck("60151", {MACHETE: 3}))[MACHETE] == ["1 copy too many"]


def test_marks_say_that_the_level_is_wrong():
    deck = a_deck("60151", {"12068": 1})
    assert all("experience" not in text for texts in marks(deck).values() for text in texts)
    assert marks(deck)["12068"]


@pytest.mark.parametrize("copies", [1, 2])
def test_a_card_too_many_that_is_not_allowed_is_to_be_removed(copies):
    legal = a_deck("60151")
    deck = replace(legal, slots={**legal.slots, "12059": copies})
    examined = Examined(catalogue(), deck)
    assert len(examined.verdict.violations) == 2
    fix = problems.one_fix(examined)
    assert (fix.code, fix.copies, fix.left, fix.settled) == ("12059", copies, 0, 2)
    assert judge(catalogue(), replace(deck, slots={**deck.slots, "12059": fix.left})).legal


def test_no_fix_is_offered_where_nothing_is_solved():
    assert problems.one_fix(Examined(catalogue(), a_deck("60151"))) is None


@pytest.mark.django_db
def test_why_not_begins_with_what_the_investigator_takes(as_alice: Client, alice: User):
    deck = services.create_deck(owner=alice, investigator=ROLAND)
    for code in ("01016", "01017", "01018", "01019", "01020", "01021", "01022", "01023", "01024", "01025",
                 "01030", "01031", "01032", "01033", "01034"):  # fmt: skip
        services.set_quantity(deck, code=code, quantity=2)
    deck.refresh_from_db()
    assert deck.size >= deck.size_needed
    page = as_alice.get(reverse("deck-edit-why", args=[deck.public_id, "01064"])).content.decode()
    assert "takes" in page
    assert page.index("deck.options-only") < page.index("deck.size-exact")


@pytest.mark.django_db
def test_a_missing_required_card_is_added_with_one_press(as_alice: Client, alice: User):
    deck = services.create_deck(owner=alice, investigator=ROLAND)
    services.set_quantity(deck, code="01006", quantity=0)
    address = reverse("deck-edit", args=[deck.public_id])
    page = as_alice.get(address)
    assert [(each.code, each.needed) for each in page.context["lacking"]] == [("01006", 1)]
    assert 'name="set" value="main:01006"' in page.content.decode()
    deck.refresh_from_db()
    revision = page.context["editor_page"].revision
    as_alice.post(
        reverse("deck-edit-slots", args=[deck.public_id]),
        {"set": "main:01006", "quantity": "1", "revision": revision},
    )
    assert Deck.objects.get().working.slots["01006"] == 1
    assert not as_alice.get(address).context["lacking"]
