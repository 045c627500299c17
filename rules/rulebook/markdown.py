"""The whole rulebook as docs/rules.md, which `python -m rules.rulebook` prints."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from rules.rulebook import RULEBOOK, Rule, Section
from rules.rulebook.citation import ABSENT, CONTRARY, SILENT, Citation, Place
from rules.rulebook.differences import DIFFERENCES
from rules.rulebook.editions import EDITIONS, Switches
from rules.rulebook.interpretations import INTERPRETATIONS, interpretations_of
from rules.rulebook.substitutions import BLOCKED, NAMED_CARDS, SUBSTITUTIONS, Substitution
from rules.rulebook.ultimatums import COMBINATIONS, DIFFICULTIES, ULTIMATUMS, Ultimatum

INTRODUCTION = """\
# The rulebook

<!-- Printed by `python -m rules.rulebook`; a test holds the two equal. The facts lie in rules/rulebook/. -->

{rules} rules and {ultimatums} ultimatums, boons and refractions in our own words, each with its page.
The rulebooks are the authority; this is the index to them. A verdict names a rule by its id, and ids never
change.

**Kinds.** *Error* and *warning*: a verdict reports it. *Applied*: Casebook works it out. *Reminder*: it
happens at the table, and Casebook says so.

**Editions.** {editions}.
A page with ° was worked out from its neighbours: the document names the heading, not the page. *Silent*: the
document says nothing, the rule holds all the same, and verdicts cite the edition that has it. *Not there*:
the edition does not have the rule. *Contrary*: the edition rules otherwise at that place.
"""

STANCES = {SILENT: "silent", ABSENT: "not there"}


def rulebook() -> str:
    return "\n".join(_lines()).rstrip() + "\n"


def _lines() -> Iterator[str]:
    titles = ", ".join(f"{edition.title} (`{edition.id}`)" for edition in EDITIONS.values())
    own = [section for section in RULEBOOK.sections if section.id != "A15b"]
    yield INTRODUCTION.format(
        rules=len(RULEBOOK) - len(ULTIMATUMS), ultimatums=len(ULTIMATUMS), editions=titles
    )
    yield "## Contents\n"
    for section in RULEBOOK.sections:
        yield f"- [{_heading(section)}](#{_anchor(_heading(section))}), {len(RULEBOOK.of(section))}"
    for heading in (
        "Where the editions differ",
        "Switches",
        "Open questions",
        "Encounter set substitution table",
    ):
        yield f"- [{heading}](#{_anchor(heading)})"
    for section in own:
        yield f"\n## {_heading(section)}\n"
        for rule in RULEBOOK.of(section):
            yield from _rule(rule)
    yield from _ultimatums()
    yield from _differences()
    yield from _switches()
    yield from _interpretations()
    yield from _substitutions()


def _heading(section: Section) -> str:
    return f"{section.id}. {section.title}"


def _anchor(heading: str) -> str:
    kept = "".join(letter for letter in heading.casefold() if letter.isalnum() or letter in " -")
    return kept.replace(" ", "-")


def _rule(rule: Rule, heading: str = "") -> Iterator[str]:
    yield f"### {heading or f'`{rule.id}`'}\n"
    named = f"`{rule.id}` · " if heading else ""
    yield f"{named}{rule.sentence} *({' or '.join(rule.kinds)})*\n"
    yield f"*{rule.sentence_de}*\n"
    for edition in EDITIONS.values():
        yield f"- {edition.title}: {_cited(rule, edition.id)}"
    if rule.bent_by:
        yield f"- Bent by: {', '.join(f'`{id}`' for id in rule.bent_by)}"
    if decided := interpretations_of(rule.id):
        yield f"- Open question: {', '.join(f'[{found.id}](#{found.id.casefold()})' for found in decided)}"
    for case in rule.cases:
        yield f"- Example: {case}"
    yield ""


def _cited(rule: Rule, edition: str) -> str:
    citation = rule.citations.get(edition)
    if citation is None:
        return STANCES[rule.stances[edition]]
    pages = "; ".join(_place(citation, place) for place in citation.places)
    if rule.stances[edition] == CONTRARY:
        pages = f"contrary, {pages}"
    return f"{pages} – {citation.note}" if citation.note else pages


def _place(citation: Citation, place: Place) -> str:
    return citation.at(place) + ("°" if place.inferred else "")


def _ultimatums() -> Iterator[str]:
    section = next(section for section in RULEBOOK.sections if section.id == "A15b")
    yield f"\n## {_heading(section)}\n"
    for ultimatum in ULTIMATUMS.values():
        lines = list(_rule(ultimatum, _title(ultimatum)))
        lines.insert(-1, f"- {_conditions(ultimatum)}")
        yield from lines
    yield "### Together\n"
    for combination in COMBINATIONS:
        names = [ULTIMATUMS[id].name for id in sorted(combination.of)]
        if combination.card:
            names.append(f"card {combination.card}")
        yield f"- {' and '.join(names)}: {combination.sentence}"


def _title(ultimatum: Ultimatum) -> str:
    return f"{ultimatum.name} / {ultimatum.name_de}" if ultimatum.name_de else ultimatum.name


def _conditions(ultimatum: Ultimatum) -> str:
    needs = []
    if ultimatum.campaign_only:
        needs.append("in a campaign")
    if ultimatum.difficulties:
        chosen = [known.capitalize() for known in DIFFICULTIES if known in ultimatum.difficulties]
        needs.append(f"on {' or '.join(chosen)}")
    if ultimatum.scenario:
        needs.append(f"in the scenario `{ultimatum.scenario}`")
    only = f"Only {', '.join(needs)}. " if needs else ""
    may = "may" if ultimatum.drawable else "may not"
    return f"{only}The Ultimatum of Ultimatums {may} pick it."


def _differences() -> Iterator[str]:
    yield "\n## Where the editions differ\n"
    yield "| Row | Topic | What differs | Switches |"
    yield "|---|---|---|---|"
    for row in DIFFERENCES:
        switches = ", ".join(f"`{name}`" for name in row.switches) or "none: one verdict"
        yield f"| {row.row} | {row.topic} | {row.summary} | {switches} |"


def _switches() -> Iterator[str]:
    yield "\n## Switches\n"
    yield "A verdict that differs between editions asks one of these. A value with an E-number is a reading"
    yield "of the document, not its letter.\n"
    yield f"| Switch | Row | What it says | {' | '.join(edition.title for edition in EDITIONS.values())} |"
    yield "|---|---|---|" + "---|" * len(EDITIONS)
    for switch in fields(Switches):
        values = []
        for edition in EDITIONS.values():
            reading = edition.interpreted.get(switch.name)
            value = _value(getattr(edition.switches, switch.name))
            values.append(f"{value} ({reading})" if reading else value)
        row, text = switch.metadata["row"], switch.metadata["text"]
        yield f"| `{switch.name}` | {row} | {text} | {' | '.join(values)} |"


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, frozenset):
        return str(len(value)) if value else "none"
    return str(value) or "none"


def _interpretations() -> Iterator[str]:
    yield "\n## Open questions\n"
    yield "Where the documents leave a question open, Casebook decides so. A verdict names the number.\n"
    for found in INTERPRETATIONS.values():
        yield f"### {found.id}\n"
        yield f"**{found.question}** {found.decision}\n"
        yield f"***{found.question_de}*** *{found.decision_de}*\n"
        yield f"Rules: {', '.join(f'`{id}`' for id in found.rules)}\n"


def _substitutions() -> Iterator[str]:
    yield "\n## Encounter set substitution table\n"
    yield "Sets of the first core, and those of the 2026 core that stand in for them"
    yield "(`encset.substitution-table`).\n"
    yield "| Set | Replaced by |"
    yield "|---|---|"
    for rows in SUBSTITUTIONS.values():
        for row in rows:
            yield f"| {row.name}{f', {row.part}' if row.part else ''} (`{row.set}`) | {_substitutes(row)} |"
    yield ""
    for named in NAMED_CARDS:
        yield f"- `{named.scenario}` names {named.card}: use {named.use}."
    for blocked in BLOCKED.values():
        scenario = f"{blocked.name} (`{blocked.scenario}`)"
        yield f"- {scenario} cannot be played with substitutes: it needs {blocked.needs}."


def _substitutes(row: Substitution) -> str:
    alternatives = [
        " and ".join(
            f"{f'{used.only} from ' if used.only else ''}{used.name} (`{used.set}`)" for used in together
        )
        for together in row.replaced_by
    ]
    return " or ".join(alternatives)
