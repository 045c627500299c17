"""Tests of the accessibility check of the browser tests: it finds what it should, on any element."""

import re

import pytest

from tests import accessibility
from tests.accessibility import assert_nothing_serious

STYLE = """<style>body { background: white; color: black } .faint { color: #ccc } a { color: #005 }
.box { position: relative } .cover { position: absolute; inset: 0; background: white }
@media (prefers-color-scheme: dark) { .plain { color: #ddd } }</style>"""


@pytest.fixture
def checked(page, monkeypatch):
    """Return a function that shows a page and returns what the check has against it."""
    monkeypatch.setattr(accessibility, "passed_looks", set())

    def check(body, **options):
        page.set_content(
            f'<!doctype html><html lang="en"><title>A</title>{STYLE}<main><h1>A</h1>{body}</main></html>'
        )
        try:
            assert_nothing_serious(page, **options)
        except AssertionError as found:
            return re.findall(r'"rule": "([\w-]+)"', str(found))
        return []

    return check


def test_a_good_page_passes(checked):
    assert checked("<p>Words</p><p>More words</p><input aria-label=a value=b>") == []


@pytest.mark.parametrize(
    "body",
    [
        "<p class=faint>Faint</p>",
        "<p>Words</p><p>Words</p><p class=faint>Faint</p>",
        # The same classes, with another colour.
        "<p class=a>Words</p><p class=a style='color: #ccc'>Faint</p>",
        "<p class=a>Words</p><p class=a style='background: #333'>Dark</p>",
        "<div><p>Words</p></div><div style='background: #333'><p>Dark</p></div>",
        "<p>Words</p><p style='opacity: 0.3'>Faint</p>",
        "<p>Words <b>strong</b> <b class=faint>faint</b></p>",
        "<input aria-label=a value=b class=faint>",
        "<button class=faint>Press</button>",
    ],
)
def test_faint_letters_are_found(checked, body):
    assert checked(body) == ["color-contrast"]


@pytest.mark.parametrize(
    "first",
    [
        "<div class=box><p class=faint>Covered</p><div class=cover></div></div>",
        "<div class=box hidden><p class=faint>Hidden</p><div class=cover></div></div>",
        "<div class=box><p class=faint style='visibility: hidden'>Hidden</p></div>",
    ],
)
def test_an_element_that_cannot_be_seen_does_not_stand_for_others(checked, first):
    assert checked(f"{first}<div class=box><p class=faint>Seen</p></div>") == ["color-contrast"]


def test_a_look_that_failed_fails_again_on_the_next_page(checked):
    assert checked("<p class=faint>Faint</p>") == ["color-contrast"]
    assert checked("<p class=faint>Faint</p>") == ["color-contrast"]


def test_a_look_that_passed_is_another_one_in_the_other_theme(checked, page):
    assert checked("<p class=plain>Words</p>") == []
    page.emulate_media(color_scheme="dark")
    assert checked("<p class=plain>Words</p>", colours_only=True) == ["color-contrast"]


def test_looks_that_passed_are_not_checked_again(checked, page):
    assert checked("<p>Words</p>") == []
    seen = len(accessibility.passed_looks)
    assert seen
    assert page.evaluate("known => checkContrast(known)", list(accessibility.passed_looks))["passed"] == []
    assert checked("<p>Other words</p>") == []
    assert len(accessibility.passed_looks) == seen


@pytest.mark.parametrize(
    ("body", "rule"),
    [
        ("<img src=data:,>", "image-alt"),
        ("<input>", "label"),
        ("<button></button>", "button-name"),
        ("<h4>Too deep</h4>", "heading-order"),
    ],
)
def test_other_faults_are_found(checked, body, rule):
    assert rule in checked(body)


def test_links_that_differ_by_colour_alone_are_found_in_any_theme(checked):
    body = "<p>Words around <a href=/ style='text-decoration: none'>a link</a> in a text.</p>"
    assert checked(body) == ["link-in-text-block"]
    assert checked(body, colours_only=True) == ["link-in-text-block"]
