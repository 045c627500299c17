"""Make the decks in tests/fixtures/decks: one for every investigator, and pairs that keep and break a rule.

    python scripts/make_decks.py

Decks are filled with cards that the judge allows, by a generator whose seed is the deck's name: the same
catalogue and rules give the same files. The pairs are chosen by hand; each illegal deck lists the rules that
it breaks.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from cards.importing.shipped import shipped_catalogue  # noqa: E402
from decks.formats.arkhamdb import Record, read_deck, write_record  # noqa: E402
from decks.formats.meta import Meta  # noqa: E402
from decks.formats.titles import normal  # noqa: E402
from decks.required_cards import with_required_cards  # noqa: E402
from rules.cards.catalogue import Catalogue  # noqa: E402
from rules.cards.model import PLACEHOLDER, Card, Choices, Deck  # noqa: E402
from rules.deck.circumstances import ANYWHERE, Circumstances  # noqa: E402
from rules.deck.options import possible_choices  # noqa: E402
from rules.deck.reading import reading_of  # noqa: E402
from rules.deck.validate import judge, pool, why  # noqa: E402
from scripts.rule_pairs import ALLIES, BASIC, PAIRS, Pair  # noqa: E402

FOLDER = ROOT / "tests" / "fixtures" / "decks"


class Filler:
    """Fills decks with cards that the judge allows."""

    def __init__(self, cards: Catalogue) -> None:
        self.cards = cards
        self.printings = {code: [p.code for p in rows] for code, rows in cards.printings_of.items()}

    def fill(
        self,
        deck: Deck,
        chance: Random,
        circumstances: Circumstances = ANYWHERE,
        signatures: tuple[str, ...] = (),
        experience: int = 0,
    ) -> Deck:
        """Return the deck with its required cards, filled up to its size, within this much experience."""
        deck = with_required_cards(self.cards, deck, circumstances, signatures)
        deck = self._chosen_signatures(deck, circumstances)
        refused: set[str] = set()
        while True:
            reading = reading_of(self.cards, deck, circumstances)
            assert reading is not None
            left = reading.needed - reading.size
            if left <= 0:
                break
            code = self._pick(deck, chance, circumstances, refused, experience - reading.experience)
            if code is None:
                break
            copies = 0
            wanted = min(left, chance.choice((1, 2, 2)))
            while copies < wanted and not why(self.cards, deck, code, circumstances):
                deck = replace(deck, slots={**deck.slots, code: deck.slots.get(code, 0) + 1})
                copies += 1
            if not copies:
                refused.add(self.cards.printings[code].card if code in self.cards.printings else code)
        return replace(deck, slots=dict(sorted(deck.slots.items())))

    def _chosen_signatures(self, deck: Deck, circumstances: Circumstances) -> Deck:
        """Return the deck with signatures that a player chooses: Disciplines, Directives."""
        reading = reading_of(self.cards, deck, circumstances)
        assert reading is not None
        for effect in reading.access.chooses_required:
            deck = replace(deck, slots={**deck.slots, **dict.fromkeys(effect["from"][: effect["cards"]], 1)})
        return with_required_cards(self.cards, deck, circumstances)

    def _pick(
        self, deck: Deck, chance: Random, circumstances: Circumstances, refused: set[str], experience: int
    ) -> str | None:
        rows = pool(self.cards, deck, circumstances).cards
        plain = [
            code
            for code, row in rows.items()
            if row.room and code not in refused and self._is_plain(row.card, experience)
        ]
        if not plain:
            return None
        code = chance.choice(sorted(plain))
        printings = self.printings.get(code, [code])
        # Decks may name any printing; modified reprints are another version, so take the first.
        modified = any(p.modified for p in self.cards.printings_of.get(code, ()))
        return code if modified or circumstances.environment else chance.choice(printings)

    @staticmethod
    def _is_plain(card: Card, experience: int) -> bool:
        """Return whether the card is plain: it grants, forbids and enlarges nothing and needs no campaign."""
        return (
            not (card.effects or card.reward or card.researched or card.permanent)
            and "creation-only" not in card.keywords
            and card.price <= max(0, experience)
        )

    def emptied(self, deck: Deck, name: str, chance: Random, circumstances: Circumstances) -> Deck:
        """Return the deck with other cards in place of all those of a trait or class."""
        out = {
            code: n
            for code, n in deck.slots.items()
            if (card := self.cards.resolve(code))
            and card.level is not None
            and name in card.traits | card.classes
        }
        slots_left = {code: n for code, n in deck.slots.items() if code not in out}
        others = [
            card.code
            for card in self.cards.cards.values()
            if self._is_plain(card, 0)
            and card.level == 0
            and "neutral" in card.classes
            and name not in card.traits
            and card.title not in {c.title for code in slots_left if (c := self.cards.resolve(code))}
            and not card.only
        ]
        missing = sum(out.values())
        for code in chance.sample(sorted(others), len(others)):
            if missing <= 0:
                break
            slots_left[code] = min(2, missing)
            missing -= slots_left[code]
        return replace(deck, slots=dict(sorted(slots_left.items())))

    def broken(self, deck: Deck, pair: Pair, chance: Random) -> Deck:
        """Return the legal deck with the pair's change."""
        slots = dict(deck.slots)
        if pair.without:
            slots = dict(self.emptied(deck, pair.without, chance, pair.circumstances).slots)
        grown = 0
        for code, copies in pair.change.items():
            card = self.cards.resolve(code)
            grown += (copies - slots.get(code, 0)) * int(bool(card and card.counts))
            slots[code] = copies
        leaving = pair.short + (grown if pair.room else 0)
        spare = [c for c in slots if c not in pair.holds and c not in pair.change and self._is_spare(c)]
        for code in spare:
            while leaving > 0 and slots[code] > 0:
                slots[code] -= 1
                leaving -= 1
        for code in spare:
            if leaving < 0 and slots[code] == 1 and not why(self.cards, replace(deck, slots=slots), code):
                slots[code] += 1
                leaving += 1
        while leaving < 0:
            extra = next(c for c in ("01088", "01089", "01090", "01091", "01092") if slots.get(c, 0) < 2)
            slots[extra] = slots.get(extra, 0) + 1
            leaving += 1
        return replace(deck, slots={c: n for c, n in sorted(slots.items()) if n}, **pair.instead)

    def _is_spare(self, code: str) -> bool:
        card = self.cards.resolve(code)
        return bool(card and card.counts and card.level == 0)


