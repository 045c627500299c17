"""Command that draws random basic weaknesses for a saved deck or for an investigator."""

from __future__ import annotations

import json
import secrets
from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from decks.checking import catalogue_at_hand
from decks.models import Deck
from decks.selectors import decks
from decks.services import draw_weaknesses
from rules.campaign.party import MOST_SEATS
from rules.chance import Chance
from rules.deck.circumstances import CREATION, MODES
from rules.weaknesses import EmptyPool, draw, pool_of
from web.shared.errors import Refusal

MOST_DRAWN = 20


class Command(BaseCommand):
    help = (
        "Draws from the boxes that are owned, uniformly over the copies in them. "
        "The seed is printed: with it anybody gets the same draw."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "deck", nargs="?", default="", metavar="ID", help="draw for a deck that is kept here"
        )
        parser.add_argument("--investigator", default="", metavar="CODE", help="draw for this investigator")
        parser.add_argument(
            "--packs", default="", help="boxes to draw from, separated by commas; all if none"
        )
        parser.add_argument("--count", type=int, default=1)
        parser.add_argument("--investigators", type=int, default=1, help="how many play together")
        parser.add_argument("--mode", choices=MODES, default=CREATION)
        parser.add_argument("--taken", default="", help="weaknesses in use already, separated by commas")
        parser.add_argument("--seed", default="")
        parser.add_argument("--json", action="store_true")

    def handle(self, *args: Any, **options: Any) -> None:
        if bool(options["deck"]) == bool(options["investigator"]):
            raise CommandError("Give either a deck's id or --investigator.")
        seed = options["seed"] or secrets.token_hex(8)
        taken = [code for code in options["taken"].split(",") if code]
        if not 1 <= options["count"] <= MOST_DRAWN:
            raise CommandError(f"--count is from 1 to {MOST_DRAWN}.")
        if not 1 <= options["investigators"] <= MOST_SEATS:
            raise CommandError(f"--investigators is from 1 to {MOST_SEATS}.")
        if options["deck"]:
            row = self.for_deck(options["deck"], seed, taken)
        else:
            row = self.for_investigator(seed, taken, options)
        if options["json"]:
            self.stdout.write(json.dumps(row))
            return
        cards = catalogue_at_hand()
        for code in row["drawn"]:
            card = cards.resolve(code)
            self.stdout.write(f"{code} {card.title if card else ''}")
        self.stdout.write(f"seed {seed}")

    def for_deck(self, text: str, seed: str, taken: list[str]) -> dict[str, Any]:
        try:
            deck = decks().get(public_id=UUID(text))
            edited = draw_weaknesses(deck, seed=seed, taken=taken)
        except (ValueError, Deck.DoesNotExist):
            raise CommandError(f"There is no deck {text}.") from None
        except Refusal as refusal:
            raise CommandError(str(refusal)) from None
        assert edited.edit is not None
        drawn = [code for code, copies in edited.edit.facts["drawn"].items() for _copy in range(copies)]
        return {"deck": text, "seed": seed, "drawn": drawn}

    def for_investigator(self, seed: str, taken: list[str], options: dict[str, Any]) -> dict[str, Any]:
        cards = catalogue_at_hand()
        owned = [code for code in options["packs"].split(",") if code] or sorted(cards.packs)
        for code in owned:
            if code not in cards.packs:
                raise CommandError(f"There is no box {code}.")
        person = cards.resolve(options["investigator"])
        if person is None or person.type != "investigator":
            raise CommandError(f"There is no investigator {options['investigator']}.")
        chance = Chance(seed)
        drawn: list[str] = []
        pools: list[int] = []
        for _turn in range(options["count"]):
            pool = pool_of(
                cards,
                owned=owned,
                investigator=person.code,
                investigators=options["investigators"],
                mode=options["mode"],
                taken=[*taken, *drawn],
            )
            try:
                result = draw(pool.copies, chance)
            except EmptyPool:
                raise CommandError("There is no basic weakness left to draw.") from None
            drawn.append(result.result)
            pools.append(pool.size)
        return {"investigator": person.code, "seed": seed, "drawn": drawn, "copies": pools}
