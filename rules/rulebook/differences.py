"""The table of differences between the editions, with the switches of each row."""

from __future__ import annotations

from dataclasses import dataclass

from rules.rulebook.files import only, read_file

NAME = "differences.json"
KEYS = frozenset({"row", "topic", "topic_de", "summary", "summary_de", "switches", "rules"})


@dataclass(frozen=True, slots=True)
class Difference:
    """One row of the table of differences."""

    row: int
    topic: str
    topic_de: str
    summary: str
    summary_de: str
    switches: tuple[str, ...]
    """Fields of `rules.rulebook.editions.Switches`; none if every edition comes to the same verdict."""
    rules: tuple[str, ...]

    def name(self, language: str) -> str:
        return self.topic_de if language == "de" else self.topic

    def text(self, language: str) -> str:
        return self.summary_de if language == "de" else self.summary


def _read() -> tuple[Difference, ...]:
    rows = []
    for row in read_file(NAME)["differences"]:
        only(row, KEYS, KEYS, f"{NAME}, row {row.get('row')}")
        rows.append(Difference(**{**row, "switches": tuple(row["switches"]), "rules": tuple(row["rules"])}))
    return tuple(rows)


DIFFERENCES = _read()
