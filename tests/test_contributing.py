"""Tests of CONTRIBUTING, the index of the documentation and `./run test quick`: what they name exists."""

import re
from pathlib import Path

import pytest
from django.apps import apps

from scripts.check import QUICK
from tests.documents import dead_links

ROOT = Path(__file__).parent.parent
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
FOLDERS = (
    "accounts|bench|boardgames|campaigns|cards|config|decks|docs|jobs|operations|rulebook|rules|scripts|"
    "tests|web"
)
PATHS = sorted(
    set(re.findall(rf"\b(?:{FOLDERS})/[\w/.-]*\w", CONTRIBUTING)) - {"cards/catalogue/campaigns/NAME.json"}
)


def recipes() -> dict[str, str]:
    parts = CONTRIBUTING.partition("\n## Recipes\n")[2].split("\n### ")[1:]
    return {part.partition("\n")[0]: part for part in parts}


@pytest.mark.parametrize("path", PATHS)
def test_every_path_exists(path):
    assert (ROOT / path).exists()


@pytest.mark.parametrize("title", recipes())
def test_a_recipe_names_the_test_that_proves_it(title):
    assert re.search(r"^Proof: `\./run test tests/", recipes()[title], re.M)


@pytest.mark.parametrize("path", QUICK)
def test_the_quick_tests_exist(path):
    assert (ROOT / path).exists()


@pytest.mark.parametrize(
    "name", ["CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "docs/index.md", "docs/glossary.md"]
)
def test_every_link_leads_somewhere(name):
    assert dead_links(ROOT / name) == []


def test_the_index_lists_every_document():
    index = (ROOT / "docs/index.md").read_text(encoding="utf-8")
    for path in (ROOT / "docs").glob("*.md"):
        assert path.name == "index.md" or f"]({path.name})" in index


def test_the_picture_of_the_tables_has_every_table():
    picture = (ROOT / "docs/index.md").read_text(encoding="utf-8").partition("\n## The tables\n")[2]
    own = {path.parent.name for path in ROOT.glob("*/apps.py")}
    tables = {model.__name__ for model in apps.get_models() if model._meta.app_label in own}
    assert sorted(tables - set(re.findall(r"\w+", picture))) == []


def test_decisions_are_numbered_without_gaps():
    numbers = sorted(int(path.name[:4]) for path in (ROOT / "docs/decisions").glob("*.md"))
    assert numbers == list(range(1, len(numbers) + 1))
