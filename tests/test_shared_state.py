"""Tests that state shared by threads is created atomically, and that functions that change it are listed."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.test_architecture import PACKAGES, ROOT, modules

AT_START = "filled by apps when they are ready, before the first request"
#: Modules whose functions change module-level state, and why that is safe with threads.
ALLOWED = {
    "accounts/account_data.py": AT_START,
    "cards/adapters.py": "replaced as a whole",
    "cards/collections/usage.py": AT_START,
    "cards/services/loading.py": AT_START,
    "web/api/docs.py": "under a lock",
    "operations/shared_counters.py": "set by the server before a process takes requests",
    "operations/metrics.py": "under a lock, and seen only when complete",
    "operations/readiness.py": "single answers of checks, each put in place as a whole",
    "decks/campaign_hook.py": AT_START,
    "jobs/registry.py": AT_START,
    "rules/cards/effects.py": "filled while it is imported",
}
CHANGES = {
    "append",
    "add",
    "clear",
    "discard",
    "extend",
    "insert",
    "pop",
    "popitem",
    "remove",
    "setdefault",
    "update",
}


def held(tree: ast.Module) -> set[str]:
    """Return the names of module-level collections."""
    found: set[str] = set()
    for node in tree.body:
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        if isinstance(getattr(node, "value", None), (ast.Dict, ast.List, ast.Set, ast.Call, ast.DictComp)):
            found |= {target.id for target in targets if isinstance(target, ast.Name)}
    return found


def changed(function: ast.FunctionDef, names: set[str]) -> Iterator[str]:
    """The changes that a function makes to collections or names of its module."""
    nodes = list(ast.walk(function))
    own = {node.arg for node in nodes if isinstance(node, ast.arg)}
    own |= {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    for node in nodes:
        subject = None
        if isinstance(node, ast.Global):
            yield ast.unparse(node)
        elif isinstance(node, ast.Subscript) and isinstance(node.ctx, (ast.Store, ast.Del)):
            subject = node.value
        elif isinstance(node, ast.Call) and getattr(node.func, "attr", "") in CHANGES:
            subject = getattr(node.func, "value", None)
        if isinstance(subject, ast.Name) and subject.id in names - own:
            yield ast.unparse(node)


def changes(path: Path) -> list[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names = held(tree)
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return [change for function in functions for change in changed(function, names)]


@pytest.mark.parametrize("package", PACKAGES)
def test_functions_leave_alone_what_their_module_holds(package):
    for path in modules(package):
        name = str(path.relative_to(ROOT))
        if "migrations" not in path.parts:
            assert bool(changes(path)) == (name in ALLOWED), f"{name}: {changes(path)}"


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("kept = {}\ndef f(key):\n    kept[key] = 1", ["kept[key]"]),
        (
            "kept: dict[str, int] = {}\ndef f(key):\n    return kept.setdefault(key, 1)",
            ["kept.setdefault(key, 1)"],
        ),
        ("held = None\ndef f():\n    global held\n    held = 1", ["global held"]),
        ("def f():\n    kept = {}\n    kept[1] = 1", []),
        ("kept = {1: 2}\ndef f(key):\n    return kept[key]", []),
    ],
)
def test_what_counts_as_a_change(tmp_path, source, found):
    path = tmp_path / "module.py"
    path.write_text(source)
    assert changes(path) == found
