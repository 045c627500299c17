"""The forms of the log page, read into steps."""

from __future__ import annotations

from collections.abc import Iterator

from django.http import QueryDict
from django.utils.translation import gettext as _

from campaigns.errors import BadStep
from campaigns.forms.fields import whole
from campaigns.log import page as log_page
from campaigns.log import tables as log_tables
from campaigns.text.log_words import as_words, phrase
from rules.campaign import CampaignState, steps
from rules.campaign.log_sections import CHECKLIST, NAMES

LONGEST = 500
MOST_LINES = 40
"""The most lines that are added to a list at once."""
CHOOSE = "choose|"
SECTION_CHANGES = ("add-section", "rename-section", "remove-section")


def read_step(given: QueryDict, state: CampaignState) -> steps.Step:
    """Return the step that a form of the log page means; raise a refusal if it means none."""
    what, section = given.get("do", ""), given.get("section", "")[:60]
    seat, key = given.get("seat", "")[:20], given.get("key_", "")[:200]
    if what == "remember":
        text, number = _note(given)
        return steps.RememberedThat(text=text, section=section, number=number, seat=seat)
    if what == "record":
        return steps.LogWritten(changes=tuple(_notes(given, state, section, seat)))
    if what == "cell":
        return steps.LogWritten(changes=tuple(_cells(given, state, section)))
    if what in ("cross-out", "restore"):
        line = steps.LogChange(do=what, entry=given.get("entry", ""))
    elif what == "count":
        by = whole(given.get("by"), least=-99, most=99, what=_("Counter"))
        line = steps.LogChange(do="count", section=section, key=key, seat=seat, number=by)
    elif what in ("tick", "clear"):
        line = steps.LogChange(do=what, section=section, key=key, seat=seat)
    elif what in SECTION_CHANGES:
        title = given.get("title", "").strip()[:LONGEST]
        line = steps.LogChange(do=what, section=section, text=title, key=given.get("kind", "")[:20])
    else:
        raise _wrong()
    return steps.LogWritten(changes=(line,))


def _wrong() -> BadStep:
    return BadStep(_("Something went wrong. Reload the page and try again."))


def _note(given: QueryDict) -> tuple[str, int | None]:
    plain = given.get("number", "").strip()
    number = whole(plain, least=-999, what=_("Number")) if plain else None
    return given.get("text", "").strip()[:LONGEST], number


def _notes(given: QueryDict, state: CampaignState, section: str, seat: str) -> Iterator[steps.LogChange]:
    """Yield one note; in a list of names or a check-off list, one for each line of the text."""
    text, number = _note(given)
    phrase = given.get("phrase", "")
    if phrase and not text:
        section, key = picked(state, phrase)
        yield steps.LogChange(
            do="record", section=section, text=as_words(key), key=key, number=number, seat=seat
        )
        return
    own = {each.id: each.kind for each in state.sections}
    lines = [text]
    if own.get(section) in (CHECKLIST, NAMES):
        lines = [line.strip() for line in text.splitlines() if line.strip()][:MOST_LINES] or [""]
    for line in lines:
        key = log_page.key_for(state.campaign, section, line)
        yield steps.LogChange(do="record", section=section, text=line, key=key, number=number, seat=seat)


def guide_notes(state: CampaignState) -> list[tuple[str, list[str]]]:
    """Return the sections whose notes have keys, with the keys that are not recorded yet.

    They give the story away, so the page shows them only on request.
    """
    written = {(note.section, note.key) for note in state.notes if note.key}
    found = []
    for section, _title in log_page.note_sections(state, later=True):
        facts = log_page.section_facts(state, section) or {}
        keys = [*facts.get("entries", ()), *facts.get("counts", ())]
        if keys := [key for key in keys if (section, key) not in written]:
            found.append((section, keys))
    return found


def note_choices(state: CampaignState) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the notes of the guide by the title of their section, for a note that is picked."""
    titles = dict(log_page.note_sections(state, later=True))
    return [
        (titles[section], [(f"{section}|{key}", phrase(key)) for key in keys])
        for section, keys in guide_notes(state)
    ]


def picked(state: CampaignState, phrase: str) -> tuple[str, str]:
    """Return section and key of a phrase that was picked; BadStep if the guide has no such phrase left."""
    section, _bar, key = phrase.partition("|")
    if key not in dict(guide_notes(state)).get(section, ()):
        raise BadStep(_("This phrase is already in the log, or it is not one of this guide. Pick another."))
    return section, key


def _cells(given: QueryDict, state: CampaignState, section: str) -> Iterator[steps.LogChange]:
    """Yield the changes of a table: the field that was pressed, the name that was picked, new choices."""
    table = next((each for each in log_tables.tables(state, later=True) if each.id == section), None)
    if table is None:
        raise _wrong()
    cells = {cell.name: cell for row in table.rows for cell in row.cells}
    changes = list(_choices(given, section, list(cells.values())))
    key, seat, how = [*given.get("cell", "").split("|"), "", ""][:3]
    if how in ("more", "less", "tick", "clear"):
        cell = cells.get(f"{key}|{seat}")
        is_row = how == "clear" and table.is_picked and not seat and key in {row.key for row in table.rows}
        if cell is None and not is_row:
            raise _wrong()
        if how in ("more", "less"):
            by = 1 if how == "more" else -1
            changes.append(steps.LogChange(do="count", section=section, key=key, seat=seat, number=by))
        else:
            changes.append(steps.LogChange(do=how, section=section, key=key, seat=seat))
    elif picked := given.get("pick", ""):
        changes.append(steps.LogChange(do="tick", section=section, key=picked))
    if not changes:
        raise BadStep(_("Choose what to record first."))
    yield from changes


def _choices(given: QueryDict, section: str, cells: list[log_tables.Cell]) -> Iterator[steps.LogChange]:
    for cell in cells:
        chosen = given.get(f"{CHOOSE}{cell.key}")
        if not cell.choices or chosen is None or chosen == cell.chosen:
            continue
        value = chosen or cell.chosen
        if value not in dict(cell.choices):
            raise _wrong()
        is_seat = value.startswith(log_tables.SEAT)
        yield steps.LogChange(
            do="tick" if chosen else "clear",
            section=section,
            key=cell.key if is_seat else f"{cell.key}:{value}",
            seat=value.removeprefix(log_tables.SEAT) if is_seat else "",
        )
