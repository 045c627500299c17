"""Tests of the pages of the Third Edition: scenarios as text, the start, the table and every form."""

import json
from dataclasses import replace
from html import unescape
from io import BytesIO
from random import Random

import pytest
from django.http import QueryDict
from django.test import Client
from django.urls import reverse

from accounts.models import User
from boardgames.adapters import state_of
from boardgames.errors import BadCommand
from boardgames.forms import groups_of
from boardgames.forms.fields import read_command
from boardgames.models import Game, Template
from boardgames.questions import all_due
from boardgames.scenario_text import fields_from, scenario_from
from boardgames.services.recording import record, start_game
from boardgames.services.templates import save_template
from boardgames.tables import outline, table_view
from boardgames.text import entry_texts, names_of, text_of
from rules.boardgames import Played, Refusal, command_from_json, command_to_json, play
from rules.boardgames.play import MOST_CONSEQUENCES
from rules.boardgames.third_edition import EDITION
from rules.boardgames.third_edition.clues import SpawnClue
from rules.boardgames.third_edition.codex import Finish
from rules.boardgames.third_edition.harm import Retire
from rules.boardgames.third_edition.scenario import ArchiveCard, Scenario, Threshold, problems
from rules.boardgames.third_edition.setup import Player, Start
from rules.codec import to_json
from tests.rules.boardgames.third_edition import NAMES, SCENARIO, game, out, person
from tests.rules.boardgames.third_edition_walks import moves, opened

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner() -> User:
    return User.objects.create_user("ann")


@pytest.fixture
def client(owner: User) -> Client:
    client = Client()
    client.force_login(owner)
    return client


@pytest.fixture
def boxes(owner: User) -> None:
    """The group has entered a scenario and three investigators, one of a box that it does not own."""
    facts = {name: value for name, value in to_json(SCENARIO).items() if name != "name"}
    save_template(owner, "third", "scenario", SCENARIO.name, facts)
    for name in NAMES[:3]:
        plain = {key: value for key, value in to_json(person(name)).items() if key != "name"}
        save_template(owner, "third", "investigator", name, plain, owned=name != "Cora")


# --- Scenarios as text ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "scenario",
    [
        SCENARIO,
        replace(
            SCENARIO,
            borders=(),
            doom={"Pier": 2},
            reckoning=True,
            note="Two lines\nof notes",
            anomalies="Ours",
        ),
        replace(
            SCENARIO,
            cards=(
                ArchiveCard(
                    "7",
                    "Dial",
                    (Threshold("doom", 2, flips=True),),
                    reckoning=True,
                    back=(Threshold("clues", 3, each=True, ends="won", effect="It stops."),),
                ),
            ),
        ),
    ],
)
def test_a_scenario_survives_the_editor(scenario):
    read = scenario_from(fields_from(scenario))
    pairs = {frozenset(pair) for pair in read.borders}
    assert pairs == {frozenset(pair) for pair in scenario.borders}
    assert replace(read, borders=()) == replace(scenario, borders=())


@pytest.mark.parametrize(
    ("field", "text"),
    [
        ("neighborhoods", "Harbor"),
        ("streets", "Road: muddy"),
        ("borders", "Pier"),
        ("doom", "Pier"),
        ("doom", "Pier: many"),
        ("monsters", "Rat: 3, polite"),
        ("placed", "Rat"),
        ("cards", "- doom 3: first"),
        ("cards", "10 Lead\n- rain 3: wet"),
        ("cards", "10 Lead\n- doom 3, soon: wet"),
        ("events", "x"),
        ("monsters", "x" * 9_000),
    ],
)
def test_unclear_lines_are_named(field, text):
    with pytest.raises(BadCommand):
        scenario_from({**fields_from(SCENARIO), field: text})


