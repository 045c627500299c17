"""Style sheets: the parts in `static/css` are joined into the few files that pages load.

A file directly in `static/css` is one that pages load. It imports parts from the folders beside it, each into
a layer: `@import "pages/home.css" layer(pages);`. Joining replaces the imports by the parts, and the names of
breakpoints by their conditions, because browsers do not support `@custom-media`.
"""

import re
from pathlib import Path

BREAKPOINTS = "tokens/breakpoints.css"

IMPORT = re.compile(r'@import "([^"]+)" layer\(([a-z]+)\);\n')
BREAKPOINT = re.compile(r"@custom-media (--[a-z-]+) (\([^;]+\));")
MEDIA = re.compile(r"@media[^{]+")
NAME = re.compile(r"\((--[a-z-]+)\)")


def breakpoints(folder: Path) -> dict[str, str]:
    """Return the condition of each named breakpoint."""
    return dict(BREAKPOINT.findall((folder / BREAKPOINTS).read_text(encoding="utf-8")))


def joined(sheet: Path) -> str:
    """Return the text of a style sheet with its parts, as browsers get it."""
    named = breakpoints(sheet.parent)

    def part(found: re.Match[str]) -> str:
        text = (sheet.parent / found[1]).read_text(encoding="utf-8")
        return f"@layer {found[2]} {{\n{text}}}\n"

    def media(found: re.Match[str]) -> str:
        return NAME.sub(lambda name: named[name[1]], found[0])

    return MEDIA.sub(media, IMPORT.sub(part, sheet.read_text(encoding="utf-8")))
