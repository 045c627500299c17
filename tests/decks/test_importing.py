"""Tests that decks are imported with everything in them, and exported unchanged."""

import json
from uuid import uuid4

import pytest
from django.db import connection
from django.urls import reverse

from cards.adapters import catalogue
from decks import services
from decks.adapters import outcome_of, rules_deck
from decks.errors import BadEdit
from decks.formats import export
from decks.formats.errors import Unreadable
from decks.importing import preview
from decks.jobs import start_import
from decks.models import Deck
from decks.services import importing
from decks.services.journal import PARTS
from jobs.models import Job
from rules.cards.model import Choices, Tick
from rules.outcome import Outcome, piles_of

pytestmark = pytest.mark.django_db

DECK = {
    "id": 123456,
    "name": "From elsewhere",
    "description_md": "# Notes\r\nmore",
    "user_id": 7,
    "investigator_code": "06002",
    "slots": {"06007": 1, "06008": 1, "01000": 1, "01020": 2, "99999": 1, "01021": -1},
    "sideSlots": {"01022": 1},
    "ignoreDeckLimitSlots": {"01020": 1},
    "version": "1.3",
    "xp": None,
    "taboo_id": 7,
    "tags": "seeker solo",
    "meta": json.dumps(
        {
            "faction_selected": "rogue",
            "deck_size_selected": "40",
            "cus_09021": "0|1,3|2|Relic",
            "annotation_01020": "good",
            "attachments_05002": "01020,01022",
            "card_pool": "core,dwl",
            "transform_into": "04244",
            "banner_url": "x",
            "sealed_deck": "01020:2",
        }
    ),
    "their_own": {"deep": [1, None]},
}


def only(text, **more):
    (row,) = preview(text if isinstance(text, str) else json.dumps(text), **more)
    return row


def test_a_preview_saves_nothing_and_has_the_verdict(alice):
    row = only(DECK, owner=alice)
    assert not row.verdict.legal
    assert Deck.objects.count() == 0


def test_everything_comes_in(alice):
    (deck,) = services.save_import([only(DECK)], owner=alice)
    deck.refresh_from_db()
    version = deck.working
    assert (deck.name, deck.investigator, deck.taboo, deck.source) == (
        *("From elsewhere", "06002", "007"),
        "123456",
    )
    assert deck.choices == {"classes": {"": "rogue"}, "size": 40}
    assert deck.notes == "# Notes\nmore"
    assert deck.card_pool == ["core", "dwl"]
    assert [tag.name for tag in deck.tags.all()] == ["seeker", "solo"]
    assert version.slots == DECK["slots"]
    assert (version.wish_list, version.ignored) == ({"01022": 1}, {"01020": 1})
    assert version.customizations == {"09021": [[0, 1, ""], [3, 2, "Relic"]]}
    assert version.annotations == {"01020": "good"}
    assert version.attachments == {"05002": ["01020", "01022"]}
    assert (version.why, deck.visibility) == ("imported", "private")


def test_what_goes_out_is_what_came_in(alice):
    (deck,) = services.save_import([only(DECK)], owner=alice)
    written = export.as_json(deck)
    assert written["their_own"] == {"deep": [1, None]}
    assert json.loads(written["meta"]) == json.loads(DECK["meta"])
    assert rules_deck(deck).sealed, "the rules say that they did not judge it"
    for key in (
        "name",
        "investigator_code",
        "slots",
        "sideSlots",
        "ignoreDeckLimitSlots",
        "taboo_id",
        "tags",
    ):
        assert written[key] == DECK[key]
    assert written["problem"] == "too_few_cards"
    assert written["investigator_name"] == "Mandy Thompson"


def everything(deck):
    deck = Deck.objects.get(pk=deck.pk)
    columns = [
        *("name", "investigator", "front", "back", "choices", "taboo", "edition", "environment", "card_pool"),
        *("mode", "notes", "folder", "extras", "is_legal", "problems", "size", "experience"),
    ]
    parts = [*PARTS, "cost", "why", "remark", "experience_available"]
    chain, version = [], deck.working
    while version:
        rows = [(p.way, p.card, p.replaces, p.price, p.reasons, p.boxes) for p in version.purchases.all()]
        chain.append(({part: getattr(version, part) for part in parts}, rows, outcome_of(version)))
        version = version.previous
    return {column: getattr(deck, column) for column in columns}, chain, [t.name for t in deck.tags.all()]


