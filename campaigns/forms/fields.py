"""Reading of form fields."""

from __future__ import annotations

from django.http import QueryDict
from django.utils.translation import gettext as _

from campaigns.errors import BadStep
from web.shared.numbers import read_whole


def number(given: QueryDict, name: str, *, least: int = -99, most: int = 99, what: str = "") -> int:
    """Return a whole number from a field, 0 if it is empty. A BadStep describes the valid values."""
    return whole(given.get(name), least=least, most=most, what=what or name)


def whole(text: str | None, *, least: int = 0, most: int = 999, what: str = "") -> int:
    """Return a whole number from text, 0 if it is empty. A BadStep describes the valid values."""
    if not (text or "").strip():
        return 0
    value = read_whole(text or "", least=least, most=most)
    if value is None:
        facts = {"what": what or _("Number"), "least": least, "most": most}
        raise BadStep(_("%(what)s: enter a whole number from %(least)d to %(most)d.") % facts)
    return value
