"""Tests of the preparation of a site, and of the previous version's files that stay while both are in use."""

import re
from pathlib import Path

import pytest
from django.core.files.storage import storages
from django.core.management import call_command

from operations.management.commands import prepare

pytestmark = pytest.mark.django_db


@pytest.fixture
def static(settings, tmp_path):
    """A site with one source of static files; the function changes the style sheet and collects."""
    settings.STATIC_ROOT = tmp_path / "collected"
    settings.STATICFILES_DIRS = [tmp_path / "source"]
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    settings.HASHED_STATIC = True
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "web.static_files.HashedFiles"},
    }
    (tmp_path / "source" / "deep").mkdir(parents=True)
    (tmp_path / "source" / "deep" / "icon.svg").write_text("<svg></svg>")

    def collect(style: str) -> str:
        """Return the URL of the style sheet in this collection."""
        (tmp_path / "source" / "style.css").write_text(style)
        call_command("prepare", "--no-catalogue", verbosity=0)
        storages._storages.pop("staticfiles", None)
        return storages["staticfiles"].stored_name("style.css")

    yield collect
    storages._storages.pop("staticfiles", None)


def names(settings) -> set[str]:
    root = Path(settings.STATIC_ROOT)
    return {path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file()}


def test_files_of_the_version_before_stay_and_older_ones_go(static, settings):
    first = static("a { color: red }")
    assert {first, ".fingerprint", "staticfiles.json"} <= names(settings)
    second = static("a { color: green }")
    assert {first, second} <= names(settings), "a page that was open asks for the first"
    third = static("a { color: blue }")
    assert {second, third} <= names(settings)
    assert first not in names(settings)
    assert any(name.startswith("deep/icon.") for name in names(settings))


def test_preparing_again_changes_nothing(static, settings):
    first, second = static("a { color: red }"), static("a { color: green }")
    call_command("prepare", "--no-catalogue", verbosity=0)
    assert {first, second} <= names(settings)


def test_what_is_sent_is_kept_in_small_forms(static, settings):
    """Files without a hash are requested by no page, and source maps by no visitor."""
    (settings.STATICFILES_DIRS[0] / "script.js").write_text(
        f"{'let a = 1;' * 200}\n//# sourceMappingURL=script.js.map\n"
    )
    (settings.STATICFILES_DIRS[0] / "script.js.map").write_text('{"version": 3}' * 200)
    style = static("a { color: red } " * 100)
    found = names(settings)
    assert {style, f"{style}.gz", f"{style}.br"} <= found
    assert not {"style.css", "script.js", "script.js.map"} & found
    assert len([name for name in found if re.fullmatch(r"script\.js\.\w{12}\.map", name)]) == 1
    assert not [name for name in found if name.endswith((".map.gz", ".map.br"))]


def test_modules_import_modules_of_the_same_release(settings, tmp_path):
    """Every import names a file with a hash, so that no browser mixes two releases.

    The editor's script contains its modules, and imports the one that every page loads.
    """
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": "web.static_files.HashedFiles"}}
    storages._storages.pop("staticfiles", None)
    try:
        call_command("collectstatic", interactive=False, ignore_patterns=["redoc"], verbosity=0)
        stored = storages["staticfiles"].stored_name
        for source in (settings.BASE_DIR / "static" / "js").rglob("*.js"):
            name = source.relative_to(settings.BASE_DIR / "static").as_posix()
            module = tmp_path / stored(name)
            imported = re.findall(r'(?:from|import) ?"(\..+?)"', module.read_text())
            own = re.findall(r'^import .*?"(\..+?)";', source.read_text(), re.MULTILINE)
            assert len(imported) == (len(own) if source.name != "main.js" else 1), name
            for address in imported:
                assert re.search(r"\.[0-9a-f]{12}\.js$", address), (name, address)
                assert (module.parent / address).is_file(), (name, address)
    finally:
        storages._storages.pop("staticfiles", None)


def test_the_cards_can_be_left_for_later(monkeypatch):
    called = []
    monkeypatch.setattr(prepare, "call_command", lambda name, **options: called.append(name))
    monkeypatch.setattr(prepare, "rejudge_if_stale", lambda: called.append("rejudge"))
    call_command("prepare", "--no-catalogue", verbosity=0)
    assert called == []
    call_command("prepare", verbosity=0)
    assert called == ["load_catalogue", "rejudge"]
