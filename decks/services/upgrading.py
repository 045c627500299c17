"""Upgrades of decks: a new version, into which cards are bought, each with its price and reasons.

The rules for prices cover one upgrade from the previous version on. Earlier purchases are replayed before the
next price is computed, so that discounts and refills come out as they would at the table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Unpack

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from cards.adapters import catalogue
from decks.adapters import purchase_fields, rules_deck
from decks.campaign_hook import upgrade_in_campaign
from decks.conditions import checked_outcome
from decks.errors import (
    BadEdit,
    CardsTakenOut,
    IllegalDeck,
    NotEnoughExperience,
    NotForSale,
    NoUpgradeUnderWay,
    UpgradeUnderWay,
)
from decks.examined import ExaminedDeck
from decks.models import Deck, DeckVersion, Mode, Why
from decks.open_upgrade import LEAVES, TAKEN_OUT, OpenUpgrade
from decks.services.card_index import index_cards
from decks.services.editing import Author
from decks.services.journal import (
    PARTS,
    Edited,
    Patch,
    check_not_in_play,
    check_revision,
    edit_locked,
    locked,
    made_before,
    next_number,
    row_fields,
)
from decks.services.judging import remember
from decks.text import verdict_with_text, violation_with_text
from rules.cards.model import Tick
from rules.codec import to_json
from rules.outcome import NO_CARDS, NO_OUTCOME, Outcome, Piles
from rules.upgrade.apply import without_removed
from rules.upgrade.purchase import DECK, GRANT, KEPT_LOWER, MARK, SECOND_DECK, Departure, Purchase

MOST_EXPERIENCE = 999
PART_OF = {DECK: "slots", SECOND_DECK: "second_deck"}


@transaction.atomic
def begin_upgrade(
    deck: Deck,
    *,
    experience: int = 0,
    outcome: Outcome = NO_OUTCOME,
    remark: str = "",
    why: Why = Why.UPGRADED,
    expected_revision: int | None = None,
) -> DeckVersion:
    """Make the next version, with the experience earned and without exiled copies. Then buy, then finish."""
    held, before = locked(deck)
    check_revision(before, expected_revision)
    if before.is_open:
        raise UpgradeUnderWay(_("This deck is already being upgraded. Finish or discard that upgrade first."))
    check_not_in_play(held)
    if not 0 <= experience <= MOST_EXPERIENCE:
        raise BadEdit(_("Experience must be between 0 and %(most)d.") % {"most": MOST_EXPERIENCE})
    outcome = checked_outcome(rules_deck(held, before), outcome, held.edition)
    copied = {part: getattr(before, part) for part in PARTS} | _without(held, before, outcome.exiled)
    version = DeckVersion.objects.create(
        deck=held,
        number=next_number(held),
        previous=before,
        why=why,
        remark=remark[:200],
        experience_earned=experience,
        experience_available=before.experience_left + experience,
        outcome=to_json(outcome),
        mode_before=held.mode,
        is_open=True,
        **copied,
    )
    if held.mode == Mode.CREATION:
        # The deck has been played, so the rules for new decks no longer apply.
        held.mode = Mode.FREE
    _put_to_work(held, version)
    return version


def _put_to_work(deck: Deck, version: DeckVersion) -> None:
    deck.working = version
    remember(deck, ExaminedDeck(deck).verdict)
    deck.save()
    index_cards(deck)


def _without(deck: Deck, version: DeckVersion, gone: Piles) -> dict[str, Any]:
    """Return what an exile changes: both decks, and the sheet that a card loses with its last copy."""
    cards = catalogue()

    def own(code: str) -> str:
        card = cards.resolve(code)
        return card.code if card else code

    parts: dict[str, Counter[str]] = {}
    for name, part in (("slots", version.slots), ("second_deck", version.second_deck)):
        parts[name] = Counter()
        for code, copies in part.items():
            parts[name][own(code)] += copies
    exiled = NO_CARDS
    for code, from_deck, from_second in gone:
        exiled = exiled.plus(own(code), from_deck, from_second)
    for code, from_deck, from_second in exiled:
        there = parts["slots"][code] + parts["second_deck"][code]
        if from_deck + from_second > there or from_second > parts["second_deck"][code]:
            card = cards.resolve(code)
            title = card.title if card else code
            raise BadEdit(_("The deck doesn't have that many copies of %(title)s.") % {"title": title})
    left = without_removed(cards, rules_deck(deck, version), Outcome(exiled=gone))
    absent = set(map(own, version.slots)) - set(map(own, left.slots))
    sheets = {code: ticks for code, ticks in version.customizations.items() if own(code) not in absent}
    return {"slots": dict(left.slots), "second_deck": dict(left.second_deck), "customizations": sheets}


@transaction.atomic
def buy(
    deck: Deck,
    *,
    code: str,
    replaces: str = "",
    way: str = "",
    place: str = DECK,
    ticks: tuple[Tick, ...] = (),
    **author: Unpack[Author],
) -> Edited:
    """Buy, upgrade or swap a copy, or mark a sheet, in the cheapest legal way unless `way` is given."""
    held, version = locked(deck)
    if made := made_before(held, version, author):
        return made
    upgrade = OpenUpgrade(ExaminedDeck(held)).making_room(code, replaces, place)
    found = upgrade.purchase_options(code, replaces=replaces, place=place, ticks=ticks)
    found = [quote for quote in found if way in ("", quote.purchase.way)]
    if not found:
        raise BadEdit(_("This is not a way to buy a card."))
    quote = found[0]
    purchase = quote.purchase
    if quote.violations:
        against = [violation_with_text(violation) for violation in quote.violations]
        raise NotForSale(against[0]["message"], violations=against)
    if purchase.price > version.experience_left:
        raise NotEnoughExperience(
            _("This costs %(price)d XP; you have %(left)d left.")
            % {"price": purchase.price, "left": version.experience_left},
            price=purchase.price,
            left=version.experience_left,
        )
    facts = {"card": code, "replaces": purchase.replaces, "price": purchase.price, "way": purchase.way}
    patch = _replacing(upgrade, purchase) if upgrade.put_back else purchase_patch(version, purchase)
    if not upgrade.put_back:
        patch["purchase"] = fields_of(purchase)
    return edit_locked(held, version, kind="purchase", facts=facts, patch=patch, **author)


def _replacing(upgrade: OpenUpgrade, purchase: Purchase) -> Patch:
    """Return what a purchase changes that replaces a copy which was taken out before."""
    assert upgrade.put_back is not None
    part, code = PART_OF[purchase.place], upgrade.put_back.card
    held: Mapping[str, int] = getattr(upgrade.content, part)
    patch = purchase_patch(upgrade.examined.version, purchase, held)
    patch[part] = {code: held[code], **patch[part]}
    patch["ledger"] = [*map(row_fields, upgrade.purchases), fields_of(purchase)]
    return patch


def purchase_patch(version: DeckVersion, purchase: Purchase, held: Mapping[str, int] | None = None) -> Patch:
    """Return what a purchase changes in the version, or in `held` if something was bought before it."""
    part = PART_OF[purchase.place]
    slots: Mapping[str, int] = getattr(version, part) if held is None else held
    changed: dict[str, int | None] = {}
    patch: Patch = {part: changed}
    if purchase.way != MARK:
        changed[purchase.card] = slots.get(purchase.card, 0) + 1
    if purchase.replaces:
        leaving = held_as(slots, purchase.replaces)
        if purchase.way == KEPT_LOWER:
            patch["ignored"] = {leaving: version.ignored.get(leaving, 0) + 1}
        else:
            changed[leaving] = (changed.get(leaving) or slots.get(leaving, 0)) - 1 or None
    if purchase.way == GRANT:
        patch["ignored"] = {purchase.card: version.ignored.get(purchase.card, 0) + 1}
    if purchase.ticks:
        patch["customizations"] = {purchase.card: _marked(version, purchase)}
    return patch


def fields_of(bought: Purchase | Departure) -> dict[str, Any]:
    """Return the columns of a purchase, or of a card that left, as a row of the ledger."""
    if isinstance(bought, Departure):
        return {
            "way": LEAVES,
            "card": bought.card,
            "price": 0,
            "place": bought.place,
            "removal_reason": bought.why,
        }
    return purchase_fields(bought)


def held_as(slots: Mapping[str, int], code: str) -> str:
    """Return the printing under which the deck holds a card."""
    if slots.get(code):
        return code
    cards = catalogue()
    card = cards.resolve(code)
    return next((held for held in slots if cards.resolve(held) == card), code)


def _marked(version: DeckVersion, purchase: Purchase) -> list[list[Any]]:
    """Return the card's sheet with the new marks."""
    upgrade_sheet = {
        box: [box, experience, choice]
        for box, experience, choice in version.customizations.get(purchase.card, ())
    }
    for tick in purchase.ticks:
        old = upgrade_sheet.get(tick.box, [tick.box, 0, ""])
        upgrade_sheet[tick.box] = [tick.box, old[1] + tick.experience, tick.choice or old[2]]
    return [upgrade_sheet[box] for box in sorted(upgrade_sheet)]


