"""Templates of the players' own boxes: saved, deleted, imported and copied."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.db.models import Sum, TextField
from django.db.models.functions import Cast, Length
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.quotas import check_room
from boardgames.errors import BadCommand
from boardgames.models import Template
from boardgames.template_kinds import KINDS
from campaigns.errors import reason_of
from rules.codec import Unreadable, from_json, is_storable, to_json

#: Identifies the format of an export; a later format gets another number.
FORMAT = "casebook-game-templates-1"
MOST_AT_ONCE = 300
#: Characters of the facts of one template, and of all templates of a user, which pages read at once.
LARGEST, LARGEST_TOGETHER = 60_000, 1_000_000


@transaction.atomic
def save_template(
    owner: User, edition: str, kind: str, name: str, facts: Mapping[str, Any], **more: Any
) -> Template:
    """Save a template under its name; one of the same name is replaced."""
    _take_turns(owner)
    found = _saved(owner, edition, kind, name, facts, **more)
    _check_room(owner)
    return found


def _saved(
    owner: User, edition: str, kind: str, name: str, facts: Mapping[str, Any], **more: Any
) -> Template:
    name = name.strip()
    value = KINDS.get((edition, kind))
    if value is None or not name or len(name) > 80 or not is_storable(name):
        raise BadCommand(_("A template has a kind, and a name of 1 to 80 characters."))
    try:
        read = from_json(value, {**facts, "name": name})
    except Unreadable as error:
        raise BadCommand(
            _("“%(name)s” cannot be read: %(why)s") % {"name": name, "why": reason_of(error)}
        ) from None
    plain = {key: each for key, each in to_json(read).items() if key != "name"}
    if len(json.dumps(plain, ensure_ascii=False)) > LARGEST:
        raise BadCommand(_("“%(name)s” is too large for a template.") % {"name": name})
    found = Template.objects.filter(owner=owner, edition=edition, kind=kind, name=name).first()
    if found is None:
        check_room(owner, "templates", Template.objects.filter(owner=owner))
        found = Template(owner=owner, edition=edition, kind=kind, name=name)
    found.facts = plain
    for field in ("box", "owned", "shared"):
        if field in more:
            setattr(found, field, more[field])
    found.save()
    return found


def _take_turns(owner: User) -> None:
    """Let requests of one user that arrive at the same moment save one after the other."""
    User.objects.select_for_update(no_key=True).get(pk=owner.pk)


def _check_room(owner: User) -> None:
    """Refuse what was just saved if the templates of the user have become too large together."""
    size = Sum(Length(Cast("facts", TextField())))
    if (Template.objects.filter(owner=owner).aggregate(size=size)["size"] or 0) > LARGEST_TOGETHER:
        raise BadCommand(_("Your templates are too large together. Delete some of them."))


@transaction.atomic
def delete_template(template: Template) -> None:
    template.delete()


@transaction.atomic
def choose_boxes(owner: User, boxes: set[str]) -> None:
    """Say which boxes the group owns: templates of other boxes are not drawn at random."""
    rows = Template.objects.filter(owner=owner)
    rows.filter(box__in=boxes).update(owned=True)
    rows.exclude(box__in=boxes).update(owned=False)


def exported(rows: list[Template]) -> dict[str, Any]:
    """Return templates as a file that can be imported again."""
    return {
        "format": FORMAT,
        "templates": [
            {"edition": row.edition, "kind": row.kind, "name": row.name, "box": row.box, "facts": row.facts}
            for row in rows
        ],
    }


@transaction.atomic
def import_templates(owner: User, data: Any) -> int:
    """Save the templates of a file, all or none, and return how many there were."""
    rows = data.get("templates") if isinstance(data, Mapping) and data.get("format") == FORMAT else None
    if not isinstance(rows, list) or not all(isinstance(row, Mapping) for row in rows):
        raise BadCommand(_("This is not a file of templates. Export one to see what it looks like."))
    if len(rows) > MOST_AT_ONCE:
        raise BadCommand(_("A file has at most %(most)d templates.") % {"most": MOST_AT_ONCE})
    _take_turns(owner)
    for row in rows:
        texts = [row.get(field, "") for field in ("edition", "kind", "name", "box")]
        facts = row.get("facts", {})
        if not all(isinstance(each, str) for each in texts) or not isinstance(facts, Mapping):
            raise BadCommand(_("This is not a file of templates. Export one to see what it looks like."))
        edition, kind, name, box = texts
        _saved(owner, edition, kind, name, facts, box=box[:80] if is_storable(box) else "")
    _check_room(owner)
    return len(rows)
