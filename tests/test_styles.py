"""Tests of the style sheets: layers, breakpoints, colours, and classes that nothing uses."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from web.styles import BREAKPOINTS, breakpoints

ROOT = Path(__file__).parent.parent
STYLES = ROOT / "static" / "css"
MAIN = STYLES / "casebook.css"
#: The files that pages load, and the parts that they import.
SHEETS = sorted(STYLES.glob("*.css"))
PARTS = sorted(STYLES.glob("*/*.css"))
MOST_LINES = 400
IMPORT = re.compile(r'@import "(([a-z]+)/[a-z-]+\.css)" layer\(([a-z]+)\);')
COLOUR = re.compile(
    r"#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\(|(?<![\w-])(?:white|black|gr[ae]y|red)(?![\w-])",
    re.I,
)
#: Media features that are not sizes of the window.
OTHER_MEDIA = {
    *("print", "(pointer: coarse)", "(prefers-contrast: more)", "(forced-colors: active)"),
    *("(prefers-reduced-motion: no-preference)", "(scripting: none)"),
}


def text_of(path: Path) -> str:
    """Return the text of a style sheet without comments."""
    return re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.S)


def rules_of(path: Path) -> Iterator[tuple[str, str]]:
    """The selectors of a style sheet, each with its declarations."""
    for selectors, declarations in re.findall(r"([^{};]+){([^{}]*)}", text_of(path)):
        yield selectors.strip(), declarations


def name(path: Path) -> str:
    return path.relative_to(STYLES).as_posix()


@pytest.mark.parametrize("path", SHEETS + PARTS, ids=name)
def test_each_file_describes_what_it_holds_and_is_short(path):
    lines = path.read_text(encoding="utf-8").splitlines()
    assert re.match(r"/\* [A-Z].*\.", lines[0]), "the first line does not say what the file holds"
    assert len(lines) <= MOST_LINES


@pytest.mark.parametrize("path", PARTS, ids=name)
def test_no_selector_loses_a_space_when_it_is_made_smaller(path):
    """rcssmin takes a colon after a space for that of a declaration, and drops the space."""
    found = [each for each, _declarations in rules_of(path) if re.search(r"[\w\])] :", each)]
    assert not found, "write `.prose *:is(h1)`"


def test_layers_are_declared_in_one_place():
    declared = re.findall(r"@layer ([a-z, ]+);", text_of(MAIN))
    assert len(declared) == 1
    assert set(declared[0].split(", ")) == {path.parent.name for path in PARTS}
    for path in {*SHEETS, *PARTS} - {MAIN}:
        assert "@layer" not in text_of(path), path


@pytest.mark.parametrize("path", SHEETS, ids=name)
def test_a_sheet_only_imports_and_each_part_is_in_the_folder_of_its_layer(path):
    rest = re.sub(r"@layer [a-z, ]+;", "", text_of(path)) if path == MAIN else text_of(path)
    assert IMPORT.sub("", rest).strip() == ""
    for part, folder, layer in IMPORT.findall(rest):
        assert folder == layer, part
        assert (STYLES / part).is_file(), part


def test_every_part_is_imported_once():
    imported = [part for path in SHEETS for part, _, _ in IMPORT.findall(text_of(path))]
    assert sorted([*imported, BREAKPOINTS]) == [name(path) for path in PARTS]


def test_breakpoints_are_few():
    named = breakpoints(STYLES)
    assert 3 <= len(named) <= 4
    for path in {*PARTS} - {STYLES / BREAKPOINTS}:
        assert "@custom-media" not in text_of(path), path


@pytest.mark.parametrize("path", PARTS, ids=name)
def test_media_queries_use_named_breakpoints(path):
    named = {f"({each})" for each in breakpoints(STYLES)}
    for query in re.findall(r"@media ([^{]+)", text_of(path)):
        for part in re.split(r" and | or |, ", query.strip()):
            bare = re.sub(r"^\(not (.*)\)$|^not (.*)$", r"\1\2", part)
            assert bare in named | OTHER_MEDIA, f"{query}: {part} is no named breakpoint"
    assert "@container" not in text_of(path)


@pytest.mark.parametrize("path", PARTS, ids=name)
def test_no_rule_depends_on_all_of_the_page(path):
    """With `:root:has()`, browsers style every element again after each change by a script."""
    with_scripts = re.sub(r"@media \(scripting: none\) \{.*?\n\}", "", text_of(path), flags=re.S)
    assert not re.search(r"(?::root|\bhtml)[^{},]*:has\(", with_scripts)


@pytest.mark.parametrize("path", PARTS, ids=name)
def test_every_colour_is_a_token(path):
    """Colours are written in the theme, and in print, which sets some tokens again."""
    for selectors, declarations in rules_of(path):
        for declaration in declarations.split(";"):
            if COLOUR.search(declaration):
                assert name(path) in {"tokens/theme.css", "print/print.css"}, f"{selectors}: {declaration}"
                assert declaration.strip().startswith("--"), f"{selectors}: {declaration}"


def test_every_token_is_set_and_used():
    texts = [text_of(path) for path in PARTS if path != STYLES / BREAKPOINTS]
    declared = {token for text in texts for token in re.findall(r"(?<![\w(-])(--[\w-]+):", text)}
    used = {token for text in texts for token in re.findall(r"var\((--[\w-]+)", text)}
    assert used == declared


# --- Classes ------------------------------------------------------------------------------------------

WORD = re.compile(r"[a-z][\w-]*", re.I)
#: Beginnings of classes whose end is a value: the end must then be a word of the code, too.
COMPLETED = (
    *("is-", "and-", "coin--", "line--", "token--", "notice--", "toast--", "lv"),
    *("game-track--", "game-place--", "third-space--"),
)


def words_of(path: Path) -> Iterator[str]:
    """The words in the strings of a template, script or module, where classes are written."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and "\n" not in node.value:
                yield from WORD.findall(node.value)
        return
    if path.suffix == ".js":
        text = re.sub(r"^\s*(?://|/?\*).*$", "", text, flags=re.M)
        # Templates within templates are not strings of their own.
        for line in re.findall(r"^.*\bclass(?:Name|List)\b.*$", text, re.M):
            yield from WORD.findall(line)
    else:
        text = re.sub(r"{#.*?#}", "", text, flags=re.S)
        yield from re.findall(r"{% block body_class %}([\w-]+)", text)
    for string in re.findall(r"\"[^\"]*\"|'[^']*'|`[^`]*`", text):
        yield from WORD.findall(string)


@cache
def words() -> frozenset[str]:
    folders = (
        "templates",
        "static",
        "rules",
        "accounts",
        "cards",
        "rulebook",
        "decks",
        "campaigns",
        "boardgames",
        "config",
        "jobs",
        "web",
    )
    files = [path for folder in folders for path in (ROOT / folder).rglob("*")]
    files = [path for path in files if path.suffix in {".html", ".js", ".py"}]
    return frozenset(word for path in files for word in words_of(path))


def is_used(css_class: str) -> bool:
    if css_class in words():
        return True
    ends = [css_class.removeprefix(start) for start in COMPLETED if css_class.startswith(start)]
    return any(end.isdigit() or end in words() for end in ends)


@pytest.mark.parametrize("path", PARTS, ids=name)
def test_every_class_is_used(path):
    for selectors, _ in rules_of(path):
        plain = re.sub(r"\"[^\"]*\"", "", selectors)
        for css_class in re.findall(r"\.([a-z][\w-]*)", plain, re.I):
            assert is_used(css_class), f".{css_class} is in no template, script or module"


def test_an_unused_class_would_be_found():
    assert is_used("topbar")
    assert is_used("is-guardian")
    assert not is_used("is-unheardof")
    assert not is_used("topbar__nowhere")
