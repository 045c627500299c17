"""Tests of the joining of style sheets, in development and when static files are collected."""

from pathlib import Path

import pytest
import rcssmin
from django.contrib.staticfiles import finders
from django.core.files.storage import storages
from django.core.management import call_command

from web import styles

FILES = {
    "css/main.css": '@layer tokens, pages;\n\n@import "tokens/theme.css" layer(tokens);\n'
    '@import "pages/home.css" layer(pages);\n',
    "css/tokens/breakpoints.css": "@custom-media --phone (width <= 40rem);\n",
    "css/tokens/theme.css": ":root { --ink: #111; }\n",
    "css/pages/home.css": "@media (--phone) { a { color: var(--ink); } }\n"
    "@media not (--phone) { b { top: 0; } }\n",
    "logo.svg": "<svg></svg>",
}


@pytest.fixture
def source(settings, tmp_path):
    """A folder of static files, and a site that uses it."""
    folder = tmp_path / "source"
    for name, text in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    settings.VAR_DIR = tmp_path / "var"
    settings.STATICFILES_DIRS = [folder]
    settings.STATICFILES_FINDERS = ["web.static_files.Finder"]
    settings.STATIC_ROOT = tmp_path / "collected"
    finders.get_finder.cache_clear()
    yield folder
    finders.get_finder.cache_clear()


def test_parts_are_put_into_their_layers_and_breakpoints_into_their_places(source):
    assert styles.joined(source / "css/main.css") == (
        "@layer tokens, pages;\n\n"
        "@layer tokens {\n:root { --ink: #111; }\n}\n"
        "@layer pages {\n"
        "@media (width <= 40rem) { a { color: var(--ink); } }\n"
        "@media not (width <= 40rem) { b { top: 0; } }\n"
        "}\n"
    )


def test_a_breakpoint_without_a_definition_is_an_error(source):
    (source / "css/pages/home.css").write_text("@media (--tablet) { a { top: 0; } }\n")
    with pytest.raises(KeyError, match="--tablet"):
        styles.joined(source / "css/main.css")


def test_an_edit_is_found_at_once_and_nothing_is_written_beside_the_source(source, tmp_path):
    before = sorted(source.rglob("*"))
    found = Path(finders.find("css/main.css"))
    assert found.is_relative_to(tmp_path / "var")
    assert "--ink: #111" in found.read_text()
    (source / "css/tokens/theme.css").write_text(":root { --ink: #222; }\n")
    assert "--ink: #222" in Path(finders.find("css/main.css")).read_text()
    assert sorted(source.rglob("*")) == before
    assert [path.name for path in found.parent.iterdir()] == ["main.css"]


def test_a_style_sheet_that_did_not_change_is_not_written_again(source):
    """Its time is a part of the fingerprint that decides whether static files are collected."""
    found = Path(finders.find("css/main.css"))
    first = found.stat().st_mtime_ns
    assert Path(finders.find("css/main.css")).stat().st_mtime_ns == first


def test_parts_are_not_served_and_other_files_are(source):
    assert finders.find("css/pages/home.css") is None
    assert finders.find("css/nothing.css") is None
    assert finders.find("logo.svg") == str(source / "logo.svg")


def test_joined_style_sheets_are_collected_with_hashes(source, settings):
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
    }
    storages._storages.pop("staticfiles", None)
    try:
        call_command("collectstatic", interactive=False, verbosity=0)
        collected = Path(settings.STATIC_ROOT)
        names = {path.relative_to(collected).as_posix() for path in collected.rglob("*") if path.is_file()}
        hashed = storages["staticfiles"].stored_name("css/main.css")
    finally:
        storages._storages.pop("staticfiles", None)
    assert {"css/main.css", hashed, "logo.svg"} <= names
    assert hashed != "css/main.css"
    assert not any("pages" in name or "tokens" in name for name in names)
    assert (collected / hashed).read_text() == rcssmin.cssmin(styles.joined(source / "css/main.css")) + "\n"


def test_the_site_serves_each_of_its_style_sheets():
    for stylesheet in (Path(__file__).parents[2] / "static/css").glob("*.css"):
        text = Path(finders.find(f"css/{stylesheet.name}")).read_text()
        assert "@import" not in text
        assert "(--" not in text.replace("var(--", "")
