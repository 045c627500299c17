"""Tests that names use the words of docs/glossary.md.

Checked are the names that the project chooses: modules, classes, functions, arguments, attributes and
variables in Python; keys of dictionaries and paths of URLs; variables of templates; functions and variables
of scripts; classes, ids and data attributes of pages; names of files; and names in code spans of the
documentation. Prose is not checked, and neither are the names of test functions, which are sentences.
"""

import ast
import re
from collections.abc import Iterator
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.test_architecture import PACKAGES, ROOT, modules, tracked

GLOSSARY = ROOT / "docs/glossary.md"
CODE = re.compile(r"`([^`]+)`")
IDENTIFIER = re.compile(r"[A-Za-z_]\w*")
# Parts of a template that hold names: variables and tags, without their texts.
TEMPLATE_CODE = re.compile(r"{{(.*?)}}|{%(.*?)%}", re.S)
TEXT = re.compile(r"\"[^\"]*\"|'[^']*'")
DECLARED_IN_SCRIPT = re.compile(r"\b(?:function|const|let|class)\s+([A-Za-z_$][\w$]*)")
ATTRIBUTE = re.compile(r"\b(data-[\w-]+)|\b(?:id|class)=\"([^\"]*)\"")
SELECTOR = re.compile(r"[.#]([A-Za-z_][\w-]*)|\[(data-[\w-]+)")
TRANSLATION = re.compile(r"^\s*(?:comment|blocktrans\w*|translate|trans)\b")
# Printed from data whose words are those of the books, or about the words themselves.
UNCHECKED_DOCUMENTS = {"docs/rules.md", "docs/coverage.md", "docs/glossary.md"}


class Use(NamedTuple):
    name: str
    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.name}"


class Exemption(NamedTuple):
    word: str
    pattern: str
    """A name, or with a slash a file; with wildcards."""

    def covers(self, word: str, use: Use) -> bool:
        return word == self.word and fnmatchcase(use.file if "/" in self.pattern else use.name, self.pattern)


# --- The glossary ---------------------------------------------------------------------------------------


def table(heading: str) -> list[list[str]]:
    """Return the rows of the table below a heading of the glossary."""
    section = GLOSSARY.read_text(encoding="utf-8").partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    rows = [line.strip("| ").split(" | ") for line in section.splitlines() if line.startswith("|")]
    return rows[2:]


NEVER = [word for _thing, _word, never in table("One word per thing") for word in CODE.findall(never)]
EXEMPTIONS = [
    Exemption(CODE.findall(word)[0], pattern)
    for word, where, _reason in table("Where such a word is right")
    for pattern in CODE.findall(where)
]


# --- Names ----------------------------------------------------------------------------------------------


@cache
def words_of(name: str) -> str:
    """Return the words of a name, each between underscores: `DeckRule` becomes `_deck_rule_`."""
    parts = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+", name)
    return f"_{'_'.join(parts).lower()}_"


