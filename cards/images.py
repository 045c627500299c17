"""Scans of cards, if the operator has any: by the code of a printing, with a `b` at its end for the back."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from rules.cards.model import Card

#: Endings of files, the best first, with the types that browsers receive.
TYPES = {
    ".avif": "image/avif",
    ".webp": "image/webp",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".png": "image/png",
}
NAME = re.compile(r"[0-9A-Za-z]{1,20}")


@dataclass(frozen=True, slots=True)
class Face:
    """One side of a card."""

    url: str
    label: str
    is_wide: bool


def pattern() -> str:
    """Return the address of a scan with CODE in the place of its code; empty if there are no scans."""
    images = settings.CARD_IMAGES
    if images.folder:
        return reverse("card-image", args=["CODE"])
    return str(images.address("CODE"))


def faces_of(card: Card, code: str) -> list[Face]:
    """Return the scans of a printing: front, and back if it has one of its own."""
    if not pattern():
        return []
    is_wide = card.type == "investigator"
    sides = [(code, card.code, _("Front"))]
    if card.back:
        sides.append((card.back, card.back, pgettext("side of a card", "Back")))
    elif card.investigator:
        sides.append((f"{code}b", f"{card.code}b", pgettext("side of a card", "Back")))
    found = []
    for wanted, original, label in sides:
        name = wanted if is_there(wanted) else original
        if is_there(name):
            found.append(Face(pattern().replace("CODE", name), label, is_wide))
    return found


def is_there(name: str) -> bool:
    """Return whether there is such a scan. Of other sites that is not known."""
    return not settings.CARD_IMAGES.folder or file_of(name) is not None


def file_of(name: str) -> Path | None:
    """Return the file of a scan in the operator's folder."""
    folder = settings.CARD_IMAGES.folder
    if folder is None or not NAME.fullmatch(name):
        return None
    return next((path for ending in TYPES if (path := folder / f"{name}{ending}").is_file()), None)