def test_the_editor_saves_what_is_possible(client, owner):
    address = reverse("game-scenario-new")
    page = client.post(address, {**fields_from(SCENARIO), "start": "Moon", "box": "Base"})
    assert page.status_code == 400
    assert "476.3b" in page.content.decode()
    page = client.post(address, {**fields_from(SCENARIO), "box": "Base"}, follow=True)
    assert "Harbor: Pier, Warehouse, Lighthouse" in unescape(page.content.decode())
    row = Template.objects.get()
    assert (row.name, row.box) == ("A Quiet Town", "Base")
    edit = reverse("game-scenario", args=[row.public_id])
    assert "Long Bridge" in client.get(edit).content.decode()
    client.post(edit, {**fields_from(SCENARIO), "events": "30"})
    row.refresh_from_db()
    assert row.facts["events"] == 30
    other = Client()
    other.force_login(User.objects.create_user("ben"))
    assert other.get(edit).status_code == 404


def test_scenarios_are_exported_and_imported(client, boxes):
    data = client.get(reverse("game-templates-export")).json()
    Template.objects.all().delete()
    other = Client()
    other.force_login(User.objects.create_user("ben"))

    file = BytesIO(json.dumps(data).encode())
    file.name = "templates.json"
    other.post(reverse("game-templates"), {"do": "import", "file": file})
    assert Template.objects.filter(edition="third").count() == 4


def test_an_investigator_is_entered_with_skills(client):
    form = {"edition": "third", "kind": "investigator", "name": "Ada", "do": "save", "health": "6"}
    client.post(reverse("game-templates"), {**form, "sanity": "5", "focus_limit": "3", "skills.lore": "4"})
    row = Template.objects.get()
    assert row.facts["skills"] == {"lore": 4}
    page = client.get(reverse("game-template", args=[row.public_id])).content.decode()
    assert "Lore" in page


# --- The start ------------------------------------------------------------------------------------------


def test_without_a_scenario_the_page_says_what_to_do(client):
    assert "Enter a scenario" in client.get(reverse("game-new-third")).content.decode()
    page = client.post(reverse("game-new-third"), {"player-1": "Ann", "name-1": "Ada", "do": "start"})
    assert page.status_code == 400


def test_a_game_starts_from_templates(client, boxes):
    form = {
        "scenario": SCENARIO.name,
        "player-1": "Ann",
        "name-1": "Ada",
        "player-2": "Ben",
        "name-2": "Bert",
    }
    page = client.post(
        reverse("game-new-third"), {**form, "health-2": "9", "leader": "2", "do": "start"}, follow=True
    )
    assert page.status_code == 200
    row = Game.objects.get()
    state = state_of(row)
    assert (row.edition, row.status, row.subject, row.players) == ("third", "setup", "A Quiet Town", 2)
    assert state.leader == "2"
    assert (state.seats["1"].facts.health, state.seats["2"].facts.health) == (5, 9)
    assert [each.name for each in state.pool] == ["Ada", "Bert"]


@pytest.mark.parametrize(
    ("fields", "part"),
    [
        ({"name-1": ""}, "needs an investigator"),
        ({"health-1": "x"}, "whole numbers"),
        ({"health-1": "1000"}, "whole numbers"),
        ({"name-2": "Ada"}, "of their own"),
    ],
)
def test_impossible_starts_are_explained(client, boxes, fields, part):
    form = {"scenario": SCENARIO.name, "player-1": "Ann", "name-1": "Ada", "do": "start", **fields}
    page = client.post(reverse("game-new-third"), form)
    assert page.status_code in (400, 409)
    assert not Game.objects.exists()
    assert part in unescape(page.content.decode())


@pytest.mark.parametrize("leader", ["", "²", "3", "x"])
def test_a_leader_who_does_not_play_is_the_first_player(client, boxes, leader):
    form = {"scenario": SCENARIO.name, "player-1": "Ann", "name-1": "Ada", "leader": leader, "do": "start"}
    client.post(reverse("game-new-third"), form)
    assert state_of(Game.objects.get()).leader == "1"


