"""However much is sent or kept, the work for one request has an end, and a sentence says where it is."""

import json

import pytest
from django.urls import reverse
from rest_framework.validators import ProhibitSurrogateCharactersValidator

from decks import check_budget, importing, jobs, markdown, services
from decks.api import inputs
from decks.api.inputs import NoSurrogates
from decks.editor import problems
from decks.errors import TooManyVersions
from decks.formats import documents, jsontext, meta
from decks.formats.arkhamdb import read_deck
from decks.formats.errors import UnreadableText
from decks.formats.text import MOST_CHARACTERS, read_text
from decks.importing import preview
from decks.insight import history
from decks.models import Deck, DeckVersion
from decks.services import journal
from jobs.models import Job
from rules.deck import validate
from rules.deck.effort import effort
from rules.deck.validate import Examined
from tests.builders import catalogue

pytestmark = pytest.mark.django_db

SLOTS = {"01016": 2, "01017": 2, "01020": 2}


def a_chain(versions):
    """A deck with so many versions, as ArkhamDB exports them."""
    rows = [
        {"id": n, "investigator_code": "01001", "slots": {**SLOTS, "01088": n % 2 + 1}}
        for n in range(versions)
    ]
    for row in rows:
        row["id"] += 1
        row["previous_deck"] = row["id"] - 1
    return json.dumps(rows)


class TestVersions:
    @pytest.mark.parametrize(("versions", "fits"), [(3, True), (4, False)])
    def test_an_import_brings_so_many_of_one_deck(self, monkeypatch, versions, fits):
        monkeypatch.setattr(importing, "LONGEST_HISTORY", 3)
        [row] = preview(a_chain(versions))
        assert (row.record is not None, row.error is None) == (fits, fits)
        if not fits:
            assert row.error.facts == {"count": 4, "most": 3}

    def test_a_deck_that_has_as_many_as_can_be_is_upgraded_as_a_copy(self, monkeypatch, alice):
        monkeypatch.setattr(journal, "LONGEST_HISTORY", 2)
        deck = services.create_deck(owner=alice, investigator="01001")
        services.restore_version(deck, version=deck.working)
        with pytest.raises(TooManyVersions, match="has 2 versions"):
            services.restore_version(deck, version=deck.working)
        with pytest.raises(TooManyVersions, match="copy"):
            services.begin_upgrade(deck)
        services.begin_upgrade(services.clone_deck(deck, owner=alice))

    def test_the_page_shows_the_newest_and_counts_them_all(self, monkeypatch, client, alice):
        monkeypatch.setattr(history, "MOST_SHOWN", 2)
        client.force_login(alice)
        deck = services.create_deck(owner=alice, investigator="01001")
        for number in range(2, 6):
            deck.working = DeckVersion.objects.create(
                deck=deck,
                number=number,
                previous=deck.working,
                experience_earned=3,
                experience_available=deck.working.experience_left + 3,
                cost=2,
            )
        deck.save()
        assert [each.version.number for each in history.history_of(deck).pages] == [5, 4]
        page = client.get(reverse("deck-detail", args=[deck.public_id])).content.decode()
        assert "3 older versions are not shown here" in page
        assert "12 earned, 8 spent, 4 left" in page

    def test_many_of_them_are_saved_by_a_job_in_batches(
        self, monkeypatch, as_alice, alice, django_capture_on_commit_callbacks
    ):
        monkeypatch.setattr(jobs, "VERSIONS_AT_ONCE", 5)
        for versions, status in ((5, 201), (6, 202)):
            with django_capture_on_commit_callbacks(execute=True):
                answer = as_alice.post(
                    reverse("api-deck-import"), {"text": a_chain(versions)}, content_type="application/json"
                )
            assert answer.status_code == status
        assert Job.objects.get().state == "done"
        assert [deck.versions.count() for deck in Deck.objects.order_by("pk")] == [5, 6]

    def test_a_batch_ends_with_the_versions_it_can_hold(self, monkeypatch):
        monkeypatch.setattr(services.importing, "MOST_AT_A_TIME", 4)
        [long], [short] = preview(a_chain(3)), preview(a_chain(1))
        batches = services.importing._batches([(1, long), (2, short), (3, short), (4, long)])
        assert [[public for public, _row in batch] for batch in batches] == [[1, 2], [3, 4]]


