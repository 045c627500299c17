"""The rulebook: every rule by its id, in our own words, with its page in each edition.

>>> from rules.rulebook import RULEBOOK
>>> str(RULEBOOK["deck.size-exact"].citations["grimoire-1.1"])
'Arkham Grimoire v1.1, IX. Deck Customization: Deck Customization Rules, p. 39'
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from rules.rulebook import files
from rules.rulebook.citation import Citation, Place
from rules.rulebook.files import RulebookError
from rules.rulebook.rule import KINDS, Rule, Section, read_rule, read_section

__all__ = [
    "KINDS",
    "RULEBOOK",
    "Citation",
    "Place",
    "Rule",
    "Rulebook",
    "RulebookError",
    "Section",
    "UnknownRule",
    "search",
]


class UnknownRule(KeyError):
    """The rulebook does not have a rule with this id."""

    def __str__(self) -> str:
        return f"The rulebook has no rule “{self.args[0]}”."


class Rulebook(Mapping[str, Rule]):
    """All rules in the rulebook's order, read from their files on first use."""

    def __getitem__(self, id: str) -> Rule:
        try:
            return self._rules[id]
        except KeyError:
            raise UnknownRule(id) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._rules)

    def __len__(self) -> int:
        return len(self._rules)

    def __contains__(self, id: object) -> bool:
        return id in self._rules

    @cached_property
    def sections(self) -> tuple[Section, ...]:
        return tuple(dict.fromkeys(rule.section for rule in self.values()))

    def of(self, section: Section) -> tuple[Rule, ...]:
        return self._by_section.get(section.id, ())

    @cached_property
    def _by_section(self) -> dict[str, tuple[Rule, ...]]:
        found: dict[str, list[Rule]] = {}
        for rule in self.values():
            found.setdefault(rule.section.id, []).append(rule)
        return {section: tuple(rules) for section, rules in found.items()}

    @cached_property
    def _rules(self) -> dict[str, Rule]:
        from rules.rulebook.ultimatums import ULTIMATUMS

        rules: dict[str, Rule] = {}
        for name in files.sections():
            facts = files.read_file(name)
            section = read_section(facts, name)
            for row in facts["rules"]:
                rule = Rule(**read_rule(row, section, name))
                if rule.id in rules:
                    raise RulebookError(f"{name}, {rule.id}: there already is such a rule")
                rules[rule.id] = rule
        if twice := rules.keys() & ULTIMATUMS.keys():
            raise RulebookError(f"ultimatums.json: {', '.join(sorted(twice))} already in a section")
        return rules | ULTIMATUMS


RULEBOOK = Rulebook()


def search(words: str, language: str = "en") -> tuple[Rule, ...]:
    """Return the rules that match words, a rule's id, a card or a page (“p.39”, “S.43”), best first."""
    from rules.rulebook.rule_search import find

    return find(words, language)
