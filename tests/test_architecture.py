"""Tests of the structure of the code base: imports, sizes, names and docstrings."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
# Each may import itself and those left of it. `web` is on top of the apps; what the apps share is below them.
LAYERS = [
    *("rules", "web.shared", "jobs", "accounts", "cards", "rulebook", "decks", "campaigns"),
    *("boardgames", "operations", "web", "config", "bench"),
]
PACKAGES = [name for name in LAYERS if "." not in name]
MOST_LINES = 400
MOST_CHARACTERS = 120
# Names of modules that explain nothing.
VAGUE = {"utils", "util", "helpers", "helper", "common", "misc", "manager", "managers", "data"}
# Paths of one machine, unfinished work and package indexes do not belong in the repository.
FORBIDDEN = re.compile(
    r"(?<![\w.])/(?:work|tmp|home|root|opt)/(?!\*)|\.\./shared|\b(?:TODO|FIXME|XXX)\b|pypi\.org",
)
# Files that may contain some of those, with the reason.
ALLOWED = {
    "tests/test_architecture.py": "names what is forbidden",
}
# The modules or packages of every app, which has others, too; `MISSING` has the reasons for exceptions.
SKELETON = (
    *("models", "services", "selectors", "adapters", "text", "views", "forms", "api", "urls", "jobs"),
    *("account_data", "errors", "admin", "apps"),
)
FEW_SENTENCES = "its few sentences are where they are used"
NO_RULES = "it passes nothing to the rules"
NO_TABLES = "it has no tables"
MISSING: dict[str, dict[str, str]] = {
    "jobs": {
        "adapters": NO_RULES,
        "text": FEW_SENTENCES,
        "forms": "its pages have no forms",
        "account_data": "jobs are not exported; they are deleted with their owner",
        "errors": "it refuses nothing of its own",
    },
    "accounts": {
        "selectors": "a user sees only their own account, which the request has",
        "adapters": NO_RULES,
        "text": FEW_SENTENCES,
        "errors": "its refusals are in the modules that raise them: limits, quotas, idempotency",
    },
    "cards": {},
    "rulebook": {
        **dict.fromkeys(("models", "services", "selectors", "admin", "account_data"), NO_TABLES),
        "adapters": "it reads `rules.rulebook` as it is",
        "text": "the rules have texts of their own",
        "forms": "its queries are read by `rules_page` and `coverage_page`",
        "api": "citations are part of verdicts; the rules are not offered by themselves",
        "jobs": "it has nothing that takes long",
        "errors": "a missing rule is refused as `cards` refuses a missing card",
    },
    "decks": {},
    "campaigns": {},
    "boardgames": {"jobs": "it has nothing that takes long"},
}
BINARY = {".png", ".jpg", ".ico", ".mo", ".gz"}


def tracked() -> list[Path]:
    """Return the files in the repository, or that would be with the next commit."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True)
    if listed.returncode:  # an export without its history
        skip = {".venv", "var", "__pycache__"}
        return [path for path in ROOT.rglob("*") if path.is_file() and not skip & set(path.parts)]
    return [path for name in listed.stdout.decode().split("\0") if name and (path := ROOT / name).is_file()]


