"""Tests of the pages of board games: set-up, recording, stale commands, members and templates."""

import json
from io import BytesIO
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from boardgames.adapters import state_of
from boardgames.forms import groups_of
from boardgames.models import Game, GameMember, Template
from boardgames.services.members import invite
from boardgames.services.recording import record, start_game
from rules.boardgames.second_edition import commands as c
from tests.rules.boardgames.second_edition.table import beginning

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
def game(owner: User) -> Game:
    game = start_game("second", beginning(3), owner=owner, name="Friday")
    record(game, c.OpenGate(place="Woods", world="Yuggoth"), by=owner)
    game.refresh_from_db()
    record(game, c.Begin(), by=owner)
    game.refresh_from_db()
    return game


def sent(game: Game, **fields):
    return {"follows": game.revision, **fields}


def at(name: str, game: Game) -> str:
    return reverse(name, args=[game.public_id])


def command(**fields) -> str:
    return json.dumps(fields)


def test_a_guest_sets_up_a_game_and_keeps_it(db):
    client = Client()
    form = {"ancient": "Azathoth", "player-1": "Ann", "name-1": "Joe Diamond", "sanity-1": "4", "first": "1"}
    page = client.post(reverse("game-new"), {**form, "do": "start"}, follow=True)
    assert page.status_code == 200
    game = Game.objects.get()
    state = state_of(game)
    assert (state.ancient.doom, state.seats["p1"].max_sanity, game.status) == (14, 4, "setup")
    assert "Azathoth" in client.get(reverse("game-list")).content.decode()


def test_what_is_left_open_is_drawn(client):
    page = client.post(reverse("game-new"), {"player-1": "Ann", "player-2": "Ben", "do": "draw"})
    fields = page.context["fields"]
    assert fields["ancient"]
    assert fields["name-1"] != fields["name-2"]
    assert fields["first"] in ("1", "2")
    assert not Game.objects.exists()


def test_random_draws_use_only_boxes_that_are_owned(client, owner):
    for name, owned in (("Ours", True), ("Theirs", False)):
        Template.objects.create(
            owner=owner, edition="second", kind="investigator", name=name, box=name, owned=owned, facts={}
        )
    names = set()
    for _attempt in range(12):
        players = {f"player-{number}": "P" for number in range(1, 9)}
        page = client.post(reverse("game-new"), {**players, "do": "draw"})
        names |= {page.context["fields"].get(f"name-{number}") for number in range(1, 9)}
    assert "Ours" in names
    assert "Theirs" not in names


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ({"ancient": "Azathoth"}, "1 to 8 players"),
        ({"ancient": "Azathoth", "player-1": "Ann"}, "needs an investigator"),
        ({"player-1": "Ann", "name-1": "Joe"}, "A name has"),
        ({"ancient": "A", "player-1": "Ann", "name-1": "J", "sanity-1": "x"}, "whole numbers"),
    ],
)
def test_a_set_up_that_makes_no_sense_says_why(client, form, words):
    page = client.post(reverse("game-new"), {**form, "do": "start"})
    assert page.status_code in (400, 409)
    assert words in page.content.decode()
    assert not Game.objects.exists()


def test_the_table_shows_limits_and_what_counts(client, game):
    page = client.get(at("game-detail", game)).content.decode()
    for words in ("Turn 1: Upkeep", "reaching it counts", "only exceeding it counts", "gate to Yuggoth"):
        assert words in page


def test_a_tap_records_a_command(client, game):
    value = command(kind="change", seat="p1", what="sanity", number=-2)
    answer = client.post(at("game-command", game), sent(game, command=value))
    assert answer.status_code == 302
    game.refresh_from_db()
    assert state_of(game).seats["p1"].sanity == 3


