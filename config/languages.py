"""The languages of the interface: English, and those whose catalogue is complete.

A catalogue is compiled only when it is complete (`python -m scripts.translations compile`), so the compiled
file is the sign that the site speaks the language. Nothing else has to be changed for a new one.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from django.conf.locale import LANG_INFO
from django.utils.translation import to_language

#: The language in which the messages are written.
WRITTEN = "en"


def offered(folder: Path) -> list[tuple[str, str]]:
    """Return code and own name of each language that is complete, English first."""
    found = sorted(to_language(path.parent.parent.name) for path in folder.glob("*/LC_MESSAGES/django.mo"))
    return [(code, own_name(code)) for code in [WRITTEN, *(code for code in found if code != WRITTEN)]]


def own_name(code: str) -> str:
    """Return what the language calls itself: English, Deutsch."""
    return str(LANG_INFO.get(code, {}).get("name_local", code))


def language_of_terminal(environment: Mapping[str, str], codes: list[str]) -> str:
    """Return the language that LC_ALL, LC_MESSAGES or LANG ask for; English if the site does not speak it."""
    wanted = next(
        (value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := environment.get(name))), ""
    )
    code = to_language(wanted.partition(".")[0].partition("@")[0])
    return next((each for each in (code, code.partition("-")[0]) if each in codes), WRITTEN)