def test_our_own_export_comes_back_the_same(alice):
    deck = services.create_deck(
        owner=alice, investigator="01001", taboo="010", mode="standalone", environment="legacy",
        choices=Choices(front="90024", back="90024"),
    )  # fmt: skip
    for code, quantity in {"01016": 2, "01020": 2, "01086": 2, "09022": 2}.items():
        services.set_quantity(deck, code=code, quantity=quantity)
    services.set_quantity(deck, code="01030", quantity=1, where="side")
    services.customize(deck, code="09022", ticks=[Tick(0, 1)])
    services.annotate(deck, code="01020", text="“quoted” <b>")
    services.write_notes(deck, notes="# Plan\n\n2x Machete")
    services.set_tags(deck, tags=["solo", "two words"])
    services.set_folder(deck, folder="Night")
    services.begin_upgrade(
        deck, experience=5, outcome=Outcome(exiled=piles_of(["01086"])), remark="after the first"
    )
    services.buy(deck, code="03190", replaces="01016")
    deck.refresh_from_db()
    text = json.dumps(export.with_history(deck))
    row = only(text)
    assert len(row.history) == 1
    (again,) = services.save_import([row], owner=alice)
    assert everything(again) == everything(deck)


def test_the_outcome_comes_back_with_our_own_export(alice):
    deck = services.create_deck(owner=alice, investigator="01004")
    for code, quantity in {"01016": 2, "10109": 1}.items():
        services.set_quantity(deck, code=code, quantity=quantity)
    services.begin_upgrade(deck, experience=5, outcome=Outcome(conditions={"10109": 1}))
    services.buy(deck, code="02306", replaces="01016")
    deck.refresh_from_db()
    data = export.with_history(deck)
    (again,) = services.save_import([only(json.dumps(data))], owner=alice)
    assert everything(again) == everything(deck)
    assert (again.working.cost, again.working.outcome) == (5 - 1, {"conditions": {"10109": 1}})
    for nonsense in ({"conditions": {"01016": 1}}, {"conditions": [1]}, {"conditions": {"10109": "x"}}):
        changed = json.loads(json.dumps(data))
        for row in changed:
            row["casebook"] |= nonsense
        (odd,) = services.save_import([only(json.dumps(changed))], owner=alice)
        assert (odd.working.cost, odd.working.outcome) == (5, {})


def test_a_chain_of_versions_becomes_a_history(alice):
    before = {**DECK, "id": 1, "next_deck": 2, "slots": {"01016": 2, "01086": 2}}
    after = {**DECK, "id": 2, "previous_deck": 1, "xp": 5, "xp_spent": 2, "exile_string": "01086"}
    after["slots"] = {"01016": 1, "03190": 1, "01086": 1}
    row = only([after, before])
    assert [record.id for record in row.history] == ["1"]
    (deck,) = services.save_import([row], owner=alice)
    first, second = deck.versions.order_by("number")
    assert (first.slots, second.slots) == (before["slots"], after["slots"])
    assert (second.previous, outcome_of(second).exiled.codes, second.experience_available) == (
        first,
        ["01086"],
        5,
    )
    assert second.cost == 2


def test_versions_in_a_circle_do_not_hang(alice):
    rows = [{**DECK, "id": 1, "previous_deck": 2}, {**DECK, "id": 2, "previous_deck": 1}]
    assert preview(json.dumps(rows)) == []


def test_a_text_list_is_shown_line_by_line(alice):
    row = only("My deck\n\nRoland Banks\n2x Machete\n1x Strange Solution (4)\n2x Nonsense\n")
    assert row.record.deck.slots["01020"] == 2
    assert [line.text for line in row.not_understood] == ["2x Nonsense"]
    assert [bool(line.candidates) for line in row.lines if line.kind == "card"] == [False, True]
    again = only("Roland Banks\n1x Strange Solution (4)\n", decisions={2: "02263"})
    assert again.record.deck.slots == {"02263": 1}
    (deck,) = services.save_import([row], owner=alice)
    assert deck.name == "My deck"