def test_draws_use_what_the_group_owns(client, boxes):
    fields = client.post(
        reverse("game-new-third"), {"player-1": "Ann", "player-2": "Ben", "player-3": "Cy", "do": "draw"}
    ).context["fields"]
    assert fields["scenario"] == SCENARIO.name
    assert {fields["name-1"], fields["name-2"]} == {"Ada", "Bert"}
    assert "name-3" not in fields or fields["name-3"] == ""
    assert fields["leader"] in "123"


# --- The table ------------------------------------------------------------------------------------------


def test_random_games_can_be_shown():
    """Whatever the state, the table, its forms, questions and history have texts."""
    for seed in range(4):
        for state, command in moves(Random(seed), 120):
            view = table_view("third", state)
            assert view.now
            assert outline("third", state).subject == "A Quiet Town"
            assert groups_of("third", state)
            for due in all_due(EDITION, state):
                assert due.text
                assert due.buttons or due.choices or due.kind
                for button in (*due.buttons, *(each for menu in due.choices for each in menu.options)):
                    assert command_from_json(EDITION, json.loads(button.value))
            played = play(EDITION, state, command)
            if isinstance(played, Played):
                names = names_of("third", played.state)
                text = text_of("third", command_to_json(command), names)
                assert text
                assert "{" not in text
                assert all(entry_texts("third", played.entries, names))


def test_buttons_of_the_table_are_accepted():
    """A button that the table offers is never refused."""
    for seed in range(4):
        for state, _command in moves(Random(seed), 60):
            view = table_view("third", state)
            buttons = [button for seat in view.seats for button in seat.buttons]
            buttons += [
                each for seat in view.seats for stat in seat.stats for each in (stat.less, stat.more) if each
            ]
            buttons += [
                each
                for tile in view.extra["tiles"]
                for space in tile.spaces
                for each in (
                    space.less,
                    space.more,
                    *(b for monster in space.monsters for b in monster.buttons),
                )
                if each
            ]
            for button in buttons:
                played = play(EDITION, state, button.command)
                if isinstance(played, Refusal):
                    assert played.rule in ("seat.beaten", "focus.owed"), (button, played)


def test_menus_and_answers_are_accepted():
    """A menu, or an answer to a question, never offers what the rules refuse."""
    menus = 0
    for seed in range(4):
        for state, _command in moves(Random(seed), 60):
            view = table_view("third", state)
            due = all_due(EDITION, state)
            choices = [choice for seat in view.seats for choice in seat.choices]
            choices += [*view.choices, *(choice for each in due for choice in each.choices)]
            menus += len(choices)
            offered = [option for choice in choices for option in choice.options]
            for button in (*offered, *(button for each in due for button in each.buttons)):
                played = play(EDITION, state, button.command)
                if isinstance(played, Refusal):
                    assert played.rule in ("seat.beaten", "focus.owed"), (button, played)
    assert menus > 100


def _filled(form) -> QueryDict:
    """What a form sends if it is sent as it is shown."""
    sent = QueryDict(mutable=True)
    sent["kind"] = form.kind
    for field in form.fields:
        if field.widget == "select" and field.options:
            sent.appendlist(field.name, field.value or field.options[0][0])
        elif field.widget in ("number", "hidden"):
            sent.appendlist(field.name, field.value)
        elif field.widget == "text":
            sent.appendlist(field.name, "10")
        elif field.widget == "many" and field.options:
            sent.appendlist(field.name, field.options[0][0])
    return sent


def test_every_form_is_a_command():
    """A form as it is shown gives a command that is accepted, or refused with a rule."""
    kinds = set()
    for seed in range(6):
        for state, _command in moves(Random(seed), 80):
            for group in groups_of("third", state):
                for form in group.forms:
                    command = read_command(EDITION, _filled(form))
                    kinds.add(form.kind)
                    played = play(EDITION, state, command)
                    assert isinstance(played, Played) or str(played)
    missing = set(EDITION.commands) - kinds
    by_button = {
        "begin-play",
        "start",
        "next-phase",
        "stand-up",
        "end-turn",
        "encounter",
        "pass-token",
        "reckon",
    }
    by_proposal = {"outbreak", "defeat", "ready-monsters", "resolve-threshold", "finish-spell"}
    assert missing <= by_button | by_proposal | {"choose-investigator", "cast-spell", "monster-attack"}


