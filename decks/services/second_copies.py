"""The service that upgrades two copies for the price of one, to versions that are drawn at random.

One edit holds both purchases, so that undo takes back both: without the second copy, nothing is drawn.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from typing import Unpack

from django.db import transaction
from django.utils.translation import gettext as _

from cards.text.names import full_title
from decks.errors import BadEdit, NotEnoughExperience, NotForSale
from decks.examined import ExaminedDeck
from decks.models import Deck
from decks.open_upgrade import OpenUpgrade
from decks.services.editing import Author
from decks.services.journal import Edited, Patch, edit_locked, locked, made_before
from decks.services.upgrading import fields_of, purchase_patch
from rules.chance import Chance
from rules.upgrade.second_copies import PAIR


@transaction.atomic
def upgrade_pair(
    deck: Deck, *, code: str, drawn: Iterable[str] = (), seed: str = "", **author: Unpack[Author]
) -> Edited:
    """Upgrade two copies of a card to versions that are drawn at random.

    `drawn` are the versions that were drawn at the table. Without them they are drawn here, with a seed that
    is kept: the one given, or the request's key.
    """
    held, version = locked(deck)
    if made := made_before(held, version, author):
        return made
    pair = OpenUpgrade(ExaminedDeck(held)).pair(code)
    title = full_title(pair.lower)
    if not pair.possible:
        raise NotForSale(
            _("You can't upgrade two copies of %(title)s for the price of one.") % {"title": title}
        )
    dearest = pair.dearest()
    if dearest > version.experience_left:
        # Checked before the draw, so that a refusal does not reveal the result.
        raise NotEnoughExperience(
            _("This costs %(price)d XP; you have %(left)d left.")
            % {"price": dearest, "left": version.experience_left},
            price=dearest,
            left=version.experience_left,
        )
    chosen = tuple(drawn)
    if chosen and len(chosen) != len(PAIR):
        raise BadEdit(_("Choose both versions that were drawn."))
    seed = seed or author.get("key") or secrets.token_hex(8)
    bought = pair.entered(chosen) if chosen else pair.drawn(Chance(seed))
    if len(bought) < len(PAIR):
        raise NotForSale(_("%(title)s cannot be upgraded to both of these versions.") % {"title": title})
    patch: Patch = {"slots": {}}
    slots = dict(version.slots)
    for purchase in bought:
        changed = purchase_patch(version, purchase, slots)["slots"]
        patch["slots"] |= changed
        slots |= {held_as: copies or 0 for held_as, copies in changed.items()}
    patch["purchases"] = [fields_of(purchase) for purchase in bought]
    facts = {
        "card": bought[0].card,
        "replaces": code,
        "price": sum(purchase.price for purchase in bought),
        "drawn": [purchase.card for purchase in bought],
        **({"seed": bought[0].lot.seed} if bought[0].lot else {}),
    }
    return edit_locked(held, version, kind="pair", facts=facts, patch=patch, **author)