def test_a_preview_records_nothing_and_shows_what_follows(client, game):
    fields = {"kind": "change-doom", "number": "13", "do": "preview"}
    page = client.post(at("game-command", game), sent(game, **fields)).content.decode()
    assert "Doom 1 → 14" in page
    assert "The Ancient One awakens." in page
    game.refresh_from_db()
    assert state_of(game).doom == 1
    fields["do"] = "all"
    client.post(at("game-command", game), sent(game, **fields))
    game.refresh_from_db()
    assert game.status == "battle"
    client.post(at("game-undo", game), {"follows": game.revision})
    game.refresh_from_db()
    assert (game.status, state_of(game).doom) == ("playing", 1), "what followed is undone with it"
    client.post(at("game-redo", game), {"follows": game.revision})
    game.refresh_from_db()
    assert game.status == "battle"


def test_a_refusal_names_its_page(client, game):
    value = command(kind="set-rumor", name="")
    page = client.post(at("game-command", game), sent(game, command=value))
    assert page.status_code == 409
    assert "A name has" in page.content.decode()
    gate = client.post(at("game-command", game), sent(game, command=command(kind="open-gate", place="Woods")))
    assert "p9" in gate.content.decode()


@pytest.mark.parametrize(
    "fields",
    [
        {"command": "{"},
        {"command": '{"kind": "fly"}'},
        {"kind": "fly"},
        {"kind": "change", "seat": "p1", "what": "clues", "number": "many"},
        {"kind": "change", "seat": "p1", "what": "clues", "number": "1234567"},
        {"kind": "change"},
        {"command": "[" * 30_000},
    ],
)
def test_what_cannot_be_read_is_refused(client, game, fields):
    assert client.post(at("game-command", game), sent(game, **fields)).status_code == 400


def test_a_stale_command_is_refused_with_what_changed_and_can_be_repeated(client, game, owner):
    old = game.revision
    record(game, c.RaiseTerror(), by=owner)
    value = command(kind="change", seat="p1", what="clues", number=1)
    page = client.post(at("game-command", game), {"follows": old, "command": value})
    text = page.content.decode()
    assert page.status_code == 409
    assert "Terror rises by 1." in text
    assert 'id="do-it-again"' in text
    assert page.context["repeat"] == [("command", value)]
    assert client.post(at("game-command", game), {"follows": old + 1, "command": value}).status_code == 302


def test_a_request_sent_twice_takes_effect_once(client, game):
    value = command(kind="change", seat="p1", what="clues", number=1)
    fields = {"key": "5f2a4b1e-0000-4000-8000-000000000001", "command": value, "follows": game.revision}
    for _attempt in range(2):
        assert client.post(at("game-command", game), fields).status_code == 302
    game.refresh_from_db()
    assert state_of(game).seats["p1"].clues == 1


def test_the_pulse_is_silent_until_something_changes(client, game, owner):
    address = at("game-pulse", game)
    assert client.get(address, {"revision": game.revision}).status_code == 204
    record(game, c.RaiseTerror(), by=owner)
    page = client.get(address, {"revision": game.revision}, headers={"HX-Request": "true"})
    assert page.status_code == 200
    assert page.content.decode().lstrip().startswith('<div id="game-table"')


def test_a_phone_joins_with_the_link_and_records(client, game, owner):
    token = invite(game, role="player").token
    phone = Client()
    assert "Friday" in phone.get(reverse("game-join", args=[token])).content.decode()
    phone.post(reverse("game-join", args=[token]))
    value = command(kind="change", seat="p2", what="money", number=4)
    assert phone.post(at("game-command", game), sent(game, command=value)).status_code == 302
    assert GameMember.objects.filter(game=game).count() == 2
    reader = Client()
    reader.post(reverse("game-join", args=[invite(game, role="reader").token]))
    assert reader.get(at("game-detail", game)).status_code == 200
    assert reader.post(at("game-command", game), sent(game, command=value)).status_code == 403


def test_a_branch_goes_on_from_an_earlier_command(client, game):
    client.post(at("game-branch", game), {"until": "2"})
    made = Game.objects.exclude(pk=game.pk).get()
    state = state_of(made)
    assert (state.status, state.doom, made.branched_at) == ("setup", 1, 2)
    assert made.commands.count() == 2


