"""Reasons against a purchase, each as a violation of a rule of the rulebook."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rules.cards.effects import BUYS_ONE_CLASS, FREEZES_DECK, GRANTED_BY_STORY, SECOND_COPY_FREE
from rules.cards.model import CLASSES, Card
from rules.deck.special_copies import keeps_lower
from rules.deck.verdict import Violation, _
from rules.upgrade.purchase import (
    DECK,
    GRANT,
    KEPT_LOWER,
    MARK,
    MYRIAD,
    NEW,
    PLACES,
    REFILL,
    REPURCHASE,
    SECOND_COPY,
    SWAP,
    UPGRADE,
    Departure,
    Purchase,
)
from rules.upgrade.removals import branded_wrong

if TYPE_CHECKING:
    from rules.upgrade.session import UpgradeSession

UPGRADES = (UPGRADE, KEPT_LOWER, SECOND_COPY)


class Refusals:
    """The rules about purchases, applied to one upgrade."""

    def __init__(self, session: UpgradeSession) -> None:
        self.session = session

    def violation(self, rule: str, message: str, interpretation: str = "", **facts: Any) -> Violation:
        return Violation(rule, message, facts, self.session.game, interpretation)

    def of(self, purchase: Purchase, card: Card, lower: Card | None) -> Iterator[Violation]:
        """Yield every violation of the purchase, with the deck in its current state."""
        yield from self._of_the_campaign(purchase, card)
        if purchase.way != GRANT:
            yield from self._of_one_class(purchase, card)
        if purchase.way == MARK:
            yield from self._of_marks(purchase, card)
            return
        if purchase.way == GRANT:
            if not card.effects_of(GRANTED_BY_STORY):
                yield self.violation(
                    "xp.no-other-changes",
                    _("{title} isn't a card the story can give you."),
                    card=card.code,
                    title=card.title,
                )
            return
        yield from self._of_the_card(purchase, card, lower)
        if purchase.way in UPGRADES:
            yield from self._of_upgrades(purchase, card, lower)
        elif lower is not None:
            yield from self._of_the_replaced(card, lower, purchase.place)
        yield from self._of_free_copies(purchase, card, lower)

    def _of_the_campaign(self, purchase: Purchase, card: Card) -> Iterator[Violation]:
        session = self.session
        if session.investigator is not None and session.investigator.effects_of(FREEZES_DECK):
            yield self.violation(
                "xp.no-other-changes",
                _("{investigator}'s deck can't be changed."),
                investigator=session.investigator.title, card=card.code,
            )  # fmt: skip
        if purchase.price and "ub.induction" in session.circumstances.ultimatums:
            yield self.violation(
                "ub.induction",
                _("With the Ultimatum of Induction you can't spend experience; {title} costs {price}."),
                card=card.code, title=card.title, price=purchase.price,
            )  # fmt: skip

    def _of_one_class(self, purchase: Purchase, card: Card) -> Iterator[Violation]:
        """Yield a violation if the back allows cards of one class alone, and this one is of another."""
        session = self.session
        if session.back is None or not session.back.effects_of(BUYS_ONE_CLASS):
            return
        classes = frozenset(CLASSES)
        for code in {code for place in PLACES for code in session.bought[place]} | session.marked:
            other = session.cards[code]
            if session.level(other) and not other.classes.isdisjoint(CLASSES):
                classes &= other.classes
        if (
            session.level(card, purchase.ticks)
            and not card.classes.isdisjoint(CLASSES)
            and card.classes.isdisjoint(classes)
        ):
            yield self.violation(
                "deck.additional-requirements",
                _("{investigator} can buy cards above level 0 of only one class; {title} is of another."),
                investigator=session.back.title, card=card.code, title=card.title,
            )  # fmt: skip

    def _of_the_card(self, purchase: Purchase, card: Card, lower: Card | None) -> Iterator[Violation]:
        session = self.session
        facts: dict[str, Any] = {"card": card.code, "title": card.title, "level": card.level}
        if card.level is None:
            yield self.violation(
                "deck.level-less-cards", _("{title} has no level and can't be bought."), **facts
            )
        if (purchase.place, card.code) in session.given_up:
            yield self.violation(
                "xp.swap-one-for-one",
                _("{title} was removed in this upgrade and can't be added again."),
                **facts,
            )
        if "creation-only" in card.keywords:
            yield self.violation(
                "deck.creation-only-purchase", _("{title} can only be bought at deck creation."), **facts
            )
        if card.researched:
            source = card.research.source if card.research else ""
            if purchase.way not in UPGRADES or lower is None or (source and source != lower.code):
                yield self.violation(
                    "researched.upgrade-only",
                    _("{title} ({level}) can only be bought as an upgrade of its lower version."),
                    **facts,
                )
            if (
                session.in_campaign
                and card.research
                and card.research.task not in session.circumstances.log.research
            ):
                yield self.violation(
                    "researched.log-entry-needed",
                    _("{title} ({level}) needs this entry in the campaign log: {task}."),
                    task=card.research.task, **facts,
                )  # fmt: skip

    def _of_upgrades(self, purchase: Purchase, card: Card, lower: Card | None) -> Iterator[Violation]:
        session = self.session
        if lower is None:
            yield self.violation(
                "xp.upgrade-difference",
                _("Choose the card to upgrade to {title}."),
                card=card.code,
                title=card.title,
            )
            return
        facts: dict[str, Any] = {
            "card": card.code,
            "title": card.title,
            "level": card.level,
            "lower": lower.code,
        }
        if lower.title != card.title:
            yield self.violation(
                "xp.upgrade-same-title-any-product",
                _("{lower_title} can't be upgraded to {title}: the titles differ."),
                lower_title=lower.title, **facts,
            )  # fmt: skip
        elif (lower.level or 0) >= (card.level or 0):
            yield self.violation(
                "xp.upgrade-difference", _("{title} ({level}) is not a higher version of that card."), **facts
            )
        if not session.held[purchase.place].get(lower.code):
            yield self.violation(
                "xp.no-other-changes",
                _("No copy of {lower_title} ({lower_level}) is left to upgrade."),
                lower_title=lower.title, lower_level=lower.level, **facts,
            )  # fmt: skip
        if purchase.way == KEPT_LOWER and not keeps_lower(session.back, lower):
            yield self.violation(
                "xp.upgrade-difference",
                _("An upgrade to {title} replaces its lower version."),
                **facts,
            )

    def _of_the_replaced(self, card: Card, lower: Card, place: str) -> Iterator[Violation]:
        facts = {"card": lower.code, "title": lower.title}
        if lower.level is None:
            yield self.violation(
                "signature.not-removable",
                _("{title} can't be replaced: required cards and weaknesses stay in the deck."),
                **facts,
            )
        elif lower.permanent:
            yield self.violation(
                "permanent.no-swap-out",
                _("{title} is permanent and can't be replaced."),
                interpretation="E-15",
                **facts,
            )
        elif card.permanent:
            yield self.violation(
                "xp.swap-one-for-one",
                _("{bought} doesn't count towards deck size, so it can't replace {title}."),
                bought=card.title, **facts,
            )  # fmt: skip
        if self.session.bought[place].get(lower.code):
            yield self.violation(
                "xp.swap-one-for-one",
                _("{title} was added in this upgrade and can't be removed again. Undo the purchase instead."),
                **facts,
            )
        if lower.level is not None and not self.session.held[place].get(lower.code):
            yield self.violation("xp.no-other-changes", _("No copy of {title} is left to replace."), **facts)

    def _of_free_copies(self, purchase: Purchase, card: Card, lower: Card | None) -> Iterator[Violation]:
        session, way, place = self.session, purchase.way, purchase.place
        facts = {"card": card.code, "title": card.title}
        level = session.level(card)
        if way in (REFILL, SWAP) and (level or not card.counts):
            yield self.violation(
                "deck.size-shortfall-free-level0" if way == REFILL else "xp.no-other-changes",
                _("Only level 0 cards are free; {title} is level {level}.")
                if level
                else _("{title} doesn't count towards deck size and is not free."),
                level=level, **facts,
            )  # fmt: skip
        if way == REFILL and session.refills[place] >= session.room(place):
            yield self.violation(
                "deck.size-shortfall-free-level0",
                _("The deck has no empty slot, so {title} is not free."),
                interpretation="E-49",
                **facts,
            )
        elif way == NEW and level and session.exiled[place].get(card.code, 0) > 0:
            yield self.violation(
                "exile.repurchase-level1plus", _("{title} was exiled. Buy it again instead."), **facts
            )
        elif way == REPURCHASE and session.exiled[place].get(card.code, 0) < 1:
            yield self.violation(
                "exile.repurchase-level1plus",
                _("{title} was not exiled, so it can't be bought again."),
                **facts,
            )
        elif way == SWAP:
            if lower is None or session.level(lower) or not lower.counts or place != DECK:
                yield self.violation(
                    "xp.no-other-changes",
                    _("{title} must replace a level 0 card in the deck."),
                    **facts,
                )
            if session.swapped >= session.swaps():
                yield self.violation(
                    "xp.no-other-changes",
                    _("You have already used your {swaps} free level 0 swaps."),
                    swaps=session.swaps(), **facts,
                )  # fmt: skip
        elif way == MYRIAD:
            if not session.is_covered(card, place) and not (
                card.customizable and card.code in session.marked
            ):
                yield self.violation(
                    "myriad.free-extra-copies",
                    _("No purchase in this upgrade includes another copy of {title} ({level})."),
                    level=card.level, **facts,
                )  # fmt: skip
        elif way == SECOND_COPY:
            free = session.second_copies.get(lower.code, 0) if lower else 0
            if free < 1 or not session.giver_of(SECOND_COPY_FREE):
                yield self.violation(
                    "xp.card-modifiers", _("No card gives you a free second copy of {title}."), **facts
                )

    def _of_marks(self, purchase: Purchase, card: Card) -> Iterator[Violation]:
        session = self.session
        if not card.customizable or not session.copies(purchase.place).get(card.code):
            yield self.violation(
                "customizable.out-of-scope",
                _("{title} has no upgrade sheet in this deck."),
                card=card.code, title=card.title,
            )  # fmt: skip
            return
        sheet = session.marks.get(card.code, {})
        for tick in purchase.ticks:
            known = 0 <= tick.box < len(card.customizations)
            price = card.customizations[tick.box].price if known else 0
            if tick.experience < 0 or sheet.get(tick.box, 0) + tick.experience > price:
                yield self.violation(
                    "customizable.out-of-scope",
                    _("Box {box} of {title} holds at most {price} experience."),
                    card=card.code, title=card.title, box=tick.box + 1, price=price,
                )  # fmt: skip

    def of_departure(self, departure: Departure) -> Iterator[Violation]:
        """Yield the violations if this copy may not leave without a replacement, for the given reason."""
        session = self.session
        card = session.card(departure.card)
        facts = {"card": card.code, "title": card.title}
        if not session.held[departure.place].get(card.code):
            yield self.violation("xp.no-other-changes", _("No copy of {title} is left to remove."), **facts)
        elif session.must_leave(card, departure.place) != departure.why and not self._over_size(
            departure.place
        ):
            yield self.violation(
                "xp.no-other-changes", _("{title} can't be removed: no rule allows it."), **facts
            )

    def _over_size(self, place: str) -> bool:
        return self.session.size(place) > self.session.needed(place)

    def at_the_end(self) -> Iterator[Violation]:
        """Yield the violations of the deck after all purchases: its size, and the branded title."""
        session = self.session
        if title := branded_wrong(session):
            yield self.violation(
                "copies.limit-per-deck-qualified",
                _("{title} was branded: one copy of it must stay."),
                title=title,
            )
        size, needed = session.size(), session.needed()
        if size == needed or not session.knows_size:
            return
        if size > needed:
            rule = "xp.swap-one-for-one"
            message = _("The deck has {size} cards instead of {needed}: more cards were added than removed.")
        elif session.vacated[DECK]:
            rule = "exile.must-restore-size"
            message = _("The deck has {size} cards and needs {needed}. Add level 0 cards for free.")
        else:
            rule = "xp.no-other-changes"
            message = _(
                "The deck has {size} cards instead of {needed}: some removed cards were not replaced."
            )
        yield self.violation(rule, message, size=size, needed=needed)