def test_a_list_that_begins_with_a_bracket(alice):
    row = only("[Machete](https://arkhamdb.com/card/01020) x2\n")
    assert row.record.deck.slots == {"01020": 2}
    (deck,) = services.save_import([row], owner=alice)
    assert deck.name == "?"


def test_bad_lines_do_not_hide_the_others(alice):
    rows = preview(f"{json.dumps(DECK)}\n{{oops\n{json.dumps({**DECK, 'id': 2})}")
    assert [row.error is None for row in rows] == [True, False, True]
    assert len(services.save_import(rows, owner=alice)) == 2


def test_what_was_imported_before_is_known(alice, bob):
    services.save_import([only(DECK)], owner=alice)
    assert only(DECK, owner=alice).already.name == "From elsewhere"
    assert only(DECK, owner=bob).already is None


@pytest.mark.parametrize("text", ["", "   ", "{}", "[]", "nothing here", "{nope", "[" * 100_000])
def test_what_holds_no_deck_is_refused(text):
    with pytest.raises(Unreadable):
        preview(text)


def test_hostile_texts_are_stored_as_they_are_and_break_nothing(alice):
    nasty = {
        "name": "<script>alert(1)</script>\n" + "x" * 500,
        "description_md": "\ud800 \x00 [x](javascript:alert(1))",
        "investigator_code": "x" * 1000,
        "slots": {"<b>": 1, "01020": 10**30, "é": 1, "x" * 300: 1},
        "tags": "<i> " + "y" * 100,
        "meta": {"annotation_01020": "<img onerror=x>", "alternate_front": "z" * 300, "faction_1": "\ud800"},
        "casebook": {"mode": ["x"], "edition": 7, "environment": "limited:zzz", "folder": {}, "why": 3},
        "xp": 10**30,
    }  # fmt: skip
    row = only(json.dumps(nasty))
    assert row.oddities
    (deck,) = services.save_import([row], owner=alice)
    deck.refresh_from_db()
    assert deck.name.startswith("<script>")
    assert deck.working.annotations == {"01020": "<img onerror=x>"}
    assert json.loads(json.dumps(export.as_json(deck)))["slots"] == {"<b>": 1}


#: Formats that Casebook writes for others and does not read.
WRITTEN_ONLY: set[str] = set()


@pytest.mark.parametrize("form", sorted(export.FORMATS.keys() - WRITTEN_ONLY))
def test_every_form_can_be_imported_again(alice, form):
    source = {**DECK, "slots": {"06007": 1, "06008": 1, "01000": 1, "01020": 2}}
    (deck,) = services.save_import([only(source)], owner=alice)
    row = only(export.FORMATS[form].write(export.Export(deck)))
    assert row.record.deck.slots == source["slots"]
    assert row.record.deck.choices == Choices(classes={"": "rogue"}, size=40)
    assert row.record.deck.taboo == "007"


def test_experience_of_a_first_version_is_saved(alice):
    given = {**DECK, "xp": 8, "xp_spent": 6, "xp_adjustment": 1, "exile_string": "02158,02158"}
    (deck,) = services.save_import(preview(json.dumps(given)), owner=alice)
    assert (deck.working.experience_available, deck.working.cost) == (9, 6)
    out = export.as_json(deck)
    (again,) = services.save_import(preview(json.dumps(out)), owner=alice)
    assert (again.working.experience_available, again.working.cost) == (9, 6)
    assert outcome_of(again.working).exiled.codes == ["02158", "02158"]
    assert again.working.experience_left == 3


def test_prices_are_worked_out_before_the_database_is_locked(alice, monkeypatch):
    chain = [
        {**DECK, "id": 1},
        {**DECK, "id": 2, "previous_deck": 1, "slots": {**DECK["slots"], "01022": 1, "01020": 1}},
    ]
    found = preview(json.dumps(chain), owner=alice)
    depth = len(connection.atomic_blocks)
    seen = []
    price = importing.price_upgrade

    def watched(*args, **more):
        seen.append(len(connection.atomic_blocks) - depth)
        return price(*args, **more)

    monkeypatch.setattr(importing, "price_upgrade", watched)
    services.save_import(found, owner=alice)
    assert seen == [0], "the test's own transaction is the only one"


