"""Reading of form fields."""

from __future__ import annotations

from django.http import QueryDict
from django.utils.translation import gettext as _

from campaigns.errors import BadStep


def number(given: QueryDict, name: str, *, least: int = -99, most: int = 99, what: str = "") -> int:
    """Return a whole number from a field, 0 if it is empty. A BadStep describes the valid values."""
    return whole(given.get(name), least=least, most=most, what=what or name)


def whole(text: str | None, *, least: int = 0, most: int = 999, what: str = "") -> int:
    """Return a whole number from text, 0 if it is empty. A BadStep describes the valid values."""
    text = (text or "").strip().replace("−", "-").removeprefix("+")
    if not text:
        return 0
    try:
        value = int(text) if len(text) < 6 and text.isascii() else most + 1
    except ValueError:
        value = most + 1
    if not least <= value <= most:
        facts = {"what": what or _("Number"), "least": least, "most": most}
        raise BadStep(_("%(what)s: enter a whole number from %(least)d to %(most)d.") % facts)
    return value
