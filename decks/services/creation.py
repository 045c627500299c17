"""How does a deck begin? With an investigator, the player's choices, and the cards that these require."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import replace

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.quotas import check_room
from cards.adapters import catalogue
from decks import tables
from decks.adapters import choice_fields, version_fields
from decks.checking import read_environment
from decks.errors import BadEdit, UnknownInvestigator
from decks.models import Deck, DeckVersion, Visibility, Why
from decks.required import with_required_cards
from decks.selectors import verdict_on
from decks.services.editing import proper_name, setting
from decks.services.judging import remember
from decks.weaknesses import draw_for
from rules import model
from rules.circumstances import FREE, MODES, Circumstances
from rules.editions import DEFAULT, EDITIONS
from rules.model import NO_CHOICES, PLACEHOLDER, Choices

#: What stands for the random basic weaknesses of a new deck.
LEFT_OPEN, DRAWN, NONE = "placeholder", "drawn", "none"


@transaction.atomic
def create_deck(
    *,
    owner: User,
    investigator: str,
    choices: Choices = NO_CHOICES,
    name: str = "",
    signatures: Iterable[str] = (),
    taboo: str = "",
    edition: str = DEFAULT,
    environment: str = "",
    card_pool: Iterable[str] = (),
    mode: str = FREE,
    weakness: str = LEFT_OPEN,
    seed: str = "",
) -> Deck:
    """A new deck with its required cards. `signatures` are those to take in place of the usual ones.

    The random weakness is left open, or drawn from the owner's collection with a seed that the version keeps.
    """
    cards = catalogue()
    person = cards.resolve(investigator)
    if person is None or person.investigator is None:
        raise UnknownInvestigator(_("No deck can be built for “%(code)s”.") % {"code": investigator[:20]})
    if edition not in EDITIONS or mode not in MODES or (taboo and taboo not in cards.taboo_lists):
        raise BadEdit(_("There is no such edition, mode or taboo list."))
    circumstances = Circumstances(
        mode=mode, edition=edition, environment=read_environment(cards, environment)
    )
    begun = model.Deck(investigator=person.code, slots={}, choices=choices, taboo=taboo)
    begun = with_required_cards(cards, begun, circumstances, signatures)
    remark = ""
    if weakness == NONE:
        begun = replace(begun, slots={c: n for c, n in begun.slots.items() if c != PLACEHOLDER})
    elif weakness == DRAWN:
        begun, remark = draw_for(cards, begun, circumstances, owner=owner, seed=seed or secrets.token_hex(8))
    deck = Deck(
        owner=owner,
        name=proper_name(name or person.title),
        investigator=person.code,
        taboo=taboo,
        edition=edition,
        environment=environment,
        card_pool=setting("card_pool", list(card_pool)),
        mode=mode,
        **choice_fields(choices),
    )
    return begin(deck, begun, why=Why.CREATED, remark=remark)


def check_room_for_decks(owner: User, adding: int = 1) -> None:
    """Refuse to add decks beyond what the owner may keep."""
    check_room(owner, "decks", Deck.objects.filter(owner=owner, deleted_at=None), adding=adding)


def begin(
    deck: Deck, content: model.Deck, *, why: Why, remark: str = "", annotations: dict[str, str] | None = None
) -> Deck:
    """Save a deck with its first version, judged."""
    check_room_for_decks(deck.owner)
    deck.full_clean(
        exclude=["owner", "working", "public_id"], validate_unique=False, validate_constraints=False
    )
    deck.save()
    fields = version_fields(content, annotations or {})
    deck.working = DeckVersion.objects.create(deck=deck, number=1, why=why, remark=remark[:200], **fields)
    remember(deck, verdict_on(deck))
    deck.save()
    return deck


@transaction.atomic
def clone_deck(deck: Deck, *, owner: User, name: str = "", version: DeckVersion | None = None) -> Deck:
    """A copy of a deck for its owner or for somebody who may read it: private, with a history of its own.

    What a campaign has lent to the deck stays there.
    """
    source = version or deck.working
    assert source is not None
    check_room_for_decks(owner)
    copy = Deck(
        owner=owner,
        name=proper_name(name or deck.name),
        investigator=deck.investigator,
        front=deck.front,
        back=deck.back,
        choices=deck.choices,
        taboo=deck.taboo,
        edition=deck.edition,
        environment=deck.environment,
        card_pool=deck.card_pool,
        mode=deck.mode,
        visibility=Visibility.PRIVATE,
        notes=deck.notes,
        extras=deck.extras,
    )
    copy.save()
    copied = {part: getattr(source, part) for part in version_fields(model.Deck("", {}))}
    lent = tables.borrowed(deck)
    slots = {code: copies - lent.get(code, 0) for code, copies in copied["slots"].items()}
    copied["slots"] = {code: copies for code, copies in slots.items() if copies > 0}
    copy.working = DeckVersion.objects.create(
        deck=copy, number=1, why=Why.CLONED, remark=deck.name[:200], **copied
    )
    for tag in deck.tags.all():
        copy.tags.create(name=tag.name)
    remember(copy, verdict_on(copy))
    copy.save()
    return copy
