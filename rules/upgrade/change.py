"""The change between two decks, title by title, as the groups that are priced."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from rules.cards import effects
from rules.cards.model import Card, Deck, Tick
from rules.deck.limits import title_limit
from rules.deck.options import fits, granted_lines
from rules.deck.special_copies import customized
from rules.upgrade import matching
from rules.upgrade.budget import Budget
from rules.upgrade.discounts import repurchase_discounts
from rules.upgrade.inventory import Copies, Holdings, base_size, size_effects, swaps_of
from rules.upgrade.matching import Group
from rules.upgrade.payment import Terms
from rules.upgrade.purchase import DECK, PLACES
from rules.upgrade.removals import brand_limit
from rules.upgrade.session import UpgradeSession


class Change:
    """The deck after an upgrade, together with the upgrade that leads to it."""

    def __init__(self, session: UpgradeSession, after: Deck, budget: Budget) -> None:
        self.session = session
        self.budget = budget
        self.after = after
        self.target = Holdings(session.taboo_view, after)
        # The deck names the printing that it buys, and a taboo list may not apply to a modified reprint.
        self.cards: dict[str, Card] = {**self.target.cards, **session.cards}
        session.cards.update(self.cards)
        # The taboo list and the choices are those of the deck that is built now.
        effects_after = size_effects(self.target.with_effects())
        base = base_size(self.target.back, after, self.target.size() - effects_after)
        if base is not None and session.knows_size:
            session.base_size = base
        self.granted = _more(session.start.granted, self.target.granted)
        self.groups = [group for group in self._groups() if group.changed]

    def _groups(self) -> list[Group]:
        session, target = self.session, self.target
        groups = {key: Group(*key, {}, {}) for key in sorted(self._touched())}

        def group(place: str, code: str) -> Group:
            return groups[place, self.cards[code].title]

        for place in PLACES:
            titles = {title for where, title in groups if where == place}
            if not titles:
                continue
            for code, copies in session.held[place].items():
                if self.cards[code].title in titles:
                    group(place, code).before[code] = copies
            for code, copies in target.merchandise[place].items():
                if self.cards[code].title in titles:
                    group(place, code).after[code] = copies
            for code, copies in session.exiled[place].items():
                if self.cards[code].title in titles:
                    group(place, code).exiled[code] = copies
        for code, copies in _more(target.beside, session.start.beside).items():
            # No longer kept out of the limits: an ordinary copy again.
            before = group(DECK, code).before
            before[code] = before.get(code, 0) + copies
        for code, copies in _more(target.granted, session.start.granted).items():
            # A gift that is no longer recorded apart from other copies is not bought.
            more = target.merchandise[DECK].get(code, 0) - session.held[DECK].get(code, 0)
            if more > 0:
                before = group(DECK, code).before
                before[code] = before.get(code, 0) + min(copies, more)
        for code, copies in _more(session.start.beside, target.beside).items():
            found = group(DECK, code)
            staying = min(copies, found.before.get(code, 0))
            if staying:
                found.beside[code] = staying
                found.before[code] -= staying
                if not found.before[code]:
                    del found.before[code]
            if copies > staying:
                found.after[code] = found.after.get(code, 0) + copies - staying
        for code, ticks in self._boxes().items():
            group(DECK, code).boxes[code] = ticks
        return list(groups.values())

    def _touched(self) -> set[tuple[str, str]]:
        """Return places and titles that may have changed; most titles of a deck have not."""
        session, target = self.session, self.target
        touched = {
            (place, self.cards[code].title)
            for place in PLACES
            for code, _copies in session.held[place].items() ^ target.merchandise[place].items()
        }
        apart = (session.start.beside, target.beside, session.start.granted, target.granted, target.marks)
        return touched | {(DECK, self.cards[code].title) for drawer in apart for code in drawer}

    def drives_out(self, place: str, code: str) -> bool:
        """Return whether this version leaves no room for copies of its title that were held before."""
        title = self.cards[code].title
        return any(
            matching.drives_out(group, self.cards[code], self.cards)
            for group in self.groups
            if (group.place, group.title) == (place, title)
        )

    def _boxes(self) -> dict[str, tuple[Tick, ...]]:
        """Return the experience added to upgrade sheets; a card that had left the deck starts from zero."""
        found = {}
        for code, sheet in self.target.marks.items():
            held = code in self.session.held[DECK]
            before = self.session.marks.get(code, {}) if held else {}
            chosen = {tick.box: tick.choice for tick in self.after.customizations.get(code, ())}
            ticks = tuple(
                Tick(box, experience - before.get(box, 0), chosen.get(box, ""))
                for box, experience in sorted(sheet.items())
                if experience > before.get(box, 0)
            )
            if ticks:
                found[code] = ticks
        return found

    @property
    def title_limits(self) -> dict[str, int]:
        """The copies of its title that each card allows, with the boxes marked on its sheet now or before."""
        limits = {code: title_limit(card) for code, card in self.cards.items()}
        for marks in (self.session.start.marks, self.target.marks):
            for code, sheet in marks.items():
                version = customized(self.cards[code], [Tick(box, n) for box, n in sheet.items()])
                limits[code] = max(limits[code], title_limit(version))
        return limits

    @property
    def unmarked(self) -> list[str]:
        """Customizable cards that lost experience from their sheets."""
        return sorted(
            code
            for code, before in self.session.marks.items()
            if code in self.target.merchandise[DECK]
            and any(self.target.marks.get(code, {}).get(box, 0) < marks for box, marks in before.items())
        )

    @cached_property
    def swaps_first(self) -> bool:
        """Whether all swaps are available from the start. Then they come before anything else."""
        return swaps_of(self.session.start.with_effects()) >= swaps_of(self.target.with_effects())

    @cached_property
    def brandings(self) -> dict[str, int]:
        """Titles that a brand bought in this step may have been put on, with the copies it leaves.

        Decks of unknown origin rarely record which one it was; then it is one of the titles that lost copies.
        """
        held = self.target.merchandise[DECK]
        found = {}
        for brand in _more(self.session.held[DECK], held):
            if not self.cards[brand].effects_of(effects.BRANDED):
                continue
            recorded = self.after.attachments.get(brand, ())
            titles = {card.title for code in recorded if (card := self.session.taboo_view.printed.get(code))}
            for group in self.groups:
                limit = min(
                    (brand_limit(self.cards[brand], self.cards[code]) for code in group.after), default=0
                )
                if limit and group.place == DECK and (not titles or group.title in titles):
                    found[group.title] = limit
        return found

    @cached_property
    def rooms(self) -> Mapping[str, int]:
        """The empty places at the start that must be filled for the deck to end as it did."""
        session = self.session
        found = {}
        for place in PLACES:
            needed = session.needed(place)
            if place == DECK:
                needed = session.base_size + size_effects(self.target.with_effects())
                # Places that a deck of unknown origin lacked before and still lacks were not filled.
                lacked = session.needed() - session.sizes[place]
                needed -= max(0, min(lacked, needed - self.target.size()))
            found[place] = needed - (session.sizes[place] - session.vacated[place])
        return found

    @cached_property
    def terms(self) -> Terms:
        """The conditions that all titles share."""
        session = self.session
        owned, _, _ = repurchase_discounts(session.with_effects())
        most, _, _ = repurchase_discounts(self.target.with_effects())
        forbidden = self._forbidden()
        rooms = self.rooms
        leveled = frozenset({*self.target.marks, *session.marks})
        return Terms(
            cards=self.cards,
            sources=session.sources,
            surcharge=sum(source.by for source in session.surcharges),
            least_for_upgrade=session.least_for_upgrade,
            second_copies=any(c.effects_of(effects.SECOND_COPY_FREE) for c, _ in self.target.with_effects()),
            swaps=swaps_of(self.target.with_effects()),
            refills={place: max(0, rooms[place] + self._emptied(place, forbidden)) for place in PLACES},
            empty_at_start=rooms,
            cheaper_by=most,
            cheaper_by_owned=min(owned, most),
            forbidden=forbidden,
            free_marks=session.free_marks,
            leveled=leveled,
            leveled_before=frozenset(session.marks) if self.swaps_first else leveled,
            brandings=self.brandings,
            free_anywhere=session.free_anywhere,
            budget=self.budget,
        )

    def cheaper_repurchases(self) -> int:
        return repurchase_discounts(self.target.with_effects())[1]

    def _emptied(self, place: str, forbidden: frozenset[str]) -> int:
        """Return the most places that upgrades to permanents and cards that must leave can empty."""
        most = 0
        for group in self.groups:
            if group.place != place:
                continue
            cards = [self.cards[code] for code in (*group.before, *group.after)]
            kinds = {(card.counts, card.limit, card.exceptional) for card in cards}
            if (
                len(kinds) > 1
                or any(not counts for counts, _limit, _exceptional in kinds)
                or forbidden & group.before.keys()
                or group.title in self.brandings
            ):
                most += sum(group.before.values()) + sum(group.beside.values())
        return most

    def _forbidden(self) -> frozenset[str]:
        if not self.session.game.switches.illegal_cards_must_leave:
            return frozenset()
        bought = _more(self.session.held[DECK], self.target.merchandise[DECK])
        lines, _ = granted_lines([(self.cards[code], copies) for code, copies in sorted(bought.items())])
        return frozenset(
            code for code in self.session.held[DECK] if any(fits(line, self.cards[code]) for line in lines)
        )


def _more(less: Mapping[str, int], more: Mapping[str, int]) -> Copies:
    """Return the copies that the second holds beyond the first."""
    return {
        code: copies - less.get(code, 0)
        for code, copies in sorted(more.items())
        if copies > less.get(code, 0)
    }
