"""Reading of documents in tests: fenced blocks with their marks, links, and settings."""

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent


@dataclass(frozen=True)
class Block:
    """A fenced block, and the words after its opening fence."""

    language: str
    marks: frozenset[str]
    text: str
    line: int

    @property
    def lines(self) -> list[str]:
        return self.text.splitlines()


def blocks(text: str) -> list[Block]:
    found = []
    for match in re.finditer(r"^```([a-z]+)([^\n]*)\n(.*?)^```$", text, re.S | re.M):
        language, marks, content = match.groups()
        found.append(
            Block(language, frozenset(marks.split()), content, text[: match.start()].count("\n") + 1)
        )
    return found


def known_settings() -> str:
    """Return the code that reads settings; a setting is in it in quotes, or as a shell variable."""
    sources = [*(ROOT / "config").rglob("*.py"), ROOT / "run", *(ROOT / "deploy").rglob("*")]
    return "\n".join(path.read_text(encoding="utf-8") for path in sources if path.is_file())


def is_known_setting(name: str, code: str) -> bool:
    return f'"{name}"' in code or f"${{{name}:-" in code or f"Environment={name}=" in code


def dead_links(path: Path) -> list[str]:
    """Return the links of a document to missing files or headings."""
    text = path.read_text(encoding="utf-8")
    targets = re.findall(r"\]\(([^)#]*)(?:#([^)]+))?\)", text)
    headings = re.findall(r"^#+ (.+)$", re.sub(r"^```.*?^```$", "", text, flags=re.S | re.M), re.M)
    anchors = {re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings}
    dead = [file for file, _anchor in targets if file and not (path.parent / file).exists()]
    return dead + [f"#{anchor}" for file, anchor in targets if not file and anchor not in anchors]
