"""What do deckbuilding keywords, taboo lists and special cards ask of a deck? (Rulebook A3, A13, A20.)"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules import concerns, effects
from rules.circumstances import CAMPAIGN, FREE, STANDALONE
from rules.law import Finding, error, note, rule, unless_free, warning
from rules.model import Card
from rules.options import fits
from rules.reading import Reading
from rules.verdict import _


@rule("taboo.all-or-nothing", concerns.FORBIDDEN | concerns.TABOO)
def taboo(reading: Reading) -> Iterator[Finding]:
    if reading.concerns & concerns.TABOO:
        yield warning(
            _("No taboo list {list} is known; the deck was judged without one."), list=reading.deck.taboo
        )
    for code, standing, _copies in reading.with_concern(concerns.FORBIDDEN):
        list_ = reading.access.shelf.taboo
        yield error(
            _("{title} is forbidden by the taboo list of {date}."),
            card=code,
            title=standing.card.title,
            date=list_.date if list_ else "",
        )


@rule("permanent.one-reward-permanent", concerns.REWARD)
def one_reward_permanent(reading: Reading) -> Iterator[Finding]:
    held = [(s.card, n) for _code, s, n in reading.with_concern(concerns.REWARD) if s.card.permanent]
    if sum(copies for _card, copies in held) > 1:
        yield error(
            _("{titles}: at most one permanent reward card may be in a deck."),
            cards=[card.code for card, _n in held],
            titles=[card.title for card, _n in held],
        )


@rule("researched.upgrade-only", concerns.RESEARCHED)
def researched_upgrade_only(reading: Reading) -> Iterator[Finding]:
    circumstances = reading.circumstances
    if circumstances.mode == CAMPAIGN:
        return
    for code, standing, _copies in reading.with_concern(concerns.RESEARCHED):
        facts: dict[str, Any] = {
            "card": code,
            "title": standing.card.title,
            "subtitle": standing.card.subtitle,
        }
        if circumstances.mode == STANDALONE:
            if not circumstances.allow_researched_in_standalone:
                yield error(
                    _("{title} ({subtitle}) is researched: without a campaign log it cannot be upgraded to."),
                    interpretation="E-30",
                    **facts,
                )
        else:
            yield unless_free(
                reading, _("{title} ({subtitle}) is researched: it joins a deck only as an upgrade."), **facts
            )


@rule("researched.log-entry-needed", concerns.RESEARCHED)
def researched_log_entry(reading: Reading) -> Iterator[Finding]:
    if reading.circumstances.mode != CAMPAIGN:
        return
    for code, standing, _copies in reading.with_concern(concerns.RESEARCHED):
        research = standing.card.research
        if research is not None and research.task not in reading.circumstances.log.research:
            yield error(
                _("{title} ({subtitle}): its research is not recorded in the campaign log."),
                card=code,
                title=standing.card.title,
                subtitle=standing.card.subtitle,
                task=research.task,
            )


@rule("reward.locked-until-earned", concerns.REWARD)
def reward_locked(reading: Reading) -> Iterator[Finding]:
    unlocked = reading.circumstances.rewards
    for code, standing, _copies in reading.with_concern(concerns.REWARD):
        if unlocked is None or standing.card.code not in unlocked:
            yield unless_free(
                reading,
                _("{title} is a reward: it must be unlocked first."),
                card=code,
                title=standing.card.title,
            )


@rule("customizable.out-of-scope", concerns.CUSTOMIZED)
def customizations(reading: Reading) -> Iterator[Finding]:
    shelf = reading.access.shelf.printed
    for code, ticks in sorted(reading.deck.customizations.items()):
        card = shelf.get(code)
        if card is None or not card.customizable:
            title = card.title if card else code
            yield warning(
                _("{title} has no upgrade sheet; its boxes were not counted."), card=code, title=title
            )
            continue
        spent = 0
        seen: set[int] = set()
        for tick in ticks:
            if not 0 <= tick.box < len(card.customizations):
                yield error(
                    _("{title} has no box {box} on its upgrade sheet."),
                    card=code,
                    title=card.title,
                    box=tick.box + 1,
                )
                continue
            price = card.customizations[tick.box].price
            if tick.box in seen or not 0 <= tick.experience <= price:
                yield error(
                    _("{title}, box {box}: {experience} experience marked; it has room for {price}."),
                    card=code,
                    title=card.title,
                    box=tick.box + 1,
                    experience=tick.experience,
                    price=price,
                )
            seen.add(tick.box)
            spent += tick.experience
        if spent > 10:
            # Level is half the marks, rounded up, and no card is above level 5.
            yield error(
                _("{title}: {spent} experience marked; more than 10 would put it above level 5."),
                card=code,
                title=card.title,
                spent=spent,
            )


@rule("deck.additional-requirements", concerns.ATTACHES)
def attachments(reading: Reading) -> Iterator[Finding]:
    """Cards that take others out of the deck: a market, a plan, a bewitched hand."""
    for _code, standing, _copies in reading.with_concern(concerns.ATTACHES):
        for effect in standing.card.effects_of(effects.ATTACHES):
            yield from _attached(reading, standing.card, effect.facts)


def _attached(reading: Reading, holder: Card, asked: Mapping[str, Any]) -> Iterator[Finding]:
    matching = {card.code: copies for _c, card, copies in reading.standard() if _suits(asked, card)}
    facts: dict[str, Any] = {"card": holder.code, "title": holder.title, "needed": asked["cards"]}
    if asked.get("required") and sum(matching.values()) < asked["cards"]:
        yield error(
            _("{title} takes {needed} {traits} cards; the deck has {held}."),
            lacking=True,
            held=sum(matching.values()),
            traits=" ".join(asked.get("traits", ())),
            **facts,
        )
    attached = reading.deck.attachments.get(holder.code, ())
    if not attached:
        return
    if len(attached) > asked["cards"]:
        yield error(
            _("{title} takes at most {needed} cards; {held} are attached."), held=len(attached), **facts
        )
    printed = reading.access.shelf.printed
    counts: dict[str, int] = {}
    for code in attached:
        card = printed.get(code)
        key = card.code if card else code
        counts[key] = counts.get(key, 0) + 1
    for code, copies in sorted(counts.items()):
        title = printed[code].title if code in printed else code
        if code not in matching:
            yield error(_("{title} cannot take {attached}."), attached=title, **facts)
        elif copies > matching[code] or (asked.get("distinct") and copies > 1):
            yield error(_("{title} takes {attached} {copies} times."), attached=title, copies=copies, **facts)


def _suits(asked: Mapping[str, Any], card: Card) -> bool:
    types, traits = asked.get("types"), asked.get("traits")
    return (not types or card.type in types) and (not traits or bool(card.traits & set(traits)))


@rule("deck.additional-requirements", concerns.EXTRA)
def side_deck(reading: Reading) -> Iterator[Finding]:
    """A second deck, such as the spirits of parallel Jim Culver: its size, its cards, each of them
    different."""
    side, extra = reading.access.facts.side_deck, reading.deck.extra
    name = reading.access.back.title
    if side is None:
        if extra:
            yield error(
                _("{investigator} has no second deck; {cards} lie in one."),
                investigator=name,
                cards=len(extra),
            )
        return
    if not extra:
        severity = note if reading.circumstances.mode == FREE else error
        yield severity(_("The second deck of {investigator} is not recorded."), investigator=name)
        return
    printed = reading.access.shelf.printed
    required = {code for requirement in side.required for code in requirement.any}
    count = 0
    titles: dict[str, int] = {}
    for code, copies in sorted(extra.items()):
        card = printed.get(code)
        if card is None or copies.__class__ is not int or copies < 1:
            yield error(
                _("{card} cannot be in the second deck of {investigator}."), card=code, investigator=name
            )
            continue
        if card.code in required:
            continue
        count += copies
        titles[card.title] = titles.get(card.title, 0) + copies
        if card.type != "asset" or not any(fits(line, card) for line in side.options):
            yield error(
                _("{title} fits none of the options of {investigator}'s second deck."),
                card=code,
                title=card.title,
                investigator=name,
            )
    for title, copies in sorted(titles.items()):
        if copies > 1:
            yield error(_("{title}: the second deck has different cards only."), title=title, copies=copies)
    if count != side.size:
        yield error(
            _("The second deck of {investigator} has {size} of {needed} cards."),
            lacking=count < side.size,
            investigator=name,
            size=count,
            needed=side.size,
        )
    absent = [r.any[0] for r in side.required if not any(code in extra for code in r.any)]
    for code in absent:
        yield error(
            _("{title} belongs in the second deck of {investigator}."),
            lacking=True,
            card=code,
            title=printed[code].title if code in printed else code,
            investigator=name,
        )


RULES = (
    taboo,
    one_reward_permanent,
    researched_upgrade_only,
    researched_log_entry,
    reward_locked,
    customizations,
    attachments,
    side_deck,
)
