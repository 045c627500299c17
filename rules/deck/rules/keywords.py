"""Rules about deckbuilding keywords, taboo lists and special cards. (Rulebook A3, A13, A20.)"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rules.cards.model import Card, Tick
from rules.deck import triggers
from rules.deck.circumstances import CAMPAIGN, STANDALONE
from rules.deck.reading import Reading
from rules.deck.rule import Finding, error, note, rule, titles_of, unless_free, warning
from rules.deck.special_copies import MOST_MARKS
from rules.deck.verdict import _


@rule("taboo.all-or-nothing", triggers.FORBIDDEN | triggers.TABOO)
def taboo(reading: Reading) -> Iterator[Finding]:
    if reading.triggers & triggers.TABOO:
        yield _strange_list(reading)
    for code, standing, _copies in reading.with_trigger(triggers.FORBIDDEN):
        list_ = reading.access.taboo_view.taboo
        yield error(
            _("{title} is forbidden by the taboo list of {date}. Remove it."),
            card=code,
            title=standing.card.title,
            date=list_.date if list_ else "",
        )


def _strange_list(reading: Reading) -> Finding:
    """Report a taboo list that is unknown, or not the one that the edition prints."""
    known = reading.catalogue.taboo_lists.get(reading.deck.taboo)
    if known is None:
        return warning(
            _("Unknown taboo list {list}; the deck was checked without one."), list=reading.deck.taboo[:40]
        )
    printed = reading.edition.switches.printed_taboo_list
    return note(
        _("The deck uses taboo list {list} of {date}; {edition} includes list {printed}."),
        interpretation="E-52",
        list=known.code,
        date=known.date,
        printed=printed,
        edition=reading.edition.title,
    )


@rule("permanent.one-reward-permanent", triggers.REWARD)
def one_reward_permanent(reading: Reading) -> Iterator[Finding]:
    held = [row for row in reading.with_trigger(triggers.REWARD) if row[1].card.permanent]
    if len({standing.card.code for _code, standing, _n in held}) > 1:
        yield error(
            _("{titles}: a deck can have only one permanent reward card."),
            **titles_of((code, standing.card.title) for code, standing, _n in held),
        )


@rule("researched.upgrade-only", triggers.RESEARCHED)
def researched_upgrade_only(reading: Reading) -> Iterator[Finding]:
    circumstances = reading.circumstances
    if circumstances.mode == CAMPAIGN:
        return
    for code, standing, _copies in reading.with_trigger(triggers.RESEARCHED):
        facts: dict[str, Any] = {
            "card": code,
            "title": standing.card.title,
            "subtitle": standing.card.subtitle,
        }
        if circumstances.mode == STANDALONE:
            if not circumstances.allow_researched_in_standalone:
                yield error(
                    _("{title} ({subtitle}) is a researched card: it needs a campaign log to be unlocked."),
                    interpretation="E-30",
                    **facts,
                )
        else:
            yield unless_free(
                reading,
                _("{title} ({subtitle}) is a researched card: it can only be added as an upgrade."),
                **facts,
            )


@rule("researched.log-entry-needed", triggers.RESEARCHED)
def researched_log_entry(reading: Reading) -> Iterator[Finding]:
    if reading.circumstances.mode != CAMPAIGN:
        return
    log = reading.circumstances.log
    for code, standing, copies in reading.with_trigger(triggers.RESEARCHED):
        research = standing.card.research
        if copies <= log.kept.get(standing.card.code, 0):
            continue
        if research is not None and research.task not in log.research:
            yield error(
                _("{title} ({subtitle}): its research is not recorded in the campaign log."),
                see=["researched.any-investigator"],
                card=code,
                title=standing.card.title,
                subtitle=standing.card.subtitle,
                task=research.task,
            )


@rule("reward.locked-until-earned", triggers.REWARD)
def reward_locked(reading: Reading) -> Iterator[Finding]:
    unlocked = reading.circumstances.rewards
    for code, standing, _copies in reading.with_trigger(triggers.REWARD):
        if unlocked is None or standing.card.code not in unlocked:
            yield unless_free(
                reading,
                _("{title} is a reward card: unlock it in your collection first."),
                interpretation="E-31",
                card=code,
                title=standing.card.title,
            )


@rule("customizable.out-of-scope", triggers.CUSTOMIZED)
def customizations(reading: Reading) -> Iterator[Finding]:
    printed = reading.access.taboo_view.printed
    for named, ticks in sorted(reading.deck.customizations.items()):
        card = printed.get(named)
        if card is not None and (held := reading.printings_held(card)):
            yield from _upgrade_sheet(held[-1], card, ticks)


def _upgrade_sheet(code: str, card: Card, ticks: Iterable[Tick]) -> Iterator[Finding]:
    facts: dict[str, Any] = {"card": code, "title": card.title}
    if not card.customizable:
        yield warning(_("{title} has no upgrade sheet; the marked boxes were ignored."), **facts)
        return
    marked: dict[int, int] = {}
    for tick in ticks:
        if 0 <= tick.box < len(card.customizations):
            marked[tick.box] = marked.get(tick.box, 0) + tick.experience
        else:
            yield error(_("{title} has no box {box} on its upgrade sheet."), box=tick.box + 1, **facts)
    for box, experience in sorted(marked.items()):
        price = card.customizations[box].price
        if not 0 <= experience <= price:
            yield error(
                _("{title}, box {box}: {experience} experience is marked; it holds at most {price}."),
                box=box + 1,
                experience=experience,
                price=price,
                **facts,
            )
    spent = sum(marked.values())
    if spent > MOST_MARKS:
        yield error(
            _("{title}: {spent} experience is marked; more than {most} would raise it above level 5."),
            spent=spent,
            most=MOST_MARKS,
            **facts,
        )


RULES = (
    taboo,
    one_reward_permanent,
    researched_upgrade_only,
    researched_log_entry,
    reward_locked,
    customizations,
)
