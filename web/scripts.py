"""Scripts: `main.js` of a folder is joined with the modules that it imports into one file.

Each module becomes a function that returns what it exports, in the order in which a browser would run the
modules. Modules that every page loads (`js/app.js`) are imported, so that they run only once.
"""

import re
from collections.abc import Iterator
from pathlib import Path

EVERY_PAGE = "app.js"
IMPORT = re.compile(r'^import (?:\{([^}]*)\} from )?"([^"]+)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export ((?:async function|function|const|class) (\w+))", re.MULTILINE)
#: What is left after imports and exports of the forms above, and what a function cannot contain.
UNKNOWN = re.compile(r"^(?:import|export|await) .*|^.*\bimport\.meta\b.*", re.MULTILINE)


def joined(script: Path) -> str:
    """Return the text of a script with the modules that it imports."""
    script = script.resolve()
    shared = set(modules_of(script.parent.parent / EVERY_PAGE))
    *modules, _main = modules_of(script)
    own = [module for module in modules if module not in shared]
    bodies = [as_function(module, shared) for module in own]
    main = IMPORT.sub(lambda found: assignment(script, found, shared), text_of(script))
    return "".join([*imports(script, [*own, script], shared), *bodies, main])


def modules_of(script: Path, above: tuple[Path, ...] = ()) -> list[Path]:
    """Return the modules in the order in which they run: each after its imports, the script last."""
    if script in above:
        raise ValueError(f"{script.name} imports itself, through {above[-1].name}.")
    found: dict[Path, None] = {}
    for _names, address in IMPORT.findall(text_of(script)):
        found |= dict.fromkeys(modules_of(target(script, address), (*above, script)))
    return [*found, script]


def text_of(script: Path) -> str:
    return script.read_text(encoding="utf-8")


def target(script: Path, address: str) -> Path:
    return (script.parent / address).resolve()


def as_function(module: Path, shared: set[Path]) -> str:
    text = IMPORT.sub(lambda found: assignment(module, found, shared), text_of(module))
    exported = [name for _declaration, name in EXPORT.findall(text)]
    text = EXPORT.sub(r"\1", text)
    if unknown := UNKNOWN.search(text):
        raise ValueError(f"{module.name} cannot be joined: {unknown[0]}")
    return f"const {variable(module)} = (() => {{\n{text}return {{ {', '.join(exported)} }};\n}})();\n"


def assignment(module: Path, found: re.Match[str], shared: set[Path]) -> str:
    """Return what replaces an import: the names from the variable of the imported module."""
    imported = target(module, found[2])
    if imported in shared or not found[1]:
        return ""
    return f"const {{ {found[1].strip().replace(' as ', ': ')} }} = {variable(imported)};\n"


def variable(module: Path) -> str:
    """Return the name of a module's variable. It has a sign that no name in a module has."""
    return "$" + re.sub(r"\W", "_", module.stem)


def imports(script: Path, modules: list[Path], shared: set[Path]) -> Iterator[str]:
    """Yield the imports of modules that every page loads, each name once."""
    wanted: dict[str, dict[str, None]] = {}
    for module in modules:
        for names, address in IMPORT.findall(text_of(module)):
            if (imported := target(module, address)) in shared:
                at = imported.relative_to(script.parent.parent).as_posix()
                each = [name.strip() for name in names.split(",") if name.strip()]
                wanted.setdefault(at, {}).update(dict.fromkeys(each))
    for at, names in wanted.items():
        yield f'import {{ {", ".join(names)} }} from "../{at}";\n' if names else f'import "../{at}";\n'
