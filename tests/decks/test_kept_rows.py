"""Tests of rows that are drawn once and kept: they are those that the template draws."""

from typing import Any

import pytest
from django.template.loader import get_template, render_to_string
from django.utils import translation

from accounts.models import User
from cards.adapters import catalogue
from decks import services
from decks.editor import kept_rows
from decks.editor.kept_rows import EDITED, READ, deck_row_html
from decks.editor.page import EditorPage
from decks.models import Deck

pytestmark = pytest.mark.django_db

ROLAND, MACHETE, EMERGENCY_CACHE = "01001", "01020", "01088"


@pytest.fixture
def decks(alice: User, bob: User) -> list[Deck]:
    made = [services.create_deck(owner=owner, investigator=ROLAND) for owner in (alice, bob)]
    for deck in made:
        for code in (MACHETE, EMERGENCY_CACHE):
            services.set_quantity(deck, code=code, quantity=2)
    services.set_quantity(made[1], code=MACHETE, quantity=3)
    return [again(deck) for deck in made]


def again(deck: Deck) -> Deck:
    """Return the deck as it is now."""
    return Deck.objects.select_related("working").get(pk=deck.pk)


@pytest.mark.parametrize("template", [EDITED, READ])
def test_a_kept_row_is_the_row_of_the_template(decks: list[Deck], template: str) -> None:
    """In each deck and language, whichever was drawn first."""
    for _time in range(2):
        for deck in decks:
            for language in ("en", "de"):
                with translation.override(language):
                    rows = EditorPage(deck).rows("main")
                    assert len(rows) > 2
                    for row in rows:
                        drawn = render_to_string(template, {"row": row, "deck": deck})
                        assert deck_row_html(catalogue(), template, row, deck) == drawn


def test_only_rows_that_changed_are_drawn(decks: list[Deck], monkeypatch: pytest.MonkeyPatch) -> None:
    """Another copy changes its own row, and the numbers of problems in others."""
    deck = decks[0]

    def rows() -> list[str]:
        return [deck_row_html(catalogue(), EDITED, row, deck) for row in EditorPage(again(deck)).rows("main")]

    before = rows()
    drawn: list[str] = []
    get = get_template

    def counted(name: str) -> Any:
        drawn.append(name)
        return get(name)

    monkeypatch.setattr(kept_rows, "get_template", counted)
    assert rows() == before
    assert drawn == []
    services.set_quantity(deck, code=EMERGENCY_CACHE, quantity=1)
    after = rows()
    assert len(drawn) == len(set(after) - set(before)) > 0


def test_words_of_a_player_are_not_kept(decks: list[Deck]) -> None:
    """A remark that looks like the deck of kept rows stays as it was written."""
    deck, remark = decks[0], str(kept_rows.ANY_DECK.public_id)
    services.annotate(deck, code=MACHETE, text=remark)
    row = next(row for row in EditorPage(again(deck)).rows("main") if row.code == MACHETE)
    assert remark in deck_row_html(catalogue(), EDITED, row, deck)
