"""Assignment of decks to seats: an existing deck, a new one, or a random one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.idempotency import NO_KEY, IdempotencyKey
from accounts.models import User
from campaigns.campaign_rules import game
from campaigns.drawing.requests import seat_at
from campaigns.errors import BadStep
from campaigns.models import Campaign, NewDeck, RandomDeck
from campaigns.party import deck_verdicts
from campaigns.party.brought_decks import BroughtDeck
from campaigns.selectors import state_of
from campaigns.services.recording import Recorded, locked, record, recorded_as
from decks.adapters import rules_deck
from decks.errors import BadQuestion, UnknownInvestigator
from decks.models import Deck
from decks.models.decks import Mode
from decks.services.creation import create_deck
from decks.services.importing import save_import
from decks.services.judging import rejudge
from decks.text import sentence
from rules.campaign import CampaignState, Seat, taboo_for
from rules.cards import effects, model
from rules.cards.model import NO_CHOICES
from rules.deck.circumstances import STANDALONE
from rules.deck.random_deck import NotEnoughCards


@transaction.atomic
def choose_deck(
    campaign: Campaign,
    seat_id: str,
    deck: Deck,
    *,
    by: User,
    follows: int | None = None,
    key: UUID | None = None,
    trauma: Mapping[str, int] | None = None,
    generated: str = "",
) -> Recorded:
    """Record the current content of the deck for the seat. It is then judged by the rules of the campaign."""
    check_not_upgrading(deck)
    campaign = locked(campaign)
    if before := recorded_as(campaign, key):
        return before
    state = state_of(campaign)
    seat = seat_at(state, seat_id)
    step = deck_verdicts.deck_chosen(campaign, state, seat, deck, game(), dict(trauma or {}))
    step = replace(step, generated=generated)
    done = record(campaign, step, by=by, follows=follows, key=key)
    follow_campaign(deck, state)
    return done


def follow_campaign(deck: Deck, state: CampaignState) -> None:
    """Give a deck the taboo list, edition and mode of the campaign that it is chosen for."""
    mode = Mode.STANDALONE if state.mode == STANDALONE else Mode.CAMPAIGN
    taboo = taboo_for(state, deck.taboo)
    if (deck.taboo, deck.edition, deck.mode) != (taboo, state.edition, mode):
        Deck.objects.filter(pk=deck.pk).update(taboo=taboo, edition=state.edition, mode=mode)


def check_not_upgrading(deck: Deck) -> None:
    if deck.working is not None and deck.working.is_open:
        raise BadStep(_("This deck is being upgraded. Finish or cancel that first."))


@transaction.atomic
def new_deck(
    campaign: Campaign,
    seat_id: str,
    *,
    by: User,
    content: model.Deck | None = None,
    key: IdempotencyKey = NO_KEY,
) -> Deck:
    """Create a deck for a seat by the campaign's rules, with the investigator's own cards or `content`."""
    if earlier := key.claim(by, Deck):
        return earlier[0]
    state = state_of(campaign)
    seat = seat_at(state, seat_id)
    environment = state.environment
    more = ",".join(environment.expansions) if environment else ""
    text = ":".join(filter(None, (environment.choice, more))) if environment else ""
    try:
        deck = create_deck(
            owner=by,
            investigator=seat.investigator,
            choices=content.choices if content else NO_CHOICES,
            name=f"{seat.title} · {campaign.name}"[:120],
            taboo=state.taboo,
            edition=state.edition,
            environment=text,
            mode=Mode.STANDALONE if state.mode == STANDALONE else Mode.CREATION,
        )
    except (BadQuestion, UnknownInvestigator) as error:
        raise BadStep(str(error.message)) from error
    if content is not None and deck.working is not None:
        deck.working.slots, deck.working.second_deck = dict(content.slots), dict(content.second_deck)
        deck.working.save(update_fields=["slots", "second_deck"])
        rejudge([deck])
    NewDeck.objects.update_or_create(campaign=campaign, seat=seat_id, defaults={"deck": deck})
    key.save_result(deck)
    return deck


@transaction.atomic
def import_deck(seat: Seat, brought: BroughtDeck, *, by: User, key: IdempotencyKey = NO_KEY) -> Deck:
    """Save a deck that was read for a seat as the user's own."""
    if earlier := key.claim(by, Deck):
        return earlier[0]
    assert brought.read is not None
    title = game().title(brought.investigator)
    if title != seat.title:
        raise BadStep(
            _("This is a deck for %(other)s, not for %(who)s.") % {"other": title, "who": seat.title}
        )
    (deck,) = save_import([brought.read], owner=by)
    key.save_result(deck)
    return deck


@transaction.atomic
def choose_random_deck(
    campaign: Campaign,
    seat_id: str,
    *,
    by: User,
    seed: str,
    like: Deck | None = None,
    follows: int | None = None,
    key: UUID | None = None,
    trauma: Mapping[str, int] | None = None,
) -> Recorded | RandomDeck:
    """Choose a random deck of level 0 cards from the collection (Ultimatum of Chaos).

    The seed reproduces it. Choices and own cards are those of `like`. If a drawn card costs trauma,
    the draw is saved until its player chooses the kinds of trauma.
    """
    campaign = locked(campaign)
    if before := recorded_as(campaign, key):
        return before
    state = state_of(campaign)
    seat = seat_at(state, seat_id)
    if not state.draws_decks:
        raise BadStep(_("Decks are drawn at random only with the Ultimatum of Chaos."))
    waiting = drawn_for(campaign, seat_id)
    if waiting is not None:
        seed, like = waiting.seed, waiting.like
    try:
        drawn = deck_verdicts.drawn_deck(
            campaign, state, seat, game(), seed, rules_deck(like) if like else None
        )
    except NotEnoughCards:
        raise BadStep(
            _(
                "Your group’s boxes do not contain enough cards for this investigator. Add boxes "
                "to the shared collection."
            )
        ) from None
    if not drawn.verdict.legal:
        against = " ".join(sentence(each.message, each.facts) for each in drawn.verdict.violations)
        settle_first = _("Build a new deck in the editor, make its choices there, then draw its cards here.")
        raise BadStep(f"{against} {settle_first}")
    if drawn.trauma and not trauma:
        cards = [
            code
            for code in drawn.deck.slots
            if (card := game().card(code)) and card.effects_of(effects.ON_PURCHASE)
        ]
        defaults = {"seed": seed, "like": like, "trauma": drawn.trauma, "cards": cards}
        return RandomDeck.objects.update_or_create(campaign=campaign, seat=seat_id, defaults=defaults)[0]
    if waiting is not None:
        waiting.delete()
    deck = new_deck(campaign, seat_id, by=by, content=drawn.deck)
    return choose_deck(
        campaign, seat_id, deck, by=by, follows=follows, key=key, trauma=trauma, generated=seed
    )


def drawn_for(campaign: Campaign, seat_id: str) -> RandomDeck | None:
    """Return the deck that was drawn for a seat and is not chosen yet, if there is one."""
    return RandomDeck.objects.filter(campaign=campaign, seat=seat_id).select_related("like").first()