def test_the_page_of_a_game(client, owner):
    commands, _state = opened(("1", "10"))
    row = start_game("third", commands[0], owner=owner, name="Friday")
    for command in commands[1:]:
        row.refresh_from_db()
        record(row, command, by=owner)
    for name in ("game-detail", "game-print", "game-history", "game-settings"):
        page = client.get(reverse(name, args=[row.public_id]))
        assert page.status_code == 200
    page = unescape(client.get(reverse("game-detail", args=[row.public_id])).content.decode())
    for part in ("Round 1: Action phase", "Harbor", "Long Bridge", "The first lead", "spread doom", "Rat"):
        assert part in page
    row.refresh_from_db()
    sent = {"kind": "place-doom", "space": "Pier", "number": "3", "follows": row.revision, "do": "preview"}
    preview = unescape(client.post(reverse("game-command", args=[row.public_id]), sent).content.decode())
    assert "Outbreak in Pier" in preview


def test_a_long_chain_of_consequences_is_recorded_in_parts(client, owner):
    cards = tuple(ArchiveCard(str(number)) for number in range(10, 70))
    scenario = replace(SCENARIO, cards=cards, opening=tuple(card.number for card in cards))
    begin = Start(scenario=scenario, players=(Player("Ann", person("Ada")),))
    row = start_game("third", begin, owner=owner, name="Friday")
    for name in ("Harbor", "Hill", "Harbor"):
        record(row, SpawnClue(neighborhood=name), by=owner)
    row.refresh_from_db()
    sent = {"kind": "spread-doom", "spaces": "Pier", "follows": row.revision}
    for what, status in (("preview", 200), ("all", 302)):
        page = client.post(reverse("game-command", args=[row.public_id]), {**sent, "do": what})
        assert page.status_code == status
    row.refresh_from_db()
    state = state_of(row)
    assert len(state.codex) == MOST_CONSEQUENCES
    assert [each.rule for each in EDITION.proposals(state)] == ["setup.codex"], "the others stay proposed"


def test_the_end_is_shown():
    won = table_view(
        "third", out(game(cards=("1",)), Finish(outcome="won", ending="50", how="The gate shuts."))
    )
    assert "Card 50." in won.end.title
    assert won.end.won
    lost = out(game(1, pool=(person("Ada"),)), Retire(seat="1"))
    assert "No investigator is left." in table_view("third", lost).end.title
    assert (
        table_view("third", out(game(), Finish(outcome="abandoned"))).end.title == "The game was abandoned."
    )


def test_the_reference_card(client):
    page = client.get(reverse("game-reference-third")).content.decode()
    assert "461.1a" in page


def test_an_empty_scenario_has_problems():
    assert list(problems(Scenario()))


def test_the_printed_table_is_enough_to_build_it_again(client, owner):
    commands, _state = opened(("1", "10"))
    row = start_game("third", commands[0], owner=owner, name="Friday")
    for command in commands[1:]:
        row.refresh_from_db()
        record(row, command, by=owner)
    page = unescape(client.get(reverse("game-print", args=[row.public_id])).content.decode())
    page = " ".join(page.split())
    for part in (
        "Lighthouse",
        "Long Bridge",
        "(unstable)",
        "Rat 0/1, ready",
        "The first lead",
        "spread doom",
    ):
        assert part in page


def test_beside_an_anomaly_a_space_has_no_limit():
    state = game(cards=("1", "2"))
    area = replace(state.areas["Harbor"], anomaly=True)
    state = replace(state, areas={**state.areas, "Harbor": area}, doom={**state.doom, "Pier": 3})
    harbor, hill = (tile.spaces for tile in table_view("third", state).extra["tiles"][:2])
    assert [space.limit for space in harbor] == [None] * 3
    assert [space.limit for space in hill] == [3] * 3
