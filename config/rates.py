"""Rates such as "300/min", as written in the settings."""

import re

from django.core.exceptions import ImproperlyConfigured

RATE = re.compile(r"([1-9][0-9]{0,8})/(s|sec|second|m|min|minute|h|hour|d|day)")


def checked_rate(variable: str, text: str) -> str | None:
    """Return the rate in this environment variable, or None if there is no limit."""
    if text and not RATE.fullmatch(text):
        raise ImproperlyConfigured(f"{variable} must be a rate such as 300/min, not “{text}”.")
    return text or None