def whole(cards: Catalogue, name: str, number: int, deck: Deck, raw: Mapping[str, Any]) -> dict[str, Any]:
    """Return the deck as ArkhamDB exports it."""
    person = cards.resolve(deck.investigator)
    assert person is not None
    meta = Meta(
        choices=deck.choices,
        second_deck=deck.second_deck,
        customizations=deck.customizations,
        attachments=deck.attachments,
        card_pool=deck.card_pool,
    )
    raw = dict(raw)
    odd = raw.pop("slots", {})
    record = Record(deck=deck, meta=meta, id=str(number), name=name, tags=tuple(sorted(person.classes)))
    written = write_record(record)
    return {
        **written,
        "slots": {**written["slots"], **odd},
        "investigator_name": person.title,
        "date_creation": "2026-11-01T12:00:00+00:00",
        "date_update": "2026-11-01T12:00:00+00:00",
        "user_id": None,
        "version": "0.1",
        **raw,
    }


def for_everybody(filler: Filler) -> Iterator[tuple[str, Deck, dict[str, Any]]]:
    """Yield a legal deck for every investigator who builds decks, some with experience or a taboo list."""
    cards = filler.cards
    names: set[str] = set()
    for code, person in sorted(cards.investigators.items()):
        if person.investigator is None or not person.investigator.size:
            continue
        chance = Random(code)
        taboo = chance.choice(("", "", "010", "007"))
        if person.parallel_of:
            base = Deck(person.parallel_of, {}, choices=Choices(front=code, back=code))
        else:
            base = Deck(code, {})
        now = cards.under(taboo).cards[code].investigator
        assert now is not None
        options = tuple(o for o in now.options if o.choose_class or o.choose_option or o.choose_size)
        choices = chance.choice(list(possible_choices(options, base.choices)))
        base = replace(base, choices=choices, taboo=taboo)
        if person.investigator.second_deck:
            base = replace(base, second_deck={"90053": 1, **dict.fromkeys(ALLIES, 1)})
        deck = filler.fill(base, chance, experience=chance.choice((0, 0, 9, 19, 29)))
        if chance.random() < 0.5:
            slots = {c: n for c, n in deck.slots.items() if c != PLACEHOLDER}
            for weakness in chance.sample(BASIC, deck.slots.get(PLACEHOLDER, 0)):
                slots[weakness] = slots.get(weakness, 0) + 1
            deck = replace(deck, slots=dict(sorted(slots.items())))
        name = normal(person.title).replace(" ", "_")
        name = f"{name}_{code}" if name in names or person.parallel_of or person.same_as else name
        names.add(name)
        yield name, deck, {}


def in_pairs(filler: Filler) -> Iterator[tuple[str, Deck, dict[str, Any]]]:
    for name, pair in PAIRS.items():
        chance = Random(name)
        base = Deck(pair.investigator, dict(pair.holds), **pair.fields)
        deck = filler.fill(base, chance, pair.circumstances, pair.signatures)
        ours = {"mode": pair.circumstances.mode, "environment": environment_text(pair.circumstances)}
        yield f"rule_{name}", deck, {"casebook": ours}
        broken = filler.broken(deck, pair, chance)
        yield f"rule_{name}_illegal", broken, {"casebook": {**ours, "breaks": list(pair.breaks)}, **pair.raw}


def environment_text(circumstances: Circumstances) -> str:
    environment = circumstances.environment
    return f"{environment.kind}:{','.join(environment.expansions)}" if environment else ""


def main() -> int:
    cards = shipped_catalogue()
    filler = Filler(cards)
    FOLDER.mkdir(parents=True, exist_ok=True)
    for old in FOLDER.glob("*.json"):
        old.unlink()
    wrong = 0
    circumstances = {name: pair.circumstances for name, pair in PAIRS.items()}
    made = [*for_everybody(filler), *in_pairs(filler)]
    for number, (name, deck, raw) in enumerate(made, 1):
        data = whole(cards, name.replace("_", " ").capitalize(), number, deck, raw)
        (FOLDER / f"{name}.json").write_text(json.dumps(data, ensure_ascii=False, indent=1) + "\n")
        occasion = circumstances.get(name.removeprefix("rule_").removesuffix("_illegal"), ANYWHERE)
        verdict = judge(cards, read_deck(data), occasion)
        breaks = set(raw.get("casebook", {}).get("breaks", ()))
        found = {violation.rule for violation in verdict.violations}
        if (breaks and not breaks <= found) or (not breaks and found):
            wrong += 1
            print(
                name, "should break", sorted(breaks), "breaks", [f"{v.rule}: {v}" for v in verdict.violations]
            )
    print(len(made), "decks;", wrong, "are not as they should be")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
