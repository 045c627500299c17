"""Consequences of a scenario's end for an investigator: trauma, death, insanity, exile. (Rulebook A8.)"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from rules.campaign import entries as e
from rules.campaign.context import Found, StepContext
from rules.campaign.slots import EXILED, WEAKNESS, with_card, without_card
from rules.campaign.state import (
    BOTH,
    DAMAGE,
    DEVOURED,
    EMPTY_DECK,
    HORROR,
    INSANE,
    KILLED,
    LAST_AGENDA,
    LOST,
    MENTAL,
    OUTCOMES,
    PHYSICAL,
    Fate,
    Seat,
)
from rules.cards import effects
from rules.cards.model import Card, Deck, Effect
from rules.deck.circumstances import ANYWHERE
from rules.deck.reading import reading_of
from rules.deck.verdict import Violation, _
from rules.outcome import Outcome, Piles
from rules.rulebook.editions import Edition
from rules.upgrade.conditions import impossible_answers, questions_about, settled

ALWAYS, NOT_DEFEATED, EARNING = "always", "not-defeated", "earning"
"""Conditions that can be decided from the state; the players answer all others."""

_KINDS = (PHYSICAL, MENTAL)


def settle(context: StepContext, seat: Seat, fate: Fate, *, earns: bool = True) -> Iterator[Found]:
    """Yield the entries of one investigator's fate, and the violations in it.

    If the scenario is to be replayed, no experience is earned (`earns`), so that nothing happens "when
    earning experience".
    """
    yield from _check_answers(context, seat, fate)
    yield from _conditions_make_sense(context, seat, fate)
    physical, mental = seat.physical, seat.mental
    for entry in _trauma(context, seat, fate):
        physical += entry.physical
        mental += entry.mental
        yield entry
    if physical < 0 or mental < 0:
        yield context.refuse(
            "trauma.recorded",
            _("{investigator} does not have that much trauma to heal."),
            seat=seat.id,
            investigator=seat.title,
        )
    lost, by = _lost_by_effect(context, seat, fate, earns=earns)
    if lost:
        yield e.StatusEntry(seat.id, lost, fate.how, by)
    elif reached_by(context, seat, physical, mental):
        yield from threshold(context, seat, physical, mental, fate.lost)
    elif fate.defeated and "ub.spiral" in context.state.in_force:
        yield e.OwedEntry(seat.id, 1, "ub.spiral")
    yield from _deck_after(context, seat, fate)


def is_possible(how: str, edition: Edition) -> bool:
    """Return whether a scenario can end like this for an investigator, by the rules of this edition."""
    switches = edition.switches
    if how == EMPTY_DECK:
        return switches.empty_deck_defeats
    return how != LAST_AGENDA or switches.last_agenda_defeats


def _check_answers(context: StepContext, seat: Seat, fate: Fate) -> Iterator[Violation]:
    who = {"seat": seat.id, "investigator": seat.title}
    if fate.how not in OUTCOMES:
        yield context.refuse(
            "step.known-outcome", _("{how} is not a valid outcome of a scenario."), how=fate.how, **who
        )
    if fate.choice and fate.choice not in _KINDS:
        yield context.refuse(
            "step.known-trauma", _("Trauma must be physical or mental, not {kind}."), kind=fate.choice
        )
    if fate.how == BOTH and not fate.choice:
        yield context.refuse(
            "trauma.both-choose",
            _(
                "{investigator} was defeated by damage and horror at the same time: choose "
                "physical or mental trauma."
            ),
            **who,
        )
    if fate.how == LAST_AGENDA and not fate.choice:
        yield context.refuse(
            "trauma.no-agenda-left",
            _(
                "{investigator} was still in play when the last agenda ended: choose physical or "
                "mental trauma."
            ),
            **who,
        )
    if not is_possible(fate.how, context.edition):
        rule = "trauma.empty-deck-defeat" if fate.how == EMPTY_DECK else "trauma.no-agenda-left"
        yield context.refuse(
            rule, _("This kind of defeat does not exist in this edition of the rules."), **who
        )
    if fate.lost and fate.lost not in LOST:
        yield context.refuse(
            "trauma.by-effect",
            _("The status must be killed, insane or devoured, not {status}."),
            status=fate.lost,
            **who,
        )
    if fate.lost == DEVOURED and not context.edition.switches.devoured:
        yield context.refuse(
            "trauma.devoured-is-killed",
            _("Investigators cannot be devoured in this edition of the rules."),
            **who,
        )
    if fate.osiris and "boon.osiris" not in context.state.in_force:
        yield context.refuse("boon.osiris", _("The Boon of Osiris is not in effect in this campaign."), **who)
    elif fate.osiris and fate.osiris not in _KINDS:
        yield context.refuse(
            "step.known-trauma", _("Trauma must be physical or mental, not {kind}."), kind=fate.osiris
        )


def _conditions_make_sense(context: StepContext, seat: Seat, fate: Fate) -> Iterator[Violation]:
    """Check that each condition is one of a card in the deck, or of a card that may affect anyone."""
    if not (fate.conditions or fate.mental_conditions or fate.attached_to):
        return
    held = {**_striking(context), **_cards(context, seat.deck)}
    yield from _choices_make_sense(context, seat, fate)
    for code, times in fate.conditions.items():
        card = context.game.card(code)
        if times < 1 or card is None or card.code not in held:
            yield context.refuse(
                "trauma.end-of-game-weaknesses",
                _("{card} is not in {investigator}'s deck."),
                seat=seat.id,
                investigator=seat.title,
                card=context.game.title(code),
            )
    if seat.deck is not None:
        catalogue = context.game.catalogue
        in_question = {question.card for question in questions_about(catalogue, seat.deck)}
        outcome = settled(catalogue, Outcome(conditions=fate.conditions, attached_to=fate.attached_to))
        conditions = {code: times for code, times in outcome.conditions.items() if code in in_question}
        yield from impossible_answers(
            catalogue, seat.deck, replace(outcome, conditions=conditions), context.edition
        )


def _striking(context: StepContext) -> dict[str, Card]:
    """Return the cards of the decks in play whose effect may apply to any investigator."""
    seats = context.state.playing.seats if context.state.playing else ()
    return {
        code: card
        for id in seats
        for code, card in _cards(context, context.state.seats[id].deck).items()
        if any(effect.get("anyone") for effect in card.effects_of(effects.SUFFERS))
    }


def _choices_make_sense(context: StepContext, seat: Seat, fate: Fate) -> Iterator[Violation]:
    """Check that mental trauma is chosen only if there is a choice, at most as often as it took effect."""
    for code, mental in fate.mental_conditions.items():
        card = context.game.card(code)
        chooses = card and any(effect.get("trauma") for effect in card.effects_of(effects.SUFFERS))
        if not card or not chooses or not 0 <= mental <= _times(context, card, fate.conditions):
            yield context.refuse(
                "trauma.end-of-game-weaknesses",
                _("{card}: {mental} is more mental trauma than {investigator} can have chosen."),
                seat=seat.id,
                investigator=seat.title,
                card=context.game.title(code),
                mental=mental,
            )


def _times(context: StepContext, card: Card, counts: Mapping[str, int]) -> int:
    """Return the count for a card, regardless of the printing that was named."""
    named = ((context.game.card(code), times) for code, times in counts.items())
    return sum(times for found, times in named if found and found.code == card.code)


def _cards(context: StepContext, deck: Deck | None) -> dict[str, Card]:
    """Return the cards of a deck by code, with printings resolved."""
    cards = (
        context.game.card(code) for pile in ((deck.slots, deck.second_deck) if deck else ()) for code in pile
    )
    return {card.code: card for card in cards if card}


def conditions_met(context: StepContext, fate: Fate, kind: str) -> Iterator[tuple[Card, Effect, int]]:
    """Yield the effects of one kind whose condition was met according to the players, and how often."""
    for code, times in fate.conditions.items():
        card = context.game.card(code)
        if card is not None:
            for effect in card.effects_of(kind):
                if effect.get("when") not in (ALWAYS, NOT_DEFEATED):
                    yield card, effect, times


def _trauma(context: StepContext, seat: Seat, fate: Fate) -> Iterator[e.TraumaEntry]:
    if fate.osiris in _KINDS:
        yield _one(seat, fate.osiris, "boon.osiris")
    if fate.how == DAMAGE:
        yield _one(seat, PHYSICAL, "trauma.physical-on-damage-defeat")
    elif fate.how == HORROR:
        yield _one(seat, MENTAL, "trauma.mental-on-horror-defeat")
    elif fate.how == BOTH and fate.choice in _KINDS:
        yield _one(seat, fate.choice, "trauma.both-choose")
    elif fate.how == EMPTY_DECK:
        yield _one(seat, MENTAL, "trauma.empty-deck-defeat")
    elif fate.how == LAST_AGENDA and fate.choice in _KINDS:
        yield _one(seat, fate.choice, "trauma.no-agenda-left")
    for card, effect, times in conditions_met(context, fate, effects.SUFFERS):
        chosen = min(times, max(0, _times(context, card, fate.mental_conditions)))
        physical = effect.get("physical", 0) * times + effect.get("trauma", 0) * (times - chosen)
        mental = effect.get("mental", 0) * times + effect.get("trauma", 0) * chosen
        yield e.TraumaEntry(seat.id, physical, mental, "trauma.end-of-game-weaknesses", card.code)
    if fate.physical or fate.mental:
        yield e.TraumaEntry(seat.id, fate.physical, fate.mental, "trauma.by-card-ability")


def _one(seat: Seat, kind: str, reason: str) -> e.TraumaEntry:
    return e.TraumaEntry(seat.id, int(kind == PHYSICAL), int(kind == MENTAL), reason)


def _lost_by_effect(context: StepContext, seat: Seat, fate: Fate, *, earns: bool) -> tuple[str, str]:
    """Return "killed", "insane" or "devoured" if an effect causes it (rule trauma.by-effect), and the card.

    Both are empty if there is no such effect.
    """
    if fate.lost in LOST and not _only_names_the_cause(context, seat, fate):
        return fate.lost, ""
    if fate.defeated and "ub.finality" in context.state.in_force:
        if fate.how == DAMAGE or (fate.how == BOTH and fate.choice == PHYSICAL):
            return KILLED, ""
        if fate.how == HORROR or (fate.how == BOTH and fate.choice == MENTAL):
            return INSANE, ""
    if fate.defeated:
        for card in _bound_to(context, seat):
            for effect in card.effects_of(effects.ON_DEFEAT):
                if effect["becomes"] in LOST and (earns or effect.get("when") != EARNING):
                    return str(effect["becomes"]), card.code
    for card, effect, _times in conditions_met(context, fate, effects.IS_LOST):
        return str(effect["status"]), card.code
    return "", ""


def _bound_to(context: StepContext, seat: Seat) -> list[Card]:
    """Return the investigator and the cards of the deck."""
    investigator = context.game.card(seat.investigator)
    return [*([investigator] if investigator else []), *_cards(context, seat.deck).values()]


def _only_names_the_cause(context: StepContext, seat: Seat, fate: Fate) -> bool:
    """Return whether `lost` only selects the cause to record, because both thresholds are reached (E-35)."""
    entries = tuple(_trauma(context, seat, fate))
    physical = seat.physical + sum(entry.physical for entry in entries)
    mental = seat.mental + sum(entry.mental for entry in entries)
    return fate.lost in (KILLED, INSANE) and len(reached_by(context, seat, physical, mental)) == 2


def reached_by(context: StepContext, seat: Seat, physical: int, mental: int) -> list[str]:
    """Return what trauma of this amount does to an investigator: killed, insane, both or nothing."""
    card = context.game.face_of(seat)
    if card is None:
        return []
    reached = []
    if card.health is not None and physical >= card.health:
        reached.append(KILLED)
    if card.sanity is not None and mental >= card.sanity:
        reached.append(INSANE)
    return reached


def threshold(
    context: StepContext, seat: Seat, physical: int, mental: int, cause: str = ""
) -> Iterator[Found]:
    """Check the thresholds: trauma equal to printed health kills, equal to printed sanity drives insane."""
    reached = reached_by(context, seat, physical, mental)
    if len(reached) == 2 and cause not in reached:
        yield context.refuse(
            "trauma.killed-threshold",
            _("{investigator} is killed and driven insane at the same time: choose which one to record."),
            interpretation="E-35",
            seat=seat.id,
            investigator=seat.title,
        )
    elif reached:
        status = cause if cause in reached else reached[0]
        yield e.StatusEntry(
            seat.id, status, "trauma.killed-threshold" if status == KILLED else "trauma.insane-threshold"
        )


def _deck_after(context: StepContext, seat: Seat, fate: Fate) -> Iterator[Found]:
    """Yield the changes of the deck by exile, follow-ups of weaknesses and The Great Work."""
    yield from exile(context, seat, fate.exiled)
    for code in fate.conditions:
        card = context.game.card(code)
        for effect in card.effects_of(effects.REPLACED_BY) if card else ():
            yield from follow_up(context, seat, code, effect["card"])
    if fate.defeated:
        yield from _usurped(context, seat)


def exile(context: StepContext, seat: Seat, cards: Piles) -> Iterator[Found]:
    """Return exiled copies from the deck to the collection (rule exile.returns-to-collection)."""
    before = deck = context.deck(seat.id)
    for code, from_deck, from_second in cards:
        copies = from_deck + from_second
        possible = copies > 0 and from_deck >= 0 and from_second >= 0
        rest = without_card(deck, code, copies, context.game, from_second) if deck and possible else None
        if rest is None:
            yield context.refuse(
                "exile.returns-to-collection",
                _("{investigator}'s deck does not contain {copies} copies of {card}."),
                seat=seat.id,
                investigator=seat.title,
                card=context.game.title(code),
                copies=copies,
            )
        else:
            deck = rest
            yield e.ExileEntry(seat.id, code, copies, from_second)
    if deck and deck is not before:
        yield context.new_deck(seat.id, deck, EXILED)


def follow_up(context: StepContext, seat: Seat, code: str, by: str) -> Iterator[Found]:
    """Turn a weakness into its follow-up; it does not return to the pool."""
    deck = context.deck(seat.id)
    rest = without_card(deck, code, 1, context.game) if deck else None
    reason = "rbw.swapped-weakness-not-returned"
    if seat.weaknesses.get(code):
        yield e.WeaknessEntry(seat.id, code, -1, reason)
        yield e.WeaknessEntry(seat.id, by, 1, reason)
    if context.edition.switches.swapped_weakness_leaves_pool:
        yield e.GoneEntry(code, 1)
        if context.state.gone_weaknesses.get(by):
            yield e.GoneEntry(by, -1)
    if rest is not None:
        yield context.new_deck(seat.id, with_card(rest, by), WEAKNESS)


def _usurped(context: StepContext, seat: Seat) -> Iterator[Found]:
    """Apply The Great Work: a card replaces the investigator, and signatures become random weaknesses."""
    deck = context.deck(seat.id)
    for card in _cards(context, deck).values():
        for effect in card.effects_of(effects.ON_DEFEAT):
            heir = context.game.card(effect["becomes"])
            if heir is None:
                continue
            yield e.InvestigatorEntry(seat.id, heir.code, heir.title)
            if deck and effect.get("signatures_become") == "random-basic-weakness":
                yield from _signatures_become_weaknesses(context, seat, deck, card)


def _signatures_become_weaknesses(context: StepContext, seat: Seat, deck: Deck, by: Card) -> Iterator[Found]:
    reading = reading_of(context.game.catalogue, deck, ANYWHERE)
    signatures = reading.access.signatures if reading else frozenset()
    gone = {
        code: copies
        for code in dict.fromkeys((*deck.slots, *deck.second_deck))
        if (card := context.game.card(code)) and card.code in signatures
        and (copies := deck.slots.get(code, 0) + deck.second_deck.get(code, 0))
    }  # fmt: skip
    for code, copies in gone.items():
        rest = without_card(deck, code, copies, context.game)
        deck = rest if rest is not None else deck
        yield e.SignatureEntry(seat.id, code)
    rest = without_card(deck, by.code, 1, context.game)
    yield context.new_deck(seat.id, rest if rest is not None else deck, WEAKNESS)
    if gone:
        yield e.OwedEntry(seat.id, sum(gone.values()), by.code)
