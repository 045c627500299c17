"""The price of the change from one deck to the next: the cheapest legal purchases, or why there are none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from rules.cards import effects
from rules.cards.catalogue import Catalogue
from rules.cards.model import Card, Deck
from rules.deck.access import family
from rules.deck.circumstances import ANYWHERE, CAMPAIGN, Circumstances
from rules.deck.reading import reading_of
from rules.deck.standing import STANDARD
from rules.deck.verdict import Violation, _
from rules.outcome import NO_OUTCOME, Outcome
from rules.upgrade.budget import Budget, OverBudget
from rules.upgrade.change import Change
from rules.upgrade.cheapest import Plan, cheapest
from rules.upgrade.purchase import DECK, SECOND_DECK, Purchase, Step, Upgrade
from rules.upgrade.sequence import in_order, named
from rules.upgrade.session import UpgradeSession

#: More cards than any deck holds, including everything that makes it larger or is kept beside it.
MOST_CARDS = 150


def price_upgrade(
    catalogue: Catalogue,
    before: Deck,
    after: Deck,
    circumstances: Circumstances = ANYWHERE,
    outcome: Outcome = NO_OUTCOME,
    *,
    balance: int | None = None,
    budget: Budget | None = None,
) -> Upgrade:
    """Return the cheapest legal sequence of purchases from `before` to `after`.

    In a campaign everything is checked against the log; for a deck of unknown origin, missing facts are
    assumed in its favour. With a `balance` the purchases must not cost more than that. Several prices that
    belong to one request share a `budget` of work.
    """
    taboo = after.taboo if after.taboo in catalogue.taboo_lists else ""
    if after.transformed and after.transformed != before.transformed:
        outcome = _with_the_card_that_turned(catalogue, before, after, outcome)
        before = replace(before, transformed=after.transformed)
    outcome = _by_place(catalogue, before, after, outcome)
    session = UpgradeSession(catalogue, before, circumstances, outcome, taboo)
    change = Change(session, after, budget or Budget())
    violations = list(_hindrances(catalogue, change, before, after))
    if violations:
        return Upgrade(None, violations=tuple(violations))
    try:
        plan = cheapest(change.groups, change.terms, change.rooms, change.cheaper_repurchases())
    except OverBudget:
        return Upgrade(None, violations=(_too_much(session),))
    # A deck of unknown origin may have been too large before, or may record uncounted copies.
    excess = max(0, session.sizes[DECK] - session.needed())
    excess += max(0, change.target.uncounted - session.start.uncounted)
    steps: list[Step] = []
    for step in in_order(change, plan):
        if isinstance(step, Purchase):
            quote = session.quote(
                step.way, step.card, replaces=step.replaces, place=step.place, ticks=step.ticks
            )
            violations += quote.violations
            session.take(quote.purchase)
            steps.append(quote.purchase)
        else:
            session.leave(step)
            steps.append(step)
    violations += _kept_for_good(change, plan)
    notes = list(_never_there(session))
    strict = circumstances.mode == CAMPAIGN
    for found in session.refusals.at_the_end():
        grew = found.rule == "xp.swap-one-for-one" and session.size() - session.needed() > excess
        (violations if strict or grew else notes).append(found)
    (violations if strict else notes).extend(_of_the_rest(change))
    if strict:
        violations += not_open(catalogue, after, circumstances, steps)
    if balance is not None and session.spent > balance:
        violations.append(
            session.refusals.violation(
                "xp.spend-not-exceed",
                _("The purchases cost {price} experience; you have {balance}."),
                price=session.spent, balance=balance,
            )
        )  # fmt: skip
    if violations:
        return Upgrade(None, violations=_each_once(violations), notes=tuple(notes))
    return Upgrade(session.spent, tuple(named(change, steps)), notes=tuple(notes))


def _never_there(session: UpgradeSession) -> Iterator[Violation]:
    """Yield a note for every card of which more copies left the deck than it had; these change nothing."""
    outcome, start = session.outcome, session.start
    for rule, piles in (
        ("exile.returns-to-collection", outcome.exiled),
        ("xp.no-other-changes", outcome.removed),
    ):
        left: dict[str, int] = {}
        for code, from_deck, from_second in piles:
            own = session.card(code).code
            left[own] = left.get(own, 0) + from_deck + from_second
        for code, copies in sorted(left.items()):
            card = session.cards[code]
            drawers = (*start.merchandise.values(), start.beside, start.granted, start.others)
            held = sum(drawer.get(code, 0) for drawer in drawers)
            if copies > held:
                yield session.refusals.violation(
                    rule,
                    _("{title}: {copies} left the deck, but it had only {held}."),
                    card=code, title=card.title, copies=copies, held=held,
                )  # fmt: skip


def _too_much(session: UpgradeSession) -> Violation:
    return session.refusals.violation(
        "xp.card-modifiers",
        _("These are too many changes to price at once. Split them into several upgrades."),
    )


def _with_the_card_that_turned(catalogue: Catalogue, before: Deck, after: Deck, outcome: Outcome) -> Outcome:
    """Add a card that took the investigator's place to the removed cards (The Great Work)."""
    turned = {
        code: copies
        for code, copies in before.slots.items()
        if code not in after.slots
        and (card := catalogue.resolve(code))
        and any(effect["becomes"] == after.transformed for effect in card.effects_of(effects.ON_DEFEAT))
    }
    removed = replace(outcome.removed, deck={**turned, **outcome.removed.deck})
    return replace(outcome, removed=removed)


