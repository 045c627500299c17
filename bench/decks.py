"""Benchmarks of decks: judging, reading and editing the fixture decks, and the editor's pages."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from io import StringIO
from itertools import cycle
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.services import create_guest
from bench.measuring import Aim
from bench.random_decks import random_decks
from cards.adapters import build_catalogue
from decks import services
from decks.checking import catalogue_at_hand
from decks.formats.arkhamdb import read_deck
from decks.formats.text import read_text
from decks.formats.titles import Titles
from decks.importing import preview
from decks.jobs import CHUNK
from decks.models import Deck as DeckRow
from decks.models import DeckVersion
from decks.text import verdict_with_text
from rules.cards.model import Deck
from rules.deck.validate import judge, pool

FOLDER = Path(settings.BASE_DIR) / "tests" / "fixtures" / "decks"
#: Decks of other users beside the one that is edited.
CROWD = 2_000
#: Random decks that are judged.
RANDOM = 4_000
#: Lines of the file that `check_deck` reads.
LINES_OF_A_FILE = 1_000
AIMS = {
    "decks: judge random decks": Aim(per_cpu_second=20_000),
    "decks: from text to a verdict in words": Aim(per_cpu_second=8_000),
    "decks: check_deck, without its start": Aim(per_cpu_second=6_000),
    # Two workers are to judge 5,000 in a second.
    "decks: judge stored decks again": Aim(per_cpu_second=2_500),
    "decks: a click on plus or minus, answered": Aim(cpu_ms=15),
    "decks: the editor's page, widest pool": Aim(cpu_ms=25),
    "decks: the page of a deck": Aim(cpu_ms=18),
}
#: Columns that a copy of a row does not share.
OWN = ("id", "public_id", "share_token", "working")
#: A typical pasted list: thirty lines.
LINES = "\n".join(["Roland Banks", *(f"2x {title}" for title in ("Machete", "Guard Dog", "Evidence!") * 10)])


def fixtures() -> list[dict[str, Any]]:
    return [json.loads(path.read_text()) for path in sorted(FOLDER.glob("*.json"))]


def benches() -> Iterator[tuple[str, str, Callable[[], int]]]:
    decks = fixtures()
    cards = catalogue_at_hand()

    def judge_all() -> int:
        for data in decks:
            judge(cards, read_deck(data))
        return len(decks)

    turn = cycle(decks)

    def judge_one() -> int:
        judge(cards, read_deck(next(turn)))
        return 1

    def read_all() -> int:
        for data in decks:
            read_deck(data)
        return len(decks)

    def one_pool() -> int:
        pool(cards, read_deck(next(turn)))
        return 1

    def one_list() -> int:
        read_text(Titles.of(cards), LINES)
        return 1

    varied = list(random_decks(cards, RANDOM))
    texts = cycle([json.dumps(data) for data in varied])

    def judge_random() -> int:
        for data in varied:
            judge(cards, read_deck(data))
        return len(varied)

    def text_to_words() -> int:
        for _deck in range(100):
            json.dumps(verdict_with_text(judge(cards, read_deck(json.loads(next(texts))))))
        return 100

    yield "decks: judge random decks", "deck", judge_random
    yield "decks: from text to a verdict in words", "deck", text_to_words
    yield "decks: check_deck, without its start", "deck", check_file(varied[:LINES_OF_A_FILE])
    yield "decks: judge the fixtures", "deck", judge_all
    yield "decks: judge one", "deck", judge_one
    yield "decks: read JSON", "deck", read_all
    yield "decks: pool of a deck", "pool", one_pool
    yield "decks: read a pasted list", "list", one_list
    yield from edits()


def check_file(decks: list[dict[str, Any]]) -> Callable[[], int]:
    """Return a function that checks a file of JSON lines with the command."""

    def once() -> int:
        with NamedTemporaryFile("w", suffix=".jsonl") as file:
            file.writelines(json.dumps(data) + "\n" for data in decks)
            file.flush()
            # Its exit status says that some decks are illegal.
            with suppress(SystemExit):
                call_command("check_deck", file.name, "--json", stdout=StringIO())
        return len(decks)

    return once


def widest_investigator() -> str:
    """Return the investigator with the largest card pool, and so the longest list in the editor."""
    cards = catalogue_at_hand()
    investigators = [card.code for card in cards.investigators.values() if card.investigator]
    open_to = {code: pool(cards, Deck(code, {})).cards.values() for code in investigators}
    return max(investigators, key=lambda code: (sum(row.open for row in open_to[code]), code))


def crowd(owner: User, number: int) -> None:
    """Fill the database with this many decks: copies of the fixtures."""
    decks = [
        services.save_import(preview(path.read_text()), owner=owner)[0]
        for path in sorted(FOLDER.glob("*.json"))[:50]
    ]
    made = [
        DeckRow(**{f.attname: getattr(deck, f.attname) for f in DeckRow._meta.fields if f.name not in OWN})
        for deck, _n in zip(cycle(decks), range(number - len(decks)), strict=False)
    ]
    DeckRow.objects.bulk_create(made, batch_size=500)
    versions = [
        DeckVersion(deck=copy, number=1, slots=deck.working.slots if deck.working else {})
        for copy, deck in zip(made, cycle(decks), strict=False)
    ]
    DeckVersion.objects.bulk_create(versions, batch_size=500)
    for copy, version in zip(made, versions, strict=True):
        copy.working = version
    DeckRow.objects.bulk_update(made, ["working"], batch_size=500)


def edits() -> Iterator[tuple[str, str, Callable[[], int]]]:
    """A click on plus or minus: the edit alone, and with its response."""
    guest = create_guest()
    deck = services.create_deck(owner=guest, investigator="01001")
    quantity = cycle((1, 2, 0))

    def one_edit() -> int:
        services.set_quantity(deck, code="01020", quantity=next(quantity), by=guest)
        return 1

    browser = Client(headers={"host": "localhost"})
    browser.force_login(guest)
    widest = services.create_deck(owner=guest, investigator=widest_investigator())
    crowd(guest, CROWD)

    shown = DeckRow.objects.filter(owner=guest).order_by("pk")[CROWD // 2]
    stale = list(services.for_judging(DeckRow.objects.filter(owner=guest).order_by("pk"))[:CHUNK])

    def page(name: str, opened: DeckRow) -> Callable[[], int]:
        address = reverse(name, args=[opened.public_id])

        def once() -> int:
            assert browser.get(address).status_code == 200
            return 1

        return once

    def judged_again() -> int:
        services.rejudge(stale)
        return len(stale)

    def one_click() -> int:
        answer = browser.post(
            reverse("deck-edit-slots", args=[deck.public_id]),
            {"set": "01020", "quantity": next(quantity)},
            headers={"x-requested-with": "fetch"},
        )
        assert answer.status_code == 200
        return 1

    try:
        yield "decks: one edit", "edit", one_edit
        yield "decks: a click on plus or minus, answered", "click", one_click
        yield "decks: the editor's page, widest pool", "page", page("deck-edit", widest)
        yield "decks: the page of a deck", "page", page("deck-detail", shown)
        yield "decks: judge stored decks again", "deck", judged_again
    finally:
        guest.delete()


def sizes() -> Iterator[tuple[str, Callable[[], object]]]:
    """The catalogue with everything that judging caches in it."""

    def used() -> object:
        cards = build_catalogue()
        for data in fixtures():
            judge(cards, read_deck(data))
        return cards

    yield "decks: the catalogue after judging the fixtures", used