class TestVerdicts:
    """The decks of a document are judged one after the other, until it is enough."""

    text = json.dumps([{"id": n, "investigator_code": "01001", "slots": {"01016": 9}} for n in range(1, 7)])

    @pytest.mark.parametrize(("name", "most"), [("MOST_REASONS", 10), ("MOST_PARTS_READ", 60)])
    def test_what_is_too_much_is_not_judged_before_it_is_saved(self, monkeypatch, name, most):
        assert all(row.verdict for row in preview(self.text))
        monkeypatch.setattr(check_budget, name, most)
        judged = [row.verdict is not None for row in preview(self.text)]
        assert judged == sorted(judged, reverse=True)
        assert set(judged) == {True, False}

    def test_the_page_has_a_note_and_saving_judges(self, monkeypatch, as_alice, alice):
        monkeypatch.setattr(check_budget, "MOST_REASONS", 1)
        sent = {"text": self.text}
        page = as_alice.post(reverse("deck-import"), sent).content.decode()
        assert page.count("judged when it is saved") == 5
        as_alice.post(reverse("deck-import"), {**sent, "save": "1"})
        assert set(Deck.objects.values_list("is_legal", flat=True)) == {False}
        assert Deck.objects.count() == 6

    def test_a_choice_that_is_left_open_counts_for_each_way_to_make_it(self):
        cards = catalogue()
        [open_, plain] = preview(
            json.dumps([{"investigator_code": code, "slots": SLOTS} for code in ("09018", "01001")])
        )
        assert effort(cards, open_.record.deck) > 5 * effort(cards, plain.record.deck)

    def test_many_cards_are_imported_by_a_job(self, monkeypatch):
        rows = preview(self.text)
        assert not jobs.is_large(rows)
        monkeypatch.setattr(jobs, "CARDS_AT_ONCE", 5)
        assert jobs.is_large(rows)


class TestTexts:
    @pytest.mark.parametrize(
        "text", ["[" + "[]," * 100_000 + "[]]", '{"slots":{' + '"1":1,' * 400_001 + '"2":1}}']
    )
    def test_json_of_countless_values_is_not_even_read(self, monkeypatch, text):
        monkeypatch.setattr(jsontext, "_DECODER", None)
        with pytest.raises(UnreadableText, match="more values"):
            jsontext.loads(text)

    @pytest.mark.parametrize(
        ("body", "status"),
        [
            ('{"slots":{},"x":[' + "1," * 99_990 + "1]}", 200),
            ('{"slots":{},"x":[' + "1," * 100_000 + "1]}", 400),
            ('{"slots":{},"x":[' + "[]" + ",[]" * 20_000 + "]}", 400),
        ],
    )
    def test_nor_by_the_api(self, client, body, status):
        answer = client.post("/api/v1/check", body, content_type="application/json")
        assert answer.status_code == status
        assert ("more values" in answer.content.decode()) == (status == 400)

    def test_an_import_by_the_api_may_be_larger(self, client):
        text = json.dumps(
            [{"id": n, "slots": {str(c): 1 for c in range(10_000, 10_190)}} for n in range(300)]
        )
        answer = client.post(
            reverse("api-deck-import-preview"), {"text": text}, content_type="application/json"
        )
        assert (answer.status_code, len(answer.json())) == (200, 300)

    def test_escapes_are_still_looked_at(self, client):
        for body in ('{"slots":{},"x":"\\u0000"}', '{"slots":{},"x":"\\ud800"}'):
            assert client.post("/api/v1/check", body, content_type="application/json").status_code == 400

    def test_the_characters_of_a_long_text_are_not_looked_at_one_by_one(self):
        class Counted(str):
            def __str__(self):
                return self

            def __iter__(self):
                raise AssertionError("each character was looked at")

        NoSurrogates()(Counted("é" * 1000))
        checks = inputs.Text().fields["text"].validators
        assert [type(check) for check in checks if hasattr(check, "code")].count(NoSurrogates) == 1
        assert not any(type(check) is ProhibitSurrogateCharactersValidator for check in checks)

    @pytest.mark.parametrize("path", ["preview/", ""])
    def test_a_long_text_with_half_a_character_is_refused(self, as_alice, path):
        body = '{"text":"' + "x" * 1000 + '\\ud800"}'
        answer = as_alice.post(f"/api/v1/decks/import/{path}", body, content_type="application/json")
        assert answer.status_code == 400

    def test_equal_marks_are_read_once(self, monkeypatch):
        sheet = ",".join(f"{box}|{box}" for box in range(9))
        row = {"investigator_code": "01001", "slots": {"01030": 1}, "meta": {"cus_09021": sheet}}
        meta._read_ticks.cache_clear()
        rows = [preview(json.dumps([row] * 100))[n].record.deck.customizations for n in (0, 99)]
        assert rows[0] == rows[1]
        assert meta._read_ticks.cache_info().misses == 1

    @pytest.mark.parametrize(("marks", "read"), [(101, True), (102, False), (300_000, False)])
    def test_a_sheet_has_few_marks(self, marks, read):
        sheet = ",".join(["0|1"] * marks)
        given = {"investigator_code": "01001", "slots": {"01030": 1}, "meta": {"cus_09021": sheet}}
        deck = read_deck(given)
        assert bool(deck.customizations) == read
        assert bool(deck.oddities) != read

    def test_a_long_list_is_refused_before_it_is_read(self, monkeypatch):
        monkeypatch.setattr("decks.formats.text.read_line", None)
        with pytest.raises(UnreadableText, match="characters"):
            read_text(None, "x" * (MOST_CHARACTERS + 1))

    @pytest.mark.parametrize(
        ("piece", "count", "read"),
        [
            ("[", markdown.MOST_BRACKETS, True),
            ("[", markdown.MOST_BRACKETS + 1, False),
            ("- x\r\n", markdown.MOST_LINES - 1, True),
            ("- x\r\n", markdown.MOST_LINES, False),
        ],
    )
    def test_notes_that_take_long_to_read_are_shown_as_they_were_written(self, piece, count, read):
        shown = markdown.notes_html(piece * count + "**bold** <x>")
        assert ("<strong>bold</strong>" in shown) == read
        assert ("**bold**" in shown) != read
        assert "<x>" not in shown

    def test_the_check_on_the_first_page_is_for_a_few_decks(self, client):
        page = client.post(reverse("check"), {"text": "x" * 300_001}).content.decode()
        assert "at most 300 thousand characters" in page
        assert "x" * 100 not in page

    @pytest.mark.parametrize(("size", "status"), [(1_000_000, 200), (1_000_001, 413)])
    def test_a_form_without_files_is_small(self, client, size, status):
        body = "text=" + "x" * (size - 5)
        answer = client.post(reverse("check"), body, content_type="application/x-www-form-urlencoded")
        assert answer.status_code == status


