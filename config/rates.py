"""Rates such as "300/min", as the settings write them."""

import re

from django.core.exceptions import ImproperlyConfigured

RATE = re.compile(r"([1-9][0-9]{0,8})/(s|sec|second|m|min|minute|h|hour|d|day)")


def checked_rate(variable: str, text: str) -> str | None:
    """The rate that this variable of the environment gives, or None where there is no limit."""
    if text and not RATE.fullmatch(text):
        raise ImproperlyConfigured(f"{variable} must be a rate such as 300/min, not “{text}”.")
    return text or None
