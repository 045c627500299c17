"""The service that draws a deck's random weaknesses: all placeholders at once, from a stored seed."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from typing import Unpack

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from cards.adapters import catalogue
from decks.adapters import circumstances_of, rules_deck
from decks.errors import BadEdit
from decks.models import Deck
from decks.services.editing import Author
from decks.services.journal import Edited, edit_locked, locked
from decks.weaknesses import draw_for
from rules.cards.model import PLACEHOLDER


@transaction.atomic
def draw_weaknesses(
    deck: Deck,
    *,
    drawer: User | None = None,
    seed: str = "",
    taken: Iterable[str] = (),
    **author: Unpack[Author],
) -> Edited:
    """Draw for every placeholder in the deck, from the boxes of `drawer` or of the owner.

    `taken` are weaknesses in other decks of the party. The edit's facts hold seed and result.
    """
    held, version = locked(deck)
    if not version.slots.get(PLACEHOLDER):
        raise BadEdit(_("This deck has no weakness to draw."))
    seed = seed or secrets.token_hex(8)
    before = rules_deck(held)
    after, _remark = draw_for(
        catalogue(),
        before,
        circumstances_of(held),
        owner=drawer or held.owner,
        seed=seed,
        taken=taken,
    )
    changed = {
        code: after.slots.get(code)
        for code in {*before.slots, *after.slots}
        if before.slots.get(code) != after.slots.get(code)
    }
    drawn = {code: (n or 0) - before.slots.get(code, 0) for code, n in changed.items() if code != PLACEHOLDER}
    facts = {"seed": seed, "drawn": drawn}
    return edit_locked(held, version, kind="weakness", facts=facts, patch={"slots": changed}, **author)