def test_everything_from_a_command_on_is_undone(client, game, owner):
    for _number in range(3):
        record(game, c.RaiseTerror(), by=owner)
        game.refresh_from_db()
    client.post(at("game-undo", game), {"follows": game.revision, "down_to": "5"})
    game.refresh_from_db()
    assert state_of(game).terror == 1


@pytest.mark.parametrize(("page", "field"), [("game-undo", "down_to"), ("game-branch", "until")])
def test_a_number_that_is_none_is_refused(client, game, owner, page, field):
    record(game, c.RaiseTerror(), by=owner)
    game.refresh_from_db()
    answer = client.post(at(page, game), {"follows": game.revision, field: "five"})
    assert answer.status_code == 400
    assert "“five” is not the number of a command." in answer.content.decode()
    game.refresh_from_db()
    assert state_of(game).terror == 1
    assert Game.objects.count() == 1


def test_a_question_is_answered_with_a_form(client, game, owner):
    record(game, c.GainCard(seat="p1", card="common", name="Lamp"), by=owner)
    game.refresh_from_db()
    record(game, c.GainCard(seat="p1", card="spell", name="Wither"), by=owner)
    game.refresh_from_db()
    record(game, c.Change(seat="p1", what="sanity", number=-5), by=owner)
    game.refresh_from_db()
    page = client.get(at("game-detail", game)).content.decode()
    assert "discards half of the items. Choose: 1." in page
    fields = {"kind": "knock-out", "seat": "p1", "has.discard": "1", "discard": "1"}
    assert client.post(at("game-command", game), sent(game, **fields)).status_code == 302
    game.refresh_from_db()
    seat = state_of(game).seats["p1"]
    assert ([card.name for card in seat.cards], seat.place) == (["Lamp"], "Arkham Asylum")


def test_cards_are_traded_with_a_form(client, game, owner):
    for card, name in (("ally", "Duke"), ("common", "Lamp"), ("spell", "Wither")):
        record(game, c.GainCard(seat="p1", card=card, name=name), by=owner)
    record(game, c.Move(seat="p2", place="Downtown"), by=owner)
    game.refresh_from_db()
    forms = [form for group in groups_of("second", state_of(game)) for form in group.forms]
    (trade,) = [form for form in forms if form.kind == "trade" and form.label != "Give money"]
    fields = {field.name: field for field in trade.fields}
    assert fields["to"].value == "p3", "an investigator at the same place comes first"
    assert [index for index, _label in fields["cards"].options] == ["1", "2"], "allies are not traded"
    form = {"kind": "trade", "seat": "p1", "to": "p3", "money": "0", "has.cards": "1", "cards": ["1", "2"]}
    assert client.post(at("game-command", game), sent(game, **form)).status_code == 302
    game.refresh_from_db()
    seats = state_of(game).seats
    assert [card.name for card in seats["p3"].cards] == ["Lamp", "Wither"]
    assert [card.name for card in seats["p1"].cards] == ["Duke"]


@pytest.mark.parametrize(
    ("numbers", "status"),
    [({}, 302), ({"Woods": "1", "Graveyard": "2"}, 409), ({"Woods": "2", "Graveyard": "1"}, 302)],
)
def test_players_decide_where_monsters_surge(client, game, owner, numbers, status):
    record(game, c.OpenGate(place="Graveyard"), by=owner)
    game.refresh_from_db()
    page = client.get(at("game-detail", game)).content.decode()
    assert 'name="at.Graveyard"' in page
    form = {"kind": "surge", "place": "Woods", "at.Woods": "", "at.Graveyard": ""}
    form |= {f"at.{place}": number for place, number in numbers.items()}
    assert client.post(at("game-command", game), sent(game, **form)).status_code == status
    game.refresh_from_db()
    assert state_of(game).arkham == (5 if status == 302 else 2)


