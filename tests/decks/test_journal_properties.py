"""Tests that undo followed by redo changes nothing, for random sequences of all kinds of edits."""

from random import Random

import pytest

from decks import services
from decks.errors import Refusal
from decks.models import Deck
from decks.services.journal import FIELDS, PARTS
from rules.cards.model import Choices, Tick
from rules.outcome import Outcome, piles_of

pytestmark = pytest.mark.django_db

CODES = ("01016", "01020", "01025", "09022", "99999", "01006", "02158")


def state(deck):
    deck = Deck.objects.select_related("working").get(pk=deck.pk)
    version = deck.working
    ledger = [(row.position, row.card, row.price) for row in version.purchases.all()]
    parts = {part: getattr(version, part) for part in PARTS}
    columns = {
        column: getattr(deck, column) for column in (*FIELDS, "is_legal", "problems", "size", "experience")
    }
    return parts, columns, ledger, version.cost


def random_edit(deck, chance):
    code = chance.choice(CODES)
    where = chance.choice(("main", "main", "side", "ignored"))
    steps = [
        lambda: services.set_quantity(deck, code=code, quantity=chance.randrange(4), where=where),
        lambda: services.customize(deck, code="09022", ticks=[Tick(0, chance.randrange(2))]),
        lambda: services.annotate(deck, code=code, text=chance.choice(("", "a", "b"))),
        lambda: services.attach(deck, code=code, cards=chance.sample(CODES, chance.randrange(3))),
        lambda: services.settle(deck, changes={"taboo": chance.choice(("", "007", "010"))}),
        lambda: services.settle(deck, choices=Choices(back=chance.choice(("", "90024")))),
        lambda: services.rename(deck, name=chance.choice(("A", "B"))),
        lambda: services.write_notes(deck, notes=chance.choice(("", "x"))),
        lambda: services.move_card(deck, code=code, quantity=1, source="main", target="side"),
        lambda: services.buy(deck, code=chance.choice(("01088", "01089", "03190")), replaces=""),
    ]
    try:
        return chance.choice(steps)().edit
    except Refusal:
        return None


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("upgrading", [False, True])
def test_there_and_back_again(alice, seed, upgrading):
    chance = Random(seed)
    deck = services.create_deck(owner=alice, investigator="01001")
    services.set_quantity(deck, code="01016", quantity=2)
    if upgrading:
        services.begin_upgrade(deck, experience=20, outcome=Outcome(exiled=piles_of(["01016"])))
    states = [state(deck)]
    for _turn in range(15):
        before = Deck.objects.get(pk=deck.pk).working.edits.count()
        edit = random_edit(deck, chance)
        if edit is None:
            assert state(deck) == states[-1], "what was refused changed nothing"
        elif Deck.objects.get(pk=deck.pk).working.edits.count() == before:
            states[-1] = state(deck)  # typing: the last edit grew
        else:
            states.append(state(deck))
    begun = 1 if not upgrading else 0  # the first edit, before the random ones
    for expected in reversed(states[:-1]):
        services.undo(deck)
        assert state(deck) == expected
    for expected in states[1:]:
        services.redo(deck)
        assert state(deck) == expected
    assert Deck.objects.get(pk=deck.pk).working.edits.count() == len(states) - 1 + begun
