"""The content of the editor's page for one deck: rows, signs, problems and texts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from cards.text.names import pack_title
from decks.adapters import outcome_of
from decks.editor import layout, problems
from decks.editor.browser import BrowserCards, browser_cards
from decks.editor.corrections import Corrections, corrections_of, is_finished_upgrade
from decks.editor.facets import PLAYER, kind_of
from decks.editor.history import Steps, steps_of
from decks.editor.layout import MAIN, SECOND_DECK, WISH_LIST, DeckRow, Section
from decks.editor.lines import OptionLines, lines_of
from decks.editor.pool import CLOSED, Standing, standing
from decks.editor.prices import QuickUpgrade, list_prices, quick_upgrades
from decks.editor.set_apart import Pile, piles_of
from decks.examined import ExaminedDeck
from decks.models import Deck, DeckVersion
from decks.open_upgrade import OpenUpgrade
from rules.cards.model import PLACEHOLDER, Card
from rules.deck.circumstances import CAMPAIGN, CREATION, FREE, MODIFIED, ORIGINAL, STANDALONE
from rules.deck.reading import Reading
from rules.deck.set_apart import SetApart, set_apart
from rules.deck.verdict import Figures, Verdict
from rules.rulebook.editions import edition
from rules.upgrade.pricing import printed_price
from rules.upgrade.purchase import DECK, total_of
from rules.upgrade.purchase import SECOND_DECK as SECOND_DECK_PLACE

WHERE = {DECK: MAIN, SECOND_DECK_PLACE: SECOND_DECK}
PARTS = {MAIN: "slots", WISH_LIST: "wish_list", SECOND_DECK: "second_deck"}


class EditorPage:
    """A deck in the editor: the findings of the rules, arranged for the page. Each part is computed once."""

    def __init__(self, deck: Deck, examined: ExaminedDeck | None = None) -> None:
        self.deck = deck
        self.examined = examined or ExaminedDeck(deck)
        self.catalogue = self.examined.catalogue
        self.circumstances = self.examined.circumstances
        self.rules_deck = self.examined.content
        self.owned: Mapping[str, int] = {}
        """Copies of each card in the boxes of the reader, if the page marks cards that are not there."""

    @property
    def version(self) -> DeckVersion:
        return self.examined.version

    @property
    def verdict(self) -> Verdict:
        return self.examined.verdict

    @property
    def reading(self) -> Reading | None:
        return self.examined.reading

    @cached_property
    def upgrade(self) -> OpenUpgrade:
        """The open upgrade. NoUpgradeUnderWay if there is none."""
        return OpenUpgrade(self.examined)

    @property
    def revision(self) -> str:
        """The number of the version and of its revision, which an edit sends back."""
        return f"{self.version.number}.{self.version.revision}"

    @property
    def figures(self) -> Figures:
        return self.verdict.figures

    @cached_property
    def investigator(self) -> Card | None:
        """The investigator's front, which gives the page its numbers and colours."""
        return self.reading.access.front if self.reading else None

    @cached_property
    def cards(self) -> BrowserCards:
        return browser_cards(self.catalogue, self.deck.taboo)

    @cached_property
    def standing(self) -> Standing:
        return standing(self.examined, self.cards, upgrading=self.version.is_open)

    @cached_property
    def places(self) -> Mapping[str, int]:
        """The position of each card in the browser's file."""
        return self.cards.places

    def stop(self, code: str) -> str:
        """Return why no further copy of a card may be added; empty if one may."""
        place = self.places.get(code)
        if place is None:
            return ""
        sign = self.standing.signs[place]
        return _("Not allowed") if sign == "-" else self.standing.reason(sign)

    @cached_property
    def held(self) -> dict[str, dict[str, int]]:
        """Copies of each card in each part of the deck, in whatever printing the deck holds it."""
        found: dict[str, dict[str, int]] = {}
        for where, column in PARTS.items():
            drawer = found[where] = {}
            for code, copies in getattr(self.version, column).items():
                card = self.catalogue.resolve(code)
                own = card.code if card else code
                drawer[own] = drawer.get(own, 0) + copies
        return found

    def rows(self, where: str) -> list[DeckRow]:
        if self.reading is None:
            slots = getattr(self.version, PARTS[where])
            return [
                DeckRow(code, copies, where, self.catalogue.resolve(code)) for code, copies in slots.items()
            ]
        rows = layout.rows_of(
            self.reading,
            getattr(self.version, PARTS[where]),
            where,
            stop=self.stop,
            problems=self.marks,
            annotations=self.version.annotations,
            apart=self.apart,
            unowned=self._unowned if where == MAIN else lambda card: "",
        )
        if where != MAIN or not self.version.is_open:
            return rows
        return [replace(row, upgrades=self._upgrades(row)) for row in rows]

    def _unowned(self, card: Card) -> str:
        """Say that the reader's boxes have too few copies of a player card; empty if they have enough."""
        if not self.owned or kind_of(card) != PLAYER:
            return ""
        have = self.owned.get(card.code, 0)
        if have >= self.held[MAIN].get(card.code, 0):
            return ""
        return _("only {owned} owned").format(owned=have) if have else _("not owned")

    def _upgrades(self, row: DeckRow) -> tuple[QuickUpgrade, ...]:
        """Return the higher versions of a row, while the deck is upgraded."""
        if row.card is None or not row.card.standard:
            return ()
        left = self.version.experience_left
        return tuple(quick_upgrades(self.upgrade, row.code, row.card, row.copies, left, self._open_codes))

    @cached_property
    def _open_codes(self) -> frozenset[str]:
        """Cards that the investigator may take."""
        pairs = zip(self.cards.cards, self.standing.signs, strict=True)
        return frozenset(card.code for card, sign in pairs if sign != CLOSED)

    @cached_property
    def prices(self) -> str:
        """A sign for the price of each card in the list, while the deck is upgraded."""
        if not self.version.is_open:
            return ""
        return list_prices(self.upgrade, self.cards, self.standing.signs)

    @cached_property
    def corrections(self) -> Corrections:
        return corrections_of(self.catalogue, self.version)

    @property
    def is_finished_upgrade(self) -> bool:
        return is_finished_upgrade(self.version)

    @cached_property
    def apart(self) -> list[SetApart]:
        """What the deck sets apart before a game: a hunch deck, a market, attached cards."""
        return set_apart(self.catalogue, self.rules_deck)

    @cached_property
    def piles(self) -> list[Pile]:
        return piles_of(self.catalogue, self.rules_deck, self.apart)

    @cached_property
    def marks(self) -> dict[str, list[problems.Mark]]:
        return problems.marks(self.catalogue, self.verdict, self.version.slots)

    @cached_property
    def sections(self) -> list[Section]:
        return layout.sections(self.rows(MAIN))

    @cached_property
    def wish_list(self) -> list[DeckRow]:
        return sorted(self.rows(WISH_LIST), key=layout.by_title)

    @cached_property
    def second_deck(self) -> list[DeckRow]:
        return sorted(self.rows(SECOND_DECK), key=layout.by_title)

    @property
    def has_second_deck(self) -> bool:
        return bool(self.version.second_deck) or bool(self.reading and self.reading.access.facts.second_deck)

    @property
    def second_deck_size(self) -> int:
        second_deck_facts = self.reading.access.facts.second_deck if self.reading else None
        return second_deck_facts.size if second_deck_facts else 0

    @property
    def second_deck_copies(self) -> int:
        return sum(row.copies for row in self.second_deck if row.card is None or row.card.counts)

    @property
    def wish_list_copies(self) -> int:
        return sum(row.copies for row in self.wish_list)

    @cached_property
    def wish_list_price(self) -> int:
        """The printed price of all cards in the side deck."""
        return sum(row.copies * total_of(printed_price(row.card)) for row in self.wish_list if row.card)

    @cached_property
    def fix(self) -> problems.Fix | None:
        if self.version.is_open:
            return None
        return problems.one_fix(self.examined)

    @cached_property
    def lacking(self) -> list[problems.Lacking]:
        return problems.lacking(self.catalogue, self.verdict)

    @cached_property
    def lines(self) -> OptionLines | None:
        return lines_of(self.reading) if self.reading else None

    @cached_property
    def steps(self) -> Steps:
        return steps_of(self.version)

    @property
    def to_draw(self) -> int:
        return int(self.version.slots.get(PLACEHOLDER, 0))

    @property
    def judged_by(self) -> str:
        """Mode, edition, environment and taboo list that the deck is judged by, in one line."""
        return " · ".join(
            (
                str(mode_text(self.circumstances.mode)),
                edition(self.circumstances.edition).title,
                *([environment_text(self)] if self.deck.environment else []),
                taboo_text(self),
            )
        )

    @cached_property
    def empty_places(self) -> dict[str, int]:
        """Places of copies that were taken out or exiled and not replaced yet, by part of the deck."""
        session, outcome = self.upgrade.session, outcome_of(self.version)
        found = Counter(WHERE[row.place] for row in self.upgrade.taken_out)
        for piles in (outcome.exiled, outcome.removed):
            found[MAIN] += sum(piles.deck.values())
            found[SECOND_DECK] += sum(piles.second_deck.values())
        lacking = {where: session.needed(place) - session.size(place) for place, where in WHERE.items()}
        return {where: n for where, places in found.items() if (n := min(places, lacking[where])) > 0}

    def state(self) -> dict[str, Any]:
        """Return what the browser has to know about the deck besides the HTML it shows."""
        return {
            "revision": self.revision,
            "cards": self.cards.name,
            "held": self.held,
            "signs": self.standing.signs,
            "reasons": self.standing.reasons,
            "upgrading": self.version.is_open,
            "empty": self.empty_places if self.version.is_open else {},
            "prices": self.prices,
            "left": self.version.experience_left,
        }