def python_names(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Return the names that a module defines, the keys of its dictionaries and its URLs, with lines."""
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name, node.lineno
            case ast.arg(arg=name) | ast.Attribute(attr=name, ctx=ast.Store()):
                yield name, node.lineno
            case ast.Name(id=name, ctx=ast.Store()):
                yield name, node.lineno
            case ast.alias(asname=str(name)):
                yield name, node.lineno
            case ast.Dict(keys=keys):
                yield from ((key.value, key.lineno) for key in keys if is_name(key))
            case ast.Call(
                func=ast.Name(id="path"), args=[ast.Constant(value=str(route)), *_], keywords=given
            ):
                named = [each.value.value for each in given if isinstance(each.value, ast.Constant)]
                for text in (route, *named):
                    yield from ((part, node.lineno) for part in re.findall(r"[\w-]+", str(text)))


def is_name(key: ast.expr | None) -> bool:
    return (
        isinstance(key, ast.Constant)
        and isinstance(key.value, str)
        and bool(re.fullmatch(r"[A-Za-z][\w-]*", key.value))
    )


def template_names(markup: str) -> Iterator[tuple[str, int]]:
    for found in TEMPLATE_CODE.finditer(markup):
        code = found[1] or found[2] or ""
        if not TRANSLATION.match(code):
            line = markup.count("\n", 0, found.start()) + 1
            yield from ((name, line) for name in IDENTIFIER.findall(TEXT.sub("", code)))


def markup_names(markup: str) -> Iterator[tuple[str, int]]:
    """Return the classes, ids and data attributes of a template. What a variable adds to them is left out."""
    for found in ATTRIBUTE.finditer(TEMPLATE_CODE.sub(lambda code: "\n" * code[0].count("\n"), markup)):
        line = markup.count("\n", 0, found.start()) + 1
        yield from ((name, line) for name in (found[1] or found[2] or "").split())


def found_names(pattern: re.Pattern[str], text: str) -> Iterator[tuple[str, int]]:
    """Return what a pattern finds in each line of a script or style sheet."""
    for number, line in enumerate(text.splitlines(), 1):
        for groups in pattern.finditer(line):
            yield from ((name, number) for name in groups.groups() if name)


def document_names(text: str) -> Iterator[tuple[str, int]]:
    """Return the names in code spans, with their lines. A span with spaces is a command or a sentence."""
    for number, line in enumerate(text.splitlines(), 1):
        for span in CODE.findall(line):
            yield from ((name, number) for name in IDENTIFIER.findall(span) if " " not in span)


@cache
def uses() -> list[Use]:
    """Return every name that is checked, with its place."""
    found: list[Use] = []
    for path in [path for package in (*PACKAGES, "scripts", "tests") for path in modules(package)]:
        if "migrations" not in path.parts:
            names = python_names(ast.parse(path.read_text(encoding="utf-8")))
            found += [use(path, name, line) for name, line in names if not name.startswith("test_")]
    for path in tracked():
        if path.suffix in {".py", ".html", ".js", ".css"}:
            found += [use(path, part, 1) for part in path.relative_to(ROOT).with_suffix("").parts]
        if path.suffix == ".html":
            markup = path.read_text(encoding="utf-8")
            names = [*template_names(markup), *markup_names(markup)]
            found += [use(path, name, line) for name, line in names]
        if path.suffix in {".js", ".css"}:
            pattern = DECLARED_IN_SCRIPT if path.suffix == ".js" else SELECTOR
            names = found_names(pattern, path.read_text(encoding="utf-8"))
            found += [use(path, name, line) for name, line in names]
        if path.suffix == ".md" and str(path.relative_to(ROOT)) not in UNCHECKED_DOCUMENTS:
            names = document_names(path.read_text(encoding="utf-8"))
            found += [use(path, name, line) for name, line in names]
    return found


def use(path: Path, name: str, line: int) -> Use:
    return Use(name, str(path.relative_to(ROOT)), line)


@cache
def uses_by_words() -> list[tuple[str, Use]]:
    return [(words_of(each.name), each) for each in uses()]


def with_word(word: str) -> list[Use]:
    """Return the uses of a word, exempted or not. A word may have several parts: `in_words`."""
    return [each for words, each in uses_by_words() if f"_{word}_" in words]


# --- Tests ----------------------------------------------------------------------------------------------


def test_the_glossary_is_read():
    assert len(NEVER) > 50
    assert {"shelf", "in_words", "timeline"} <= set(NEVER)
    assert len(NEVER) == len(set(NEVER)), "a word is listed twice"


@pytest.mark.parametrize("word", NEVER)
def test_no_name_uses_the_word(word):
    found = [each for each in with_word(word) if not any(one.covers(word, each) for one in EXEMPTIONS)]
    assert not found, f"see docs/glossary.md: {len(found)} names\n" + "\n".join(map(str, found[:40]))


@pytest.mark.parametrize("exemption", EXEMPTIONS, ids=str)
def test_every_exemption_is_needed(exemption):
    assert exemption.word in NEVER
    assert any(exemption.covers(exemption.word, each) for each in with_word(exemption.word))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("told_all", "_told_all_"),
        ("ToldAll", "_told_all_"),
        ("HTMLPage", "_html_page_"),
        ("_KEPT", "_kept_"),
        ("sideSlots", "_side_slots_"),
        ("untold", "_untold_"),
    ],
)
def test_a_name_is_split_into_words(name, words):
    assert words_of(name) == words


def test_names_of_python_code():
    code = """
import a as desk
class Shelf:
    law: int
def tell(said, *, asked=1):
    self.told = {"deed": 1, "a sentence": 2}
    return elsewhere.shopping(path("sheet/<int:n>/", view, name="book-list"))
"""
    names = {name for name, _line in python_names(ast.parse(code))}
    assert names == {"desk", "Shelf", "law", "tell", "said", "asked", "told", "deed", "sheet", "int", "n"} | {
        "book-list"
    }


def test_names_of_templates():
    markup = '{{ told.line|default:"asked" }} said {% if shelf %}{% translate "desk" %}{# law #}'
    assert {name for name, _line in template_names(markup)} == {"told", "line", "default", "if", "shelf"}


def test_names_of_pages_scripts_and_styles():
    markup = '<p id="shelf-1" class="law {% if people %}told{% endif %}" data-desk="{{ asked }}">said</p>'
    assert [name for name, _line in markup_names(markup)] == ["shelf-1", "law", "told", "data-desk"]
    script = 'const shelf = asked("law");\nexport function tell() { return desk; }'
    assert list(found_names(DECLARED_IN_SCRIPT, script)) == [("shelf", 1), ("tell", 2)]
    style = ".people > #shelf { margin: .5rem; }\n[data-desk] { color: var(--law); }"
    assert list(found_names(SELECTOR, style)) == [("people", 1), ("shelf", 1), ("data-desk", 2)]


def test_names_of_documents():
    text = "The shelf is `rules.law.shelf`, not `a deed of mine`."
    assert [name for name, _line in document_names(text)] == ["rules", "law", "shelf"]