def _each_once(violations: list[Violation]) -> tuple[Violation, ...]:
    """Remove repeated violations: two copies that break the same rule in the same way are one violation."""
    return tuple(found for i, found in enumerate(violations) if found not in violations[:i])


def _hindrances(catalogue: Catalogue, change: Change, before: Deck, after: Deck) -> Iterator[Violation]:
    """Yield the problems that make it impossible to price the change at all."""
    session, target = change.session, change.target
    violation = session.refusals.violation
    was, will = session.start.unknown, target.unknown
    for code in sorted({*was, *will}):
        if was.get(code) != will.get(code) and code not in catalogue.encounter_cards:
            yield violation("deck.options-only", _("Unknown card code: {code}."), code=code)
    for code in sorted({*session.outcome.exiled.total, *session.outcome.removed.total}):
        if code not in session.taboo_view.printed:
            yield violation("deck.options-only", _("Unknown card code: {code}."), code=code)
    first, second = (
        session.taboo_view.printed.get(before.investigator),
        session.taboo_view.printed.get(after.investigator),
    )
    if first and second and family(first) != family(second) and not second.effects_of(effects.NOT_SELECTABLE):
        yield violation(
            "deck.one-investigator",
            _("The two decks have different investigators, {before} and {after}, so no price can be given."),
            before=first.title, after=second.title,
        )  # fmt: skip
    copies = max(change.target.copies(), session.start.copies())
    if copies > MOST_CARDS:
        yield violation(
            "deck.size-exact", _("A deck of {copies} cards is too large to price."), copies=copies
        )
    limits = change.title_limits
    for group in change.groups:
        if copies := group.too_many(limits):
            yield violation(
                "copies.max-two-by-title",
                _("{title}: {copies} copies are too many to price."),
                title=group.title, copies=copies,
            )  # fmt: skip


def _by_place(catalogue: Catalogue, before: Deck, after: Deck, outcome: Outcome) -> Outcome:
    """Decide which of two decks an exiled card left, if it is not recorded: the one that lacks it now."""
    if not before.second_deck or outcome.exiled.second_deck:
        return outcome
    exiled = outcome.exiled
    for code, copies, _second in outcome.exiled:
        card = catalogue.resolve(code)
        fewer = {
            place: max(0, _copies(catalogue, old, card) - _copies(catalogue, new, card))
            for place, old, new in (
                (DECK, before.slots, after.slots),
                (SECOND_DECK, before.second_deck, after.second_deck),
            )
        }
        if card is not None and fewer[SECOND_DECK] and fewer[DECK] < copies:
            second = min(fewer[SECOND_DECK], copies - fewer[DECK])
            exiled = exiled.plus(code, -second, second)
    return replace(outcome, exiled=exiled)


def _copies(catalogue: Catalogue, slots: Mapping[str, int], card: Card | None) -> int:
    return sum(n for code, n in slots.items() if type(n) is int and card and catalogue.resolve(code) is card)


def _kept_for_good(change: Change, plan: Plan) -> Iterator[Violation]:
    """Yield violations for permanents that left although nothing removes them (permanent.no-swap-out)."""
    for _place, choice in plan.chosen:
        for code in choice.removed:
            card = change.cards[code]
            if card.permanent:
                yield change.session.refusals.violation(
                    "permanent.no-swap-out",
                    _("{title} is permanent: it can only be removed by an upgrade or an instruction."),
                    interpretation="E-15", card=code, title=card.title,
                )  # fmt: skip


def _of_the_rest(change: Change) -> Iterator[Violation]:
    """Yield violations for changes other than purchases: required cards and weaknesses, upgrade sheets."""
    session, log = change.session, change.session.circumstances.log
    for code, copies in sorted(session.start.others.items()):
        card = change.cards[code]
        gone = copies - change.target.others.get(code, 0)
        if gone > 0 and code not in log.lost_signatures and (card.weakness or card.only):
            yield session.refusals.violation(
                "signature.not-removable",
                _("{title} was removed; required cards and weaknesses stay unless a campaign removes them."),
                card=code, title=card.title, copies=gone,
            )  # fmt: skip
    for code in change.unmarked:
        yield session.refusals.violation(
            "xp.no-refund",
            _("You can't unmark boxes of {title}: spent experience can't be refunded."),
            card=code, title=change.cards[code].title,
        )  # fmt: skip


def not_open(
    catalogue: Catalogue, after: Deck, circumstances: Circumstances, steps: Iterable[Step]
) -> Iterator[Violation]:
    """Yield violations for bought cards that the investigator may not have (xp.access-at-purchase)."""
    reading = reading_of(catalogue, after, circumstances)
    if reading is None:
        return
    over = reading.seating.left_over
    for code in sorted({step.card for step in steps if isinstance(step, Purchase) and step.place == DECK}):
        entry = reading.table.get(code)
        if entry is None or entry.standing.role != STANDARD:
            continue
        standing = entry.standing
        if not standing.way.open or standing.restricted or over.get(code):
            yield Violation(
                "xp.access-at-purchase",
                _("{investigator} can't buy {title} ({level})."),
                {
                    "card": code, "title": standing.card.title, "level": standing.card.level,
                    "investigator": reading.access.back.title,
                },
                reading.edition,
            )  # fmt: skip