@transaction.atomic
def finish_upgrade(
    deck: Deck,
    *,
    by: User | None = None,
    expected_revision: int | None = None,
    trauma: Mapping[str, int] | None = None,
    healed: Mapping[str, int] | None = None,
) -> DeckVersion:
    """Close the version. The deck must be legal; IllegalDeck lists the problems.

    In a campaign, this records the purchases as a step, with the trauma that they cost or heal. Whether the
    deck is legal is asked there before the next scenario.
    """
    if upgrades := upgrade_in_campaign(deck):
        # The campaign is locked before its decks.
        assert deck.working is not None
        upgrades.finish(deck, by=by, revision=expected_revision, trauma=trauma, healed=healed)
        deck.refresh_from_db()
        return deck.working
    held, version = locked(deck)
    check_revision(version, expected_revision)
    if not version.is_open:
        raise NoUpgradeUnderWay(_("This deck is not being upgraded."))
    check_all_replaced(version)
    verdict = ExaminedDeck(held).verdict
    if not verdict.legal:
        raise IllegalDeck(
            _("The upgraded deck is not legal yet. Fix the problems in the verdict first."),
            verdict=verdict_with_text(verdict),
        )
    version.is_open = False
    version.save(update_fields=["is_open", "changed"])
    remember(held, verdict)
    held.save()
    return version


