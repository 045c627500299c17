"""Tests of card data from archives, URLs and the admin, within their limits."""

import threading
import zipfile
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client

from cards import jobs
from cards.generation.source import SourceError
from cards.importing import download, sources
from cards.models import Card, Pack
from jobs.models import Job
from jobs.progress import Progress
from jobs.registry import JobFailed
from tests.cards.checkout import Checkout

pytestmark = pytest.mark.django_db


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path / "data")


def packed(checkout: Checkout, inside: str = "arkhamdb-json-data-master/") -> Path:
    archive = checkout.root.parent / "data.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as going:
        for path in checkout.root.rglob("*.json"):
            going.write(path, inside + path.relative_to(checkout.root).as_posix())
    return archive


@pytest.fixture(autouse=True)
def _media(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "media"


@pytest.fixture
def server(tmp_path):
    """Run a web server that serves the folder of the test."""

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *args):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=tmp_path)) as running:
        thread = threading.Thread(target=running.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{running.server_port}"
        running.shutdown()
        thread.join()


@pytest.mark.parametrize("inside", ["", "arkhamdb-json-data-master/", "a/b/"])
def test_archives_are_read_however_deep_the_data_lie(checkout, inside):
    source = sources.read_any(packed(checkout, inside))
    assert "99503" in source.rows
    assert [pack["code"] for pack in source.packs] == ["newp"]


def test_archives_do_not_write_outside(tmp_path):
    archive = tmp_path / "evil.zip"
    with zipfile.ZipFile(archive, "w") as going:
        going.writestr("../../evil.json", "[]")
    with pytest.raises(SourceError, match="points out of the archive"):
        sources.read_any(archive)
    assert not (tmp_path.parent / "evil.json").exists()


def test_archives_that_swell_are_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(sources, "LARGEST_CONTENT", 1000)
    archive = tmp_path / "bomb.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as going:
        going.writestr("packs.json", "[" + " " * 1_000_000 + "]")
    with pytest.raises(SourceError, match="larger than card data can be"):
        sources.read_any(archive)


def test_archives_of_countless_files_are_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(sources, "MOST_FILES", 3)
    archive = tmp_path / "many.zip"
    with zipfile.ZipFile(archive, "w") as going:
        for number in range(4):
            going.writestr(f"{number}.json", "[]")
    with pytest.raises(SourceError, match="more than 3 files"):
        sources.read_any(archive)


def test_damaged_archives_are_refused(checkout):
    archive = packed(checkout)
    content = bytearray(archive.read_bytes())
    content[40:200] = b"x" * 160
    archive.write_bytes(content)
    with pytest.raises(SourceError):
        sources.read_any(archive)


def test_data_come_from_an_address(checkout, server):
    packed(checkout)
    assert "99503" in sources.fetch(f"{server}/data.zip", internal=True).rows


def test_an_address_alone_means_the_api(tmp_path, server, monkeypatch):
    monkeypatch.setattr(sources, "ANSWERS", ("packs.json",))
    folder = tmp_path / "api" / "public"
    folder.mkdir(parents=True)
    (folder / "packs.json").write_text('[{"code": "core", "name": "Core", "cycle_position": 1}]')
    assert [pack["code"] for pack in sources.fetch(server, internal=True).packs] == ["core"]


@pytest.mark.parametrize(
    "url", ["file:///etc/passwd", "ftp://x/y", "nonsense", "http://127.0.0.1:9/x.zip", "http://"]
)
def test_addresses_that_give_nothing_are_errors(url):
    with pytest.raises(SourceError, match=r"is not an address|cannot be fetched"):
        sources.fetch(url, internal=True)


def test_missing_pages_and_endless_downloads_are_errors(checkout, server, monkeypatch):
    packed(checkout)
    with pytest.raises(SourceError, match="cannot be fetched"):
        sources.fetch(f"{server}/nothing.zip", internal=True)
    monkeypatch.setattr(download, "LARGEST_DOWNLOAD", 10)
    with pytest.raises(SourceError, match="is larger than"):
        sources.fetch(f"{server}/data.zip", internal=True)


def uploaded(path: Path) -> SimpleUploadedFile:
    return SimpleUploadedFile(path.name, path.read_bytes())


def test_an_upload_is_imported_by_a_job_and_forgotten(checkout, staff, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        job = jobs.start_import(owner=staff, upload=uploaded(packed(checkout)))
    job.refresh_from_db()
    assert job.state == Job.State.DONE
    assert job.result["created"]["cards"] == 4
    assert job.result["url"] == "/cards/", "where what is new can be seen"
    assert Pack.objects.filter(pk="newp").exists()
    assert list(jobs.uploads().iterdir()) == []


def test_a_job_names_the_upload_as_its_owner_does(tmp_path, staff, django_capture_on_commit_callbacks):
    (tmp_path / "my cards.json").write_text("{")
    with django_capture_on_commit_callbacks(execute=True):
        job = jobs.start_import(owner=staff, upload=uploaded(tmp_path / "my cards.json"))
    job.refresh_from_db()
    assert job.error.startswith("my cards.json: line 1: not JSON")
    assert list(jobs.uploads().iterdir()) == []


def test_a_job_on_broken_data_shows_the_place(checkout, staff, settings, django_capture_on_commit_callbacks):
    settings.IMPORT_DIR = str(checkout.root.parent)
    checkout.change("99503", xp="two")
    with django_capture_on_commit_callbacks(execute=True):
        job = jobs.start_import(owner=staff, path=str(checkout.root))
    job.refresh_from_db()
    assert job.state == Job.State.FAILED
    assert job.error == "pack/new/newp.json: 99503.xp: 'two' is not a number"
    assert not Card.objects.filter(pk="99503").exists()


@pytest.fixture
def as_staff(staff) -> Client:
    client = Client()
    client.force_login(staff)
    return client


ADDRESS = "/admin/cards/card/import/"


def test_the_admin_starts_imports(checkout, as_staff, django_capture_on_commit_callbacks):
    assert b"Import cards" in as_staff.get("/admin/cards/card/").content
    assert as_staff.get(ADDRESS).status_code == 200
    checkout.change("99502", slot="Tail")
    with django_capture_on_commit_callbacks(execute=True):
        answer = as_staff.post(ADDRESS, {"upload": uploaded(packed(checkout))})
    job = Job.objects.get()
    assert answer.status_code == 302
    assert answer["Location"] == job.get_absolute_url()
    assert job.state == Job.State.DONE
    page = as_staff.get(job.get_absolute_url()).content.decode()
    assert "1 item was skipped" in page
    assert "slot: &#x27;tail&#x27; is not a slot" in page


@pytest.mark.parametrize(
    ("form", "message"),
    [
        ({}, b"exactly one"),
        ({"path": "x", "url": "https://example.org"}, b"exactly one"),
        ({"url": "javascript:alert(1)"}, b"valid URL"),
        ({"path": "x", "language": "klingon"}, b"valid value"),
        ({"path": "/etc/passwd"}, b"is not inside"),
        ({"path": "../outside.json"}, b"is not inside"),
        ({"path": "link/outside.json"}, b"is not inside"),
    ],
)
def test_the_admin_explains_what_is_wrong(as_staff, settings, tmp_path, form, message):
    settings.IMPORT_DIR = str(tmp_path / "imports")
    (tmp_path / "imports").mkdir()
    (tmp_path / "imports" / "link").symlink_to(tmp_path)
    answer = as_staff.post(ADDRESS, form)
    assert answer.status_code == 200
    assert message in answer.content
    assert not Job.objects.exists()


def test_without_a_folder_for_it_no_path_is_read(as_staff, checkout, staff):
    assert b'name="path"' not in as_staff.get(ADDRESS).content
    assert b"exactly one" in as_staff.post(ADDRESS, {"path": str(checkout.root)}).content
    assert not Job.objects.exists()
    job = Job.objects.create(kind=jobs.IMPORT, state=Job.State.RUNNING, attempts=1)
    with pytest.raises(JobFailed, match="set IMPORT_DIR"):
        jobs.import_cards(Progress(job.pk, 1), path=str(checkout.root))


def test_a_path_inside_the_folder_is_imported(
    as_staff, checkout, settings, django_capture_on_commit_callbacks
):
    settings.IMPORT_DIR = str(checkout.root.parent)
    assert b'name="path"' in as_staff.get(ADDRESS).content
    with django_capture_on_commit_callbacks(execute=True):
        as_staff.post(ADDRESS, {"path": checkout.root.name})
    assert Job.objects.get().state == Job.State.DONE


@pytest.mark.parametrize("allowed", [False, True])
def test_the_admin_fetches_from_inside_only_where_it_may(
    as_staff, checkout, server, settings, django_capture_on_commit_callbacks, allowed
):
    settings.IMPORT_INTERNAL = allowed
    packed(checkout)
    with django_capture_on_commit_callbacks(execute=True):
        as_staff.post(ADDRESS, {"url": f"{server}/data.zip"})
    job = Job.objects.get()
    assert job.state == (Job.State.DONE if allowed else Job.State.FAILED)
    assert ("private network" in job.error) is not allowed


def test_a_command_fetches_from_anywhere(checkout, server):
    packed(checkout)
    call_command("import_cards", url=f"{server}/data.zip", verbosity=0)
    assert Pack.objects.filter(pk="newp").exists()


def test_the_admin_takes_no_endless_uploads(as_staff, settings):
    settings.MAX_UPLOAD_BYTES = 1000
    answer = as_staff.post(ADDRESS, {"upload": SimpleUploadedFile("x.zip", b"x" * 2000)})
    assert answer.status_code == 413
    assert not Job.objects.exists()


def test_only_staff_may_import(as_alice):
    assert as_alice.get(ADDRESS).status_code == 302
    assert as_alice.post(ADDRESS, {"path": "/x"}).status_code == 302
    assert not Job.objects.exists()


@pytest.mark.parametrize(
    "page",
    [
        *("card/", "card/01016/change/", "investigator/", "investigator/01001/change/", "printing/", "pack/"),
        *(
            "pack/core/change/",
            "cycle/",
            "encounterset/",
            "encountercard/",
            "taboolist/",
            "taboolist/010/change/",
        ),
        *("catalogueversion/", "collection/", "collection/add/"),
    ],
)
def test_operators_can_look_at_everything(as_staff, page):
    assert as_staff.get(f"/admin/cards/{page}").status_code == 200


def test_operators_cannot_change_what_comes_from_files(as_staff):
    assert as_staff.get("/admin/cards/card/add/").status_code == 403
    assert as_staff.post("/admin/cards/card/01016/change/", {"title": "x"}).status_code == 403
