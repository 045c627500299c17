"""Creation of decks: new ones with their required cards, and copies of others."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable
from dataclasses import replace

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.idempotency import NO_KEY, IdempotencyKey
from accounts.models import User
from accounts.quotas import check_room
from cards.adapters import catalogue
from decks.adapters import choice_fields, version_fields
from decks.checking import read_environment
from decks.errors import BadEdit, UnknownInvestigator
from decks.examined import ExaminedDeck
from decks.models import Deck, DeckVersion, Visibility, Why
from decks.models.decks import NAME_LENGTH
from decks.required_cards import with_required_cards
from decks.services.beginnings import Beginning
from decks.services.editing import proper_name, setting
from decks.services.judging import remember
from decks.weaknesses import draw_for
from rules.cards import model
from rules.cards.model import NO_CHOICES, PLACEHOLDER, Choices
from rules.deck.circumstances import FREE, MODES, Circumstances
from rules.rulebook.editions import DEFAULT, EDITIONS

#: The end of a name by which a copy differs from its original.
COPY = re.compile(r" \((?:copy|Kopie|\d{1,3})\)$")
#: What a new deck gets for its random basic weaknesses.
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
    beginning: Beginning | None = None,
    key: IdempotencyKey = NO_KEY,
) -> Deck:
    """Create a deck with its required cards. `signatures` are taken instead of the usual ones.

    `beginning` adds further cards (`decks.services.beginnings`).

    The random weakness is left open, or drawn from the owner's collection with a seed that the version keeps.
    """
    if earlier := key.claim(owner, Deck):
        return earlier[0]
    cards = catalogue()
    person = cards.resolve(investigator)
    if person is None or person.investigator is None:
        raise UnknownInvestigator(
            _("“%(code)s” is not an investigator you can build a deck for.") % {"code": investigator[:20]}
        )
    if edition not in EDITIONS or mode not in MODES or (taboo and taboo not in cards.taboo_lists):
        raise BadEdit(_("Unknown edition, mode or taboo list."))
    circumstances = Circumstances(
        mode=mode, edition=edition, environment=read_environment(cards, environment)
    )
    begun = model.Deck(investigator=person.code, slots={}, choices=choices, taboo=taboo)
    begun = with_required_cards(cards, begun, circumstances, signatures)
    if beginning is not None:
        begun = beginning(cards, begun, circumstances)
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
    begin(deck, begun, why=Why.CREATED, remark=remark)
    key.save_result(deck)
    return deck


def check_room_for_decks(owner: User, adding: int = 1) -> None:
    """Refuse to add decks beyond the owner's limit."""
    check_room(owner, "decks", Deck.objects.filter(owner=owner, deleted_at=None), adding=adding)


def begin(
    deck: Deck, content: model.Deck, *, why: Why, remark: str = "", annotations: dict[str, str] | None = None
) -> Deck:
    """Save a deck with its first version and its verdict."""
    check_room_for_decks(deck.owner)
    deck.full_clean(
        exclude=["owner", "working", "public_id"], validate_unique=False, validate_constraints=False
    )
    deck.save()
    fields = version_fields(content, annotations or {})
    deck.working = DeckVersion.objects.create(deck=deck, number=1, why=why, remark=remark[:200], **fields)
    remember(deck, ExaminedDeck(deck).verdict)
    deck.save()
    return deck


def name_of_copy(owner: User, name: str) -> str:
    """Return the name, with “copy” and a number if the owner has a deck of this name already."""
    taken = set(Deck.objects.filter(owner=owner, deleted_at=None).values_list("name", flat=True))
    root = COPY.sub("", name) or name
    names = (_("%(name)s (copy)") % {"name": root}, *(f"{root} ({n})" for n in range(2, len(taken) + 3)))
    return next(shown for each in (name, *names) if (shown := proper_name(_shortened(each))) not in taken)


def _shortened(name: str) -> str:
    """Return a name that fits; its end, which makes it differ, is kept."""
    return name if len(name) <= NAME_LENGTH else f"{name[: NAME_LENGTH - 13]}…{name[-12:]}"


@transaction.atomic
def clone_deck(
    deck: Deck,
    *,
    owner: User,
    name: str = "",
    version: DeckVersion | None = None,
    key: IdempotencyKey = NO_KEY,
) -> Deck:
    """Copy a deck for its owner or for a user who may read it. The copy is private and has its own history.

    Cards that belong to a campaign are not copied.
    """
    if earlier := key.claim(owner, Deck):
        return earlier[0]
    source = version or deck.working
    assert source is not None
    check_room_for_decks(owner)
    copy = Deck(
        owner=owner,
        name=proper_name(name) if name else name_of_copy(owner, deck.name),
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
    lent = deck.seat.borrowed if deck.seat else {}
    slots = {code: copies - lent.get(code, 0) for code, copies in copied["slots"].items()}
    copied["slots"] = {code: copies for code, copies in slots.items() if copies > 0}
    copy.working = DeckVersion.objects.create(
        deck=copy, number=1, why=Why.CLONED, remark=deck.name[:200], **copied
    )
    for tag in deck.tags.all():
        copy.tags.create(name=tag.name)
    remember(copy, ExaminedDeck(copy).verdict)
    copy.save()
    key.save_result(copy)
    return copy