def test_the_end_shows_the_score_and_counts_in_the_statistics(client, game, owner):
    record(game, c.CorrectPlace(place="Woods", holds="nothing"), by=owner)
    for place in ("Woods", "Graveyard", "Black Cave", "The Unnamable", "The Witch House", "Unvisited Isle"):
        game.refresh_from_db()
        record(game, c.CorrectPlace(place=place, holds="seal"), by=owner)
    game.refresh_from_db()
    record(game, c.Win(how="sealing"), by=owner)
    game.refresh_from_db()
    assert (game.status, game.score) == ("won", 14 + 3)
    page = client.get(at("game-detail", game)).content.decode()
    assert 'id="total">17<' in page
    page = client.get(reverse("game-list"))
    statistics = page.context["statistics"]
    assert statistics.best == 17
    lines = [(line.name, line.played, line.won) for line in statistics.by_investigator]
    assert lines == [("Investigator 1", 1, 1), ("Investigator 2", 1, 1), ("Investigator 3", 1, 1)]
    assert "Investigator 2" in page.content.decode()
    assert client.get(at("game-print", game)).status_code == 200
    assert client.get(at("game-history", game)).status_code == 200


def test_templates_are_saved_exported_imported_and_shared(client, owner):
    address = reverse("game-templates")
    form = {"edition": "second", "kind": "ancient-one", "name": "Own", "doom": "9", "box": "Big box"}
    assert client.post(address, form).status_code == 302
    row = Template.objects.get()
    assert (row.facts, row.box) == ({"doom": 9}, "Big box")
    file = client.get(reverse("game-templates-export")).content
    other = Client()
    other.force_login(User.objects.create_user("ben"))
    upload = BytesIO(file)
    upload.name = "templates.json"
    assert other.post(address, {"do": "import", "file": upload}).status_code == 302
    assert Template.objects.filter(owner__username="ben", name="Own").exists()
    page = reverse("game-template", args=[row.public_id])
    assert other.get(page).status_code == 404
    client.post(page, {"do": "share"})
    assert other.get(page).status_code == 200
    assert other.post(page, {"do": "delete"}).status_code == 404
    client.post(address, {"do": "boxes"})
    row.refresh_from_db()
    assert not row.owned
    client.post(page, {"do": "delete"})
    assert not Template.objects.filter(owner=owner).exists()


@pytest.mark.parametrize(
    "content", [b"{", b"{}", b"[1]", b'{"format": "casebook-game-templates-1", "templates": [1]}']
)
def test_a_file_that_is_none_is_refused(client, content):
    upload = BytesIO(content)
    upload.name = "templates.json"
    page = client.post(reverse("game-templates"), {"do": "import", "file": upload})
    assert page.status_code == 400


@pytest.mark.parametrize(
    ("query", "words"),
    [
        (
            {"skill": 6, "bonus-1": 4, "hands-1": 1, "bonus-2": 6, "hands-2": 1, "modifier": -3, "needed": 3},
            "86.1 %",
        ),
        ({"skill": 2, "modifier": -3}, "0.0 %"),
        ({"skill": 2, "modifier": -3, "clues": 1}, "33.3 %"),
        ({"skill": 2, "modifier": -3, "edition": "third"}, "33.3 %"),
        ({"skill": 1, "edition": "third", "focus": 1}, "55.6 %"),
        ({"skill": 1, "fortune": "blessed"}, "50.0 %"),
        ({"bonus-1": 4, "hands-1": 1, "bonus-2": 6, "hands-2": 1, "bonus-3": 1, "hands-3": 1}, "two hands"),
        ({"bonus-1": 5, "resisted-1": "half"}, "with 3 dice"),
        ({"bonus-1": 5, "resisted-1": "immune", "skill": 1}, "with 1 dice"),
    ],
)
def test_the_dice_helper(client, query, words):
    page = client.get(f"{reverse('game-dice')}?{urlencode(query)}").content.decode()
    assert words in page