class TestManyDecks:
    @pytest.mark.parametrize(("decks", "fits"), [(3, True), (4, False)])
    def test_too_many_are_refused_before_one_is_made(self, monkeypatch, decks, fits):
        monkeypatch.setattr(importing, "MOST_DECKS", 3)
        rows = [{"id": n, "investigator_code": "01001", "slots": SLOTS} for n in range(1, decks + 1)]
        # Its earlier versions make no deck of their own.
        rows += [{**rows[0], "id": 91, "next_deck": 92}, {**rows[0], "id": 92, "previous_deck": 91}]
        rows[0]["previous_deck"] = 92
        if fits:
            assert [len(row.history) for row in preview(json.dumps(rows))] == [2, 0, 0]
            return
        monkeypatch.setattr(importing, "read_record", None)
        with pytest.raises(UnreadableText, match="at most 3"):
            preview(json.dumps(rows))

    def test_lines_are_counted_before_they_are_read(self, monkeypatch):
        monkeypatch.setattr(documents, "MOST_LINES", 2)
        line = json.dumps({"slots": SLOTS})
        assert len(documents.read_document(f"{line}\n{line}")) == 2
        with pytest.raises(UnreadableText, match="more than 2 decks"):
            documents.read_document(f"{line}\n{line}\n{line}")
        with pytest.raises(UnreadableText, match="at once"):
            documents.read_document(f"{line},{line},{line}")


def test_a_deck_that_takes_long_to_judge_gets_no_fix_by_trial(monkeypatch):
    cards = catalogue()
    deck = read_deck({"investigator_code": "01001", "slots": {"01026": 3, "02266": 3}})
    tried = []
    judged = problems.judge
    monkeypatch.setattr(problems, "judge", lambda *given: tried.append(1) or judged(*given))
    problems.one_fix(Examined(cards, deck))
    assert tried
    tried.clear()
    monkeypatch.setattr(problems, "MOST_PARTS_READ", effort(cards, deck) - 1)
    problems.one_fix(Examined(cards, deck))
    assert not tried


@pytest.mark.parametrize(
    ("page", "needed"), [("deck-detail", False), ("deck-print", False), ("deck-edit", True)]
)
def test_only_the_editor_works_out_the_card_pool(monkeypatch, as_alice, alice, page, needed):
    deck = services.create_deck(owner=alice, investigator="01001")
    calls = []
    pool_of = validate.pool_of
    monkeypatch.setattr(validate, "pool_of", lambda reading: calls.append(1) or pool_of(reading))
    assert as_alice.get(reverse(page, args=[deck.public_id])).status_code == 200
    assert bool(calls) == needed