@pytest.mark.parametrize("count", [200, 201])
def test_a_deck_has_a_limited_number_of_different_cards(count):
    slots = {f"{number:05}": 1 for number in range(count)}
    [row] = preview(json.dumps({**DECK, "slots": slots}))
    assert (row.error is None) == (count == 200)


def test_a_pasted_list_is_limited_too():
    titles = [card.title for card in catalogue().cards.values() if card.level == 0]
    [row] = preview("Daniela Reyes\n" + "\n".join(f"1x {title}" for title in dict.fromkeys(titles)))
    assert row.record is None
    assert "at most 200" in str(row.error)


def test_the_201st_card_is_refused_in_the_editor(alice):
    deck = services.create_deck(owner=alice, investigator="12001")
    version = deck.working
    version.slots = {f"{number:05}": 1 for number in range(10_000, 10_200)}
    version.save()
    with pytest.raises(BadEdit, match="at most 200"):
        services.set_quantity(deck, code="01020", quantity=1)
    services.set_quantity(deck, code="10000", quantity=2)


class TestManyDecks:
    """Many decks are saved by a job instead of the request."""

    text = json.dumps([{**DECK, "id": number, "name": f"Deck {number}"} for number in range(1, 31)])

    def test_a_page_leads_to_the_job(self, client, alice, django_capture_on_commit_callbacks):
        client.force_login(alice)
        with django_capture_on_commit_callbacks(execute=True):
            answer = client.post(reverse("deck-import"), {"text": self.text, "save": "1"})
        job = Job.objects.get(kind="decks.import")
        assert answer.url == job.get_absolute_url()
        assert Deck.objects.filter(owner=alice).count() == 30
        assert "30 decks imported" in client.get(answer.url).content.decode()

    def test_the_api_answers_with_the_job(self, client, alice, django_capture_on_commit_callbacks):
        client.force_login(alice)
        with django_capture_on_commit_callbacks(execute=True):
            answer = client.post(
                reverse("api-deck-import"), {"text": self.text}, content_type="application/json"
            )
        assert answer.status_code == 202
        assert answer.json()["kind"] == "decks.import"
        assert Deck.objects.filter(owner=alice).count() == 30

    def test_a_job_that_died_goes_on_where_it_was(self, alice):
        found = preview(self.text, owner=alice)
        job, steps = uuid4(), []

        def dies(done):
            steps.append(done)
            if sum(steps) >= 20:
                raise RuntimeError

        with pytest.raises(RuntimeError):
            services.save_in_batches(found, owner=alice, job=job, step=dies)
        assert Deck.objects.filter(owner=alice).count() == 20
        assert services.save_in_batches(found, owner=alice, job=job, step=steps.append) == 30
        assert steps == [0, 20, 20, 10]
        assert sorted(Deck.objects.filter(owner=alice).values_list("name", flat=True)) == sorted(
            f"Deck {number}" for number in range(1, 31)
        )

    def test_others_may_write_between_the_batches_of_a_job(self, alice, monkeypatch):
        saved = []
        monkeypatch.setattr(
            "decks.services.importing.give_way",
            lambda: saved.append(Deck.objects.filter(owner=alice).count()),
        )
        found = preview(self.text, owner=alice)
        services.save_in_batches(found, owner=alice, job=uuid4(), step=lambda number: None)
        assert saved == [20, 30]

    def test_a_job_without_room_has_a_message(self, alice, settings, django_capture_on_commit_callbacks):
        settings.QUOTAS = {"player": {"decks": 5, "campaigns": 5}}
        with django_capture_on_commit_callbacks(execute=True):
            job = start_import(alice, self.text, {}, range(1, 31))
        job.refresh_from_db()
        assert "the limit is 5" in job.error
        assert not Deck.objects.filter(owner=alice).exists()
