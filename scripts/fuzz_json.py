"""Send hostile JSON through the reader of decks and check that nothing breaks.

    python scripts/fuzz_json.py [NUMBER] [--seed SEED]

Every input is a damaged deck of the project: values and keys replaced by hostile ones, the text cut and
shuffled. It is read, judged, and turned into the output of the API and the commands. Any result other than a
verdict or an Unreadable is a bug: the input is printed and the exit status is 1.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from cards.importing.shipped import shipped_catalogue  # noqa: E402
from decks.formats.arkhamdb import read_deck, read_record, write_record  # noqa: E402
from decks.formats.documents import read_document  # noqa: E402
from decks.formats.errors import Unreadable  # noqa: E402
from rules.deck.circumstances import MODES, Circumstances, Environment  # noqa: E402
from rules.deck.validate import judge  # noqa: E402
from rules.rulebook.editions import EDITIONS  # noqa: E402

FOLDER = ROOT / "tests" / "fixtures" / "decks"

NASTY: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2, 3, 99, 100, 2**31, 2**63, -(2**64), 10**300, 0.5, -0.0, 1e308,
    float("nan"), float("inf"), "", " ", "0", "01001", "01000", "90024", "x", "\0", "\ud800", "é", "٣",
    "{}", "{", "[]", "null", "1|", "|", ",", "0|1,0|1,0|1", "1|99|a^b", "9" * 400, "a" * 5000,
    "../../etc/passwd",
    "<script>alert(1)</script>", "'; DROP TABLE decks; --", "{field}", "%s", [], [1], ["01020"], [[[]]], {},
    {"a": 1}, {"01020": 2}, {"slots": {}}, {"": ""},
)  # fmt: skip
KEYS = (
    "slots", "sideSlots", "ignoreDeckLimitSlots", "investigator_code", "meta", "taboo_id", "name", "tags",
    "xp", "xp_spent", "exile_string", "previous_deck", "id", "description_md", "casebook", "",
    "\ud800", "strange",
)  # fmt: skip
META = (
    "alternate_front", "alternate_back", "faction_selected", "faction_1", "faction_2", "deck_size_selected",
    "option_selected", "cus_09021", "cus_", "cus_01020", "extra_deck", "attachments_05002",
    "attachment_11080", "transform_into", "card_pool", "annotation_01020", "sealed_deck", "",
)  # fmt: skip


class Fuzz:
    """Makes damaged decks and has them read and judged."""

    def __init__(self, seed: str) -> None:
        self.chance = Random(seed)
        self.cards = shipped_catalogue()
        self.decks = [json.loads(path.read_text()) for path in sorted(FOLDER.glob("*.json"))]
        self.codes = [*self.cards.printings, *self.cards.encounter_cards, "99999", "x", "", "01001"]
        self.circumstances = [
            Circumstances(mode=mode, edition=edition, environment=environment)
            for mode in MODES
            for edition in EDITIONS
            for environment in (None, Environment("current"), Environment("limited", ("eoep", "zzz")))
        ]
        self.seen: Counter[str] = Counter()

    def once(self) -> None:
        """Make one input and test everything with it; unexpected exceptions are raised."""
        data = self.damaged()
        if self.chance.random() < 0.1:
            self.through_text(data)
        else:
            self.through_json(data)

    def damaged(self) -> Any:
        chance = self.chance
        data = dict(chance.choice(self.decks))
        data["slots"] = dict(data["slots"])
        for _turn in range(chance.choice((0, 1, 1, 2, 3, 6))):
            chance.choice(DAMAGES)(self, data)
        return chance.choice(NASTY) if chance.random() < 0.01 else data

    def a_value(self) -> Any:
        chance = self.chance
        if chance.random() < 0.8:
            return chance.choice(NASTY)
        value: Any = chance.choice(NASTY)
        for _depth in range(chance.choice((1, 3, 30, 200))):
            value = [value] if chance.random() < 0.5 else {chance.choice(KEYS): value}
        return value

    def a_key(self, data: dict[str, Any]) -> None:
        data[self.chance.choice(KEYS)] = self.a_value()

    def a_missing_key(self, data: dict[str, Any]) -> None:
        data.pop(self.chance.choice(KEYS), None)

    def a_slot(self, data: dict[str, Any]) -> None:
        if isinstance(data.get("slots"), dict):
            quantity = self.chance.choice((1, 2, 3, 1, 2, self.a_value()))
            # A copy: the slots may be one of the hostile values, which must not change.
            data["slots"] = {**data["slots"], self.chance.choice(self.codes): quantity}

    def some_side_slots(self, data: dict[str, Any]) -> None:
        part = self.chance.choice(("sideSlots", "ignoreDeckLimitSlots"))
        held = list(data["slots"]) if isinstance(data.get("slots"), dict) else []
        codes = self.chance.choices(held or self.codes, k=3)
        data[part] = {code: self.chance.choice((1, 2, self.a_value())) for code in codes}

    def an_investigator(self, data: dict[str, Any]) -> None:
        data["investigator_code"] = self.chance.choice((*self.cards.investigators, *self.codes[-5:]))

    def some_meta(self, data: dict[str, Any]) -> None:
        chance = self.chance
        values = (*NASTY, *self.cards.investigators, "guardian", "seeker", "both", "30", 40, "01020,01020")
        meta = {chance.choice(META): chance.choice(values) for _turn in range(chance.randrange(5))}
        text = json.dumps(meta)
        data["meta"] = chance.choice((meta, text, text[: chance.randrange(len(text) + 1)]))

    def a_taboo_list(self, data: dict[str, Any]) -> None:
        data["taboo_id"] = self.chance.choice((None, 1, 7, 10, "010", 99, self.a_value()))

    def through_json(self, data: Any) -> None:
        try:
            deck = read_deck(data)
            record = read_record(data)
        except Unreadable as error:
            self.seen["unreadable"] += bool(str(error))
            return
        verdict = judge(self.cards, deck, self.chance.choice(self.circumstances))
        json.dumps(verdict.as_dict()).encode("ascii")
        json.dumps(write_record(record))
        self.seen["legal" if verdict.legal else "illegal"] += 1

    def through_text(self, data: Any) -> None:
        """Test an input as a file or a paste: cut, shuffled, doubled."""
        chance = self.chance
        text = json.dumps(data, ensure_ascii=chance.random() < 0.5)
        for _turn in range(chance.randrange(4)):
            at = chance.randrange(len(text) + 1)
            cut = chance.randrange(6)
            text = (
                text[:at]
                + chance.choice(('"', "{", "}", "[", "]", ",", ":", "\\", "\n", "9", ""))
                + text[at + cut :]
            )
        if chance.random() < 0.2:
            text = f"{text}\n{text}"
        try:
            entries = read_document(text)
        except Unreadable as error:
            self.seen["unreadable"] += bool(str(error))
            return
        for entry in entries:
            if entry.error is None:
                self.through_json(entry.data)


DAMAGES: tuple[Callable[[Fuzz, dict[str, Any]], None], ...] = (
    Fuzz.a_key,
    Fuzz.a_missing_key,
    Fuzz.a_slot,
    Fuzz.a_slot,
    Fuzz.some_side_slots,
    Fuzz.an_investigator,
    Fuzz.some_meta,
    Fuzz.some_meta,
    Fuzz.a_taboo_list,
)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("number", type=int, nargs="?", default=1_000_000)
    parser.add_argument("--seed", default="casebook")
    arguments = parser.parse_args()
    fuzz = Fuzz(arguments.seed)
    begun = time.monotonic()
    for turn in range(arguments.number):
        before = fuzz.chance.getstate()
        try:
            fuzz.once()
        except Exception:
            fuzz.chance.setstate(before)
            traceback.print_exc()
            print(f"input {turn}: {ascii(fuzz.damaged())[:3000]}")
            return 1
        if turn % 100_000 == 99_999:
            print(f"{turn + 1} inputs, {time.monotonic() - begun:.0f} s, {dict(fuzz.seen)}", flush=True)
    print(f"{arguments.number} inputs, no crash: {dict(fuzz.seen)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