def check_all_replaced(version: DeckVersion) -> None:
    """Refuse to finish an upgrade while a card is taken out and nothing is in its place."""
    rows = version.purchases.filter(way=LEAVES, removal_reason=TAKEN_OUT)
    if number := rows.count():
        text = ngettext(
            "%(n)d card is taken out. Buy a card for it, or put it back.",
            "%(n)d cards are taken out. Buy cards for them, or put them back.",
            number,
        )
        raise CardsTakenOut(text % {"n": number})


@transaction.atomic
def cancel_upgrade(deck: Deck) -> DeckVersion:
    """Cancel the upgrade and return to the version before; in a campaign, to the one that it recorded."""
    if upgrades := upgrade_in_campaign(deck):
        upgrades.discard(deck)
        deck.refresh_from_db()
        assert deck.working is not None
        return deck.working
    held, version = locked(deck)
    if not version.is_open or version.previous is None:
        raise NoUpgradeUnderWay(_("This deck is not being upgraded."))
    before = version.previous
    held.mode = version.mode_before or held.mode
    _put_to_work(held, before)
    version.delete()
    return before


@transaction.atomic
def restore_version(deck: Deck, *, version: DeckVersion) -> DeckVersion:
    """Return to an earlier version by copying it into a new one, so that the history is kept."""
    held, before = locked(deck)
    if before.is_open:
        raise UpgradeUnderWay(_("This deck is being upgraded. Finish or discard that upgrade first."))
    check_not_in_play(held)
    copied = {part: getattr(version, part) for part in PARTS}
    restored = DeckVersion.objects.create(
        deck=held,
        number=next_number(held),
        previous=version,
        why=Why.RESTORED,
        remark=str(version.number),
        experience_available=version.experience_left,
        **copied,
    )
    _put_to_work(held, restored)
    return restored
