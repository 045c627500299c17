"""Tests of bounds: what a game and the templates of a user may hold."""

import pytest

from accounts.models import User
from boardgames.errors import BadCommand
from boardgames.models import Game, Template
from boardgames.services import recording, templates
from boardgames.services.recording import record, start_game
from boardgames.services.templates import FORMAT, import_templates, save_template
from rules.boardgames.second_edition import commands as c
from tests.boardgames.test_game_queries import long_game
from tests.rules.boardgames.second_edition.table import beginning

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner() -> User:
    return User.objects.create_user("ann")


def scenario(size: int) -> dict[str, str]:
    return {"note": "x" * (size - len('{"note": ""}'))}


def test_a_game_holds_so_much_and_no_more(owner, monkeypatch):
    monkeypatch.setattr(recording, "LARGEST_GAME", 6_000)
    game = start_game("second", beginning(2), owner=owner)
    record(game, c.Tick(item="one", note="x" * 3_000), by=owner)
    with pytest.raises(BadCommand, match="full"):
        record(game, c.Tick(item="two", note="x" * 3_000), by=owner)
    assert record(game, c.Tick(item="two"), by=owner).game.revision == game.commands.count() == 3


def test_the_size_of_a_game_counts_what_was_recorded(owner):
    game = long_game(owner, 20)
    stored = Game.objects.get(pk=game.pk).commands.aggregate(size=recording.SIZE)["size"]
    assert 20 * 100 < stored < 20 * 1_000


def test_a_template_has_a_largest_size(owner):
    save_template(owner, "third", "scenario", "As large", {"note": "x" * 4_000})
    cards = [{"number": str(n), "title": "x" * 4_000} for n in range(15)]
    with pytest.raises(BadCommand, match="too large for a template"):
        save_template(owner, "third", "scenario", "Larger", {"cards": cards})
    assert [row.name for row in Template.objects.all()] == ["As large"]


def test_templates_have_a_largest_size_together(owner, monkeypatch):
    monkeypatch.setattr(templates, "LARGEST_TOGETHER", 2_500)
    for name in ("One", "Two"):
        save_template(owner, "third", "scenario", name, scenario(1_000))
    rows = [
        {"edition": "third", "kind": "scenario", "name": name, "facts": scenario(300)} for name in ("3", "4")
    ]
    with pytest.raises(BadCommand, match="together"):
        import_templates(owner, {"format": FORMAT, "templates": rows})
    with pytest.raises(BadCommand, match="together"):
        save_template(owner, "third", "scenario", "Three", scenario(1_000))
    assert Template.objects.count() == 2
    # One of them is replaced by a larger one that still fits.
    save_template(owner, "third", "scenario", "Two", scenario(1_400))
    # Another user has room of their own.
    save_template(User.objects.create_user("bob"), "third", "scenario", "One", scenario(2_400))
