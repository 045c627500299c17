"""Tests of the names in the history: investigators as they were then, monsters and cards instead of ids."""

from dataclasses import replace
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from boardgames.selectors import departures_after
from boardgames.services.recording import record, start_game
from rules.boardgames.third_edition.actions import Attack, Gather
from rules.boardgames.third_edition.clues import SpawnClue
from rules.boardgames.third_edition.doom import SpreadDoom
from rules.boardgames.third_edition.harm import ChooseInvestigator, Devour, Suffer
from rules.boardgames.third_edition.monsters import DefeatMonster, MoveMonster
from rules.boardgames.third_edition.setup import BeginPlay, Player, Start
from tests.rules.boardgames.third_edition import SCENARIO, person

pytestmark = pytest.mark.django_db


def test_the_history_uses_the_names_of_its_time():
    """After a new investigator came, older commands are still those of the one before."""
    owner = User.objects.create_user("ann")
    client = Client()
    client.force_login(owner)
    players = tuple(Player("Ann", person(name)) for name in ("Ada", "Bert"))
    begin = Start(scenario=replace(SCENARIO, opening=()), players=players)
    game = start_game("third", begin, owner=owner, name="Friday")
    for command in (
        *[SpawnClue(neighborhood="Harbor")] * 3,
        SpreadDoom(spaces=("Mill",)),
        BeginPlay(),
        Gather(seat="1"),
        MoveMonster(monster="m1", space="Tavern"),
        Attack(seat="1", monster="m1", successes=1),
        DefeatMonster(monster="m1"),
        Suffer(seat="1", horror=2),
        Devour(seat="1"),
        ChooseInvestigator(seat="1", investigator=person("Cora")),
    ):
        game.refresh_from_db()
        record(game, command, by=owner)
    page = unescape(client.get(reverse("game-history", args=[game.public_id])).content.decode())
    for text in (
        "Ada gathers resources.",
        "Rat moves to Tavern.",
        "Ada attacks Rat, successes: 1.",
        "Rat is defeated.",
        "Ada suffers 2 horror.",
        "Ada is devoured.",
        "Cora will join with the next action phase.",
    ):
        assert text in page
    kinds = [[row.kind for row in departures_after(game, number)] for number in (11, 12)]
    assert kinds == [["devour"], []], "a later page of the history asks for what came after it"
