"""Tests of the management commands for decks, and of the background jobs."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from accounts import account_data
from cards.services.loading import bump
from decks import services
from decks.formats.export import FORMATS
from decks.jobs import rejudge_stale
from decks.models import Deck
from jobs.models import Job
from jobs.services import submit

pytestmark = pytest.mark.django_db


def run(*args, **options):
    out, err = StringIO(), StringIO()
    call_command(*args, stdout=out, stderr=err, **options)
    return out.getvalue(), err.getvalue()


@pytest.fixture
def deck(alice):
    deck = services.create_deck(owner=alice, investigator="01001", name="Guns")
    services.set_quantity(deck, code="01020", quantity=2)
    deck.refresh_from_db()
    return deck


class TestExport:
    def test_json(self, deck):
        out, _err = run("export_deck", str(deck.public_id))
        assert json.loads(out)["slots"] == deck.working.slots

    def test_history_comes_back_by_import(self, deck, alice, bob, tmp_path):
        services.begin_upgrade(deck, experience=2)
        run("export_deck", owner="alice", history=True, output=str(tmp_path / "x.jsonl"))
        out, err = run("import_deck", str(tmp_path / "x.jsonl"), owner="bob")
        assert err == ""
        copy = Deck.objects.get(owner=bob)
        assert (copy.name, copy.versions.count()) == ("Guns", 2)
        assert str(copy.public_id) in out

    @pytest.mark.parametrize("form", FORMATS)
    def test_every_form(self, deck, form):
        assert run("export_deck", str(deck.public_id), format=form)[0].strip()

    @pytest.mark.parametrize(("form", "begins"), [("txt", "Guns\n\nRoland Banks"), ("md", "# Guns\n")])
    def test_words(self, deck, form, begins):
        assert run("export_deck", str(deck.public_id), format=form)[0].startswith(begins)

    @pytest.mark.parametrize(
        ("ids", "options"),
        [
            ([], {}),
            (["nonsense"], {}),
            (["00000000-0000-4000-8000-000000000000"], {}),
            (["x"], {"owner": "alice"}),
            ([], {"owner": "nobody"}),
            ([], {"owner": "alice", "output": "/no such folder/x.json"}),
            ([], {"owner": "alice", "history": True, "format": "md"}),
        ],
    )
    def test_what_cannot_be(self, deck, ids, options):
        with pytest.raises(CommandError):
            run("export_deck", *ids, **options)


class TestImport:
    def test_it_lists_what_was_not_understood(self, alice, tmp_path):
        path = tmp_path / "list.txt"
        path.write_text("Roland Banks\n2x Machete\n1x Nonsense\n1x Strange Solution (4)\n")
        out, err = run("import_deck", str(path), owner="alice", dry_run=True)
        assert "line 3: 1x Nonsense" in err
        assert "taken as" in err
        assert (out, Deck.objects.count()) == ("", 0)

    def test_all_files_or_none(self, alice, tmp_path):
        (tmp_path / "good.txt").write_text("Roland Banks\n2x Machete\n")
        (tmp_path / "bad.txt").write_text("nothing\n")
        with pytest.raises(CommandError, match="No card names"):
            run("import_deck", str(tmp_path / "good.txt"), str(tmp_path / "bad.txt"), owner="alice")
        assert Deck.objects.count() == 0

    @pytest.mark.parametrize("name", ["there is no such file", "image"])
    def test_what_cannot_be_read(self, alice, tmp_path, name):
        (tmp_path / "image").write_bytes(b"\xff\xfe\x00")
        with pytest.raises(CommandError):
            run("import_deck", str(tmp_path / name), owner="alice")

    def test_for_nobody(self, tmp_path):
        with pytest.raises(CommandError, match="no player"):
            run("import_deck", "x", owner="nobody")


class TestDrawing:
    def test_the_same_seed_draws_the_same(self, db):
        first, _err = run("draw_weakness", investigator="01001", seed="s", count=3, json=True)
        again, _err = run("draw_weakness", investigator="01001", seed="s", count=3, json=True)
        assert first == again
        assert len(json.loads(first)["drawn"]) == 3

    def test_from_these_boxes_only(self, db):
        out, _err = run("draw_weakness", investigator="01001", packs="core", count=8, json=True)
        assert all(code.startswith("01") for code in json.loads(out)["drawn"])

    def test_for_a_deck(self, deck):
        out, _err = run("draw_weakness", str(deck.public_id), seed="s")
        deck.refresh_from_db()
        assert "01000" not in deck.working.slots
        assert out.endswith("seed s\n")

    @pytest.mark.parametrize(
        "options",
        [
            *({}, {"investigator": "x"}, {"investigator": "01020"}, {"investigator": "01001", "packs": "x"}),
            *({"investigator": "01001", "count": count} for count in (-1, 0, 21)),
            *({"investigator": "01001", "investigators": number} for number in (-1, 0, 5)),
        ],
    )
    def test_what_cannot_be(self, db, options):
        with pytest.raises(CommandError):
            run("draw_weakness", **options)

    def test_an_empty_pool(self, db):
        with pytest.raises(CommandError, match="no basic weakness left"):
            run("draw_weakness", investigator="01001", packs="tmm")


class TestRejudging:
    def stale(self, deck):
        Deck.objects.filter(pk=deck.pk).update(judged_with="old", is_legal=True, problems=0, size=99)

    def test_stale_verdicts_become_true(self, deck):
        changed = Deck.objects.get(pk=deck.pk).changed
        self.stale(deck)
        out, _err = run("rejudge_decks")
        deck.refresh_from_db()
        assert (deck.is_legal, deck.size) == (False, 2)
        assert out.endswith("1 deck judged\n")
        assert deck.changed == changed, "nobody edited it"

    def test_fresh_ones_are_left_alone(self, deck):
        assert rejudge_stale() == 0
        assert run("rejudge_decks", all=True)[0].endswith("1 deck judged\n")

    def test_in_chunks_that_can_be_taken_up_again(self, deck, alice, monkeypatch):
        for _ in range(5):
            services.clone_deck(deck, owner=alice)
        Deck.objects.update(judged_with="old")
        monkeypatch.setattr("decks.jobs.CHUNK", 2)
        steps = []

        def stop_after_two(number):
            steps.append(number)
            if len(steps) == 2:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            rejudge_stale(step=stop_after_two)
        assert Deck.objects.filter(judged_with="old").count() == 2
        assert rejudge_stale() == 2

    def test_with_pauses_in_which_others_may_write(self, deck, alice, monkeypatch):
        for _ in range(4):
            services.clone_deck(deck, owner=alice)
        Deck.objects.update(judged_with="old")
        monkeypatch.setattr("decks.jobs.CHUNK", 2)
        left = []
        monkeypatch.setattr(
            "decks.jobs.give_way", lambda: left.append(Deck.objects.filter(judged_with="old").count())
        )
        assert rejudge_stale() == 5
        assert left == [3, 1, 0]

    def test_many_are_shared_out_to_jobs_by_ranges_of_keys(
        self, deck, alice, monkeypatch, django_capture_on_commit_callbacks
    ):
        for _ in range(4):
            services.clone_deck(deck, owner=alice)
        Deck.objects.update(judged_with="old")
        monkeypatch.setattr("decks.jobs.RANGE", 2)
        keys = list(Deck.objects.order_by("pk").values_list("pk", flat=True))
        with django_capture_on_commit_callbacks(execute=True) as callbacks:
            submit("decks.rejudge")
        ranges = [
            (job.args.get("after"), job.args.get("until"), job.done)
            for job in Job.objects.order_by("created")
        ]
        assert ranges == [(None, None, 2), (keys[1], keys[3], 2), (keys[3], keys[4], 1)]
        assert len(callbacks) == 3
        assert not Deck.objects.filter(judged_with="old").exists()

    def test_the_queries_of_a_chunk_do_not_grow_with_it(self, deck, alice, django_assert_max_num_queries):
        services.publish(deck)
        Deck.objects.update(judged_with="old")
        rejudge_stale()
        Deck.objects.update(judged_with="old")
        with django_assert_max_num_queries(20) as one:
            assert rejudge_stale() == 1
        for _ in range(6):
            services.publish(services.clone_deck(deck, owner=alice))
        Deck.objects.update(judged_with="old")
        # SQLite counts one prepared statement for all rows that it writes.
        with django_assert_max_num_queries(len(one)):
            assert rejudge_stale() == 7
        read = [
            query["sql"] for query in one.captured_queries if query["sql"].startswith('SELECT "decks_deck"')
        ]
        assert read
        assert not [sql for sql in read if '"notes"' in sql or '"annotations"' in sql]

    def test_as_a_job(self, deck, django_capture_on_commit_callbacks):
        self.stale(deck)
        with django_capture_on_commit_callbacks(execute=True):
            job = submit("decks.rejudge", everything=True)
        job = Job.objects.get(pk=job.pk)
        assert (job.state, job.done, job.total) == ("done", 1, 1)
        assert job.result["message"].startswith("1 ")
        deck.refresh_from_db()
        assert deck.size == 2

    def test_by_a_worker(self, deck, django_capture_on_commit_callbacks):
        self.stale(deck)
        with django_capture_on_commit_callbacks(execute=True):
            out, _err = run("rejudge_decks", background=True)
        assert out.startswith("Job ")
        deck.refresh_from_db()
        assert deck.size == 2

    def test_a_change_of_the_cards_has_decks_judged_again(self, deck, django_capture_on_commit_callbacks):
        with django_capture_on_commit_callbacks(execute=True):
            bump()
        fresh = Deck.objects.get(pk=deck.pk)
        assert fresh.judged_with != deck.judged_with
        assert Job.objects.get().kind == "decks.rejudge"

    def test_deleted_decks_are_cleared_by_a_job(self, deck, django_capture_on_commit_callbacks):
        services.delete_deck(deck)
        Deck.objects.update(deleted_at="2020-01-01T00:00:00Z")
        with django_capture_on_commit_callbacks(execute=True):
            submit("decks.clear-deleted")
        assert not Deck.objects.exists()


def test_a_guests_decks_go_along(deck, alice, bob):
    (kind,) = [kind for kind in account_data.kinds() if kind.name == "decks"]
    assert (kind.count(alice), kind.text(1)) == (1, "1 deck")
    assert kind.export(alice, [row for row, _size in kind.sizes(alice)])[0][0]["name"] == "Guns"
    kind.move(alice, bob)
    assert (kind.count(alice), kind.count(bob)) == (0, 1)
