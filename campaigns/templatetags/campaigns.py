"""Template tags for chaos tokens, names of members and scenarios, and other values of campaigns."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from accounts.models import User
from campaigns.party.member_names import MemberNames
from campaigns.text import names
from campaigns.text.steps import card_title
from cards.text.names import german as in_german
from rules.rulebook.ultimatums import ULTIMATUMS, Ultimatum
from web.shared.sprite import drawing

register = template.Library()
register.filter("resolution_name", names.resolution_name)
register.filter("token_name", names.token_name)
register.filter("card_title", card_title)


@register.simple_tag
def token(name: str, extra: str = "") -> SafeString:
    """Return a chaos token: its icon with a name for screen readers, or its number."""
    look = names.LOOKS.get(name, "")
    css = " ".join(filter(None, ("token", f"token--{look}" if look else "", extra)))
    text = names.token_name(name)
    if name not in names.ICONS:
        return format_html('<span class="{}">{}</span>', css, text)
    icon = drawing(names.ICONS[name])
    return format_html(
        '<span class="{}" title="{}">{}<span class="vh">{}</span></span>', css, text, icon, text
    )


@register.filter
def named(user: User | None, member_names: MemberNames) -> str:
    """Return the display name of a user in this campaign."""
    return member_names.name(user)


@register.filter
def scenario(state: Any, id: str) -> str:
    return names.scenario_name(state.campaign, id)


@register.filter
def get(mapping: Any, key: Any) -> Any:
    """Return the value of a key in a mapping, or nothing if the key is missing."""
    return mapping.get(key, "") if mapping else ""


@register.filter
def ultimatum_name(each: Ultimatum) -> str:
    return each.title("de" if in_german() else "en")


@register.filter
def source_name(source: str) -> str:
    """Return the name of the card, ultimatum or boon that a starting value comes from."""
    return ultimatum_name(ULTIMATUMS[source]) if source in ULTIMATUMS else card_title(source)


@register.filter
def in_a_sentence(each: Ultimatum) -> str:
    return each.text("de" if in_german() else "en")


@register.filter
def difficulty_name(id: str) -> str:
    return str(names.DIFFICULTIES.get(id, id))


@register.filter
def card_names(codes: Iterable[str]) -> str:
    return ", ".join(map(card_title, codes))