def modules(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


def imported_modules(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def imports(path: Path) -> set[str]:
    """Return the top-level packages that a module imports."""
    return {name.split(".")[0] for name in imported_modules(path)}


def layer(module: str) -> str:
    """Return the layer of a module, or its top-level package if it is not ours."""
    fitting = [name for name in LAYERS if f"{module}.".startswith(f"{name}.")]
    return max(fitting, key=len, default=module.split(".")[0])


@pytest.mark.parametrize("package", PACKAGES)
def test_imports_point_one_way(package):
    for path in modules(package):
        own = layer(".".join(path.relative_to(ROOT).with_suffix("").parts))
        forbidden = set(LAYERS[LAYERS.index(own) + 1 :]) | {"tests", "scripts"}
        assert not {layer(name) for name in imported_modules(path)} & forbidden, path


def test_rules_are_pure_python():
    for path in modules("rules"):
        assert imports(path) <= sys.stdlib_module_names | {"rules"}, path


def test_rules_use_no_clock_no_chance_and_no_network():
    """Everything that a verdict depends on is passed in, such as a date or a source of chance."""
    for path in modules("rules"):
        assert not imports(path) & {"datetime", "time", "secrets", "os", "socket", "subprocess", "urllib"}, (
            path
        )
        drawn = re.findall(r"\brandom\.(\w+)", path.read_text(encoding="utf-8"))
        assert set(drawn) <= {"Random"}, f"{path}: chance that nobody passed in"


@pytest.mark.parametrize("package", PACKAGES)
def test_no_module_is_too_long(package):
    for path in modules(package):
        if "migrations" not in path.parts:
            lines = len(path.read_text(encoding="utf-8").splitlines())
            assert lines <= MOST_LINES, f"{path.relative_to(ROOT)} has {lines} lines"


@pytest.mark.parametrize("package", PACKAGES)
def test_no_module_has_a_vague_name(package):
    for path in modules(package):
        assert path.stem not in VAGUE, path


@pytest.mark.parametrize("app", MISSING)
def test_apps_have_the_same_modules(app):
    """A module of the skeleton is where every app has it, or there is a reason why it is missing."""
    there = {path.stem for path in (ROOT / app).iterdir() if path.suffix == ".py" or path.is_dir()}
    missing = set(SKELETON) - there
    assert sorted(missing) == sorted(MISSING[app]), f"{app}: give the reason for each missing module"
    assert all(MISSING[app].values())


def test_every_app_with_urls_has_the_skeleton():
    apps = {path.parent.name for path in ROOT.glob("*/urls.py")} - {"config"}
    assert apps == set(MISSING)


@pytest.mark.parametrize("app", MISSING)
def test_urls_are_in_the_same_modules_of_every_app(app):
    """CONTRIBUTING says where the URL of a new page or endpoint is added."""
    urls = import_module(f"{app}.urls")
    assert urls.pages
    if "api" not in MISSING[app]:
        assert urls.api is import_module(f"{app}.api.urls").api


@pytest.mark.parametrize("app", MISSING)
def test_pages_and_api_read_with_selectors(app):
    """A query in a view would be a second place that decides what a user may see."""
    for path in modules(app):
        parts = {*path.relative_to(ROOT).parts, path.stem}
        if {"views", "api"} & parts and "selectors" not in MISSING[app]:
            queries = re.findall(r"\w+\.objects\.(?!none\b)\w+", path.read_text(encoding="utf-8"))
            assert not queries, f"{path.relative_to(ROOT)}: {queries[0]}: use a selector"


def docstrings(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """The docstrings of the classes and functions of a module, with their lines."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.lineno, ast.get_docstring(node) or ""


@pytest.mark.parametrize("package", [*PACKAGES, "scripts", "tests"])
def test_docstrings_are_statements(package):
    """Every module explains what it is, and no docstring begins with a question."""
    for path in modules(package):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        about = ast.get_docstring(tree) or ""
        assert about or not tree.body or "migrations" in path.parts, f"{path}: a module without a docstring"
        assert "?" not in about.split("\n\n")[0], f"{path}: a module docstring with a question"
        for line, text in docstrings(tree):
            assert not text.split("\n")[0].rstrip().endswith("?"), f"{path}:{line}: a question"


def test_the_repository_speaks_of_the_product_alone():
    for path in tracked():
        name = str(path.relative_to(ROOT))
        if path.suffix in BINARY or name in ALLOWED:
            continue
        found = FORBIDDEN.search(path.read_text(encoding="utf-8"))
        assert not found, f"{name}: {found[0]}"


def test_templates_hold_nothing_that_the_content_policy_forbids():
    for path in (ROOT / "templates").rglob("*.html"):
        markup = path.read_text(encoding="utf-8")
        assert not re.search(r"\sstyle\s*=", markup), f"{path}: a style attribute"
        assert not re.search(r"<style", markup), f"{path}: an inline style sheet"
        assert not re.search(r"\son[a-z]+\s*=\s*[\"']", markup), f"{path}: an inline handler"
        assert not re.search(r"<script(?![^>]*\bsrc=)", markup), f"{path}: an inline script"
        assert "|safe" not in markup or path.name == "field.html", f"{path}: text that is not escaped"


@pytest.mark.parametrize("folder", ["templates", "static"])
def test_no_line_of_a_page_is_too_long(folder):
    """Markup, styles and scripts are read as often as code, so their lines are limited, too."""
    for path in sorted((ROOT / folder).rglob("*")):
        if path.suffix in {".html", ".txt", ".css", ".js"}:
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                assert len(line) <= MOST_CHARACTERS, f"{path.relative_to(ROOT)}:{number}"


WORDS = re.compile(r">\s*([^<>{}\n]*[A-Za-z]{3,}[^<>{}\n]*)<")
TRANSLATED = re.compile(r"{%\s*blocktrans.*?{%\s*endblocktrans\s*%}|{#.*?#}|{%.*?%}|{{.*?}}|<!--.*?-->", re.S)
# Ids of rules, and roman numerals.
SIGNS = re.compile(r"[a-z0-9-]+(\.[a-z0-9-]+)+|[IVXLC]+")
# Names are the same in every language.
NAMES = {
    *("ArkhamDB", "ArkhamDB JSON", "arkham.build, Arkham Cards", "Markdown", "Casebook", "· Casebook"),
    *("openapi.yaml", "Authorization: Bearer"),
}


def test_words_in_templates_go_through_gettext():
    for path in (ROOT / "templates").rglob("*.html"):
        markup = TRANSLATED.sub("", path.read_text(encoding="utf-8"))
        untranslated = {words.strip() for words in WORDS.findall(markup)} - NAMES
        untranslated = {words for words in untranslated if not SIGNS.fullmatch(words)}
        assert not untranslated, f"{path.relative_to(ROOT)}: {untranslated}"


def test_every_icon_that_is_used_is_drawn():
    drawn = set(re.findall(r'id="i-([a-z-]+)"', (ROOT / "static/icons.svg").read_text(encoding="utf-8")))
    for path in (ROOT / "templates").rglob("*.html"):
        used = set(re.findall(r'{%\s*icon "([a-z-]+)"', path.read_text(encoding="utf-8")))
        assert used <= drawn, f"{path.relative_to(ROOT)}: {used - drawn}"


def test_requirements_are_locked_with_hashes_and_name_no_host():
    for name in ("requirements.txt", "requirements-dev.txt", "requirements-sentry.txt"):
        text = (ROOT / name).read_text(encoding="utf-8")
        assert "http" not in text.replace("httpx", "").replace("httpcore", "")
        packages = re.findall(r"^[a-z0-9][^ \n]*==\S+.*(?:\n    --hash=sha256:[0-9a-f]{64}.*)+", text, re.M)
        assert len(packages) == len(re.findall(r"^[a-z0-9]", text, re.M))


def test_what_runs_is_a_part_of_what_is_tested():
    def pins(name: str) -> set[str]:
        return set(re.findall(r"^[a-z0-9][^ \n]*==\S+", (ROOT / name).read_text(encoding="utf-8"), re.M))

    assert pins("requirements.txt") <= pins("requirements-dev.txt")
    assert pins("requirements-sentry.txt") <= pins("requirements-dev.txt")