def mode_text(mode: str) -> str:
    return {
        FREE: _("Free building"),
        CREATION: _("Deck creation"),
        STANDALONE: _("Standalone"),
        CAMPAIGN: _("Between scenarios"),
    }[mode]


def environment_text(editor_page: EditorPage) -> str:
    environment = editor_page.circumstances.environment
    if environment is None:
        return editor_page.deck.environment
    name = {"current": _("Current"), "limited": _("Limited"), "legacy": _("Legacy")}[environment.kind]
    packs = [
        editor_page.catalogue.packs[code]
        for code in environment.expansions
        if code in editor_page.catalogue.packs
    ]
    versions = {ORIGINAL: _("original versions"), MODIFIED: _("modified reprints")}
    more = ", ".join(map(pack_title, packs)) or versions.get(environment.versions, "")
    return f"{name} ({more})" if more else name


def taboo_text(editor_page: EditorPage) -> str:
    known = editor_page.catalogue.taboo_lists.get(editor_page.deck.taboo)
    return _("taboo list %(code)s") % {"code": known.code} if known else _("no taboo list")


def problems_text(verdict: Verdict, cards: int) -> str:
    """Return a text such as “2 problems with 1 card”."""
    number = len(verdict.violations)
    text = ngettext("%(n)d problem", "%(n)d problems", number) % {"n": number}
    if not cards:
        return text
    cards_text = ngettext("%(n)d card", "%(n)d cards", cards) % {"n": cards}
    return _("%(problems)s with %(cards)s") % {"problems": text, "cards": cards_text}
