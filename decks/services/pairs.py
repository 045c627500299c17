"""How are two copies upgraded for the price of one? Chance chooses the versions, here or at the table.

One edit holds both purchases, so that undo takes back both: without the second copy, nothing is drawn.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from typing import Unpack

from django.db import transaction
from django.utils.translation import gettext as _

from cards.adapters import catalogue
from cards.naming import full_title
from decks.adapters import circumstances_of, rules_deck
from decks.errors import BadEdit, NotEnoughExperience, NotForSale
from decks.models import Deck
from decks.services.editing import Author
from decks.services.journal import Edited, Patch, edit_locked, locked, made_before
from decks.services.upgrading import fields_of, purchase_patch, shopping_for
from rules.chance import Chance
from rules.prices.second_copies import PAIR, Pair


def pair_of(deck: Deck, code: str) -> Pair:
    """Two copies of a card, about to be upgraded; BadEdit for a card that nobody knows."""
    assert deck.working is not None
    shopping = shopping_for(deck, deck.working)
    try:
        lower = shopping.card(code)
    except KeyError:
        raise BadEdit(_("The catalogue does not know this card.")) from None
    return Pair(catalogue(), rules_deck(deck), shopping, lower, circumstances_of([deck])[deck.pk])


@transaction.atomic
def upgrade_pair(
    deck: Deck, *, code: str, drawn: Iterable[str] = (), seed: str = "", **author: Unpack[Author]
) -> Edited:
    """Upgrade two copies of a card. `drawn` are the versions that chance chose at the table; without them it
    is drawn here, from a seed that is kept: the one given, or the request's key.
    """
    held, version = locked(deck)
    if made := made_before(held, version, author):
        return made
    pair = pair_of(held, code)
    title = full_title(pair.lower)
    if not pair.possible:
        raise NotForSale(
            _("No two copies of %(title)s can be upgraded for the price of one.") % {"title": title}
        )
    dearest = pair.dearest()
    if dearest > version.experience_left:
        # Asked before the draw: nobody learns what it would have been.
        raise NotEnoughExperience(
            _("This costs %(price)d experience; %(left)d are left.")
            % {"price": dearest, "left": version.experience_left},
            price=dearest,
            left=version.experience_left,
        )
    chosen = tuple(drawn)
    if chosen and len(chosen) != len(PAIR):
        raise BadEdit(_("Two versions were drawn: name both."))
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
