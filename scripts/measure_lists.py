"""Measurement of lists with many decks: `.venv/bin/python -m scripts.measure_lists`

Fills a database of its own with 100,000 published decks and 5,000 decks of one player, then requests the
lists in process. Prints a table of wall time and processor time, and the same as JSON. `--decks 2000`
publishes fewer. With `scripts/devservices.py --` in front, it uses PostgreSQL, whose processor time is not
counted.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from django.db.models import Model

PUBLISHED, OWN, PLAYERS = 100_000, 5_000, 200
REQUESTS = 40


@dataclass(frozen=True)
class Figure:
    name: str
    aim: float
    wall: float
    wall_p95: float
    cpu: float

    @property
    def met(self) -> bool:
        return self.cpu <= self.aim


def copy_rows(table: str, columns: list[str], changed: dict[str, str], rows: str) -> None:
    """Copy rows of a table by one statement; `changed` has the expressions of columns that differ."""
    from django.db import connection

    names = ", ".join(f'"{name}"' for name in columns)
    values = ", ".join(changed.get(name, f'old."{name}"') for name in columns)
    with connection.cursor() as cursor:
        cursor.execute(f'INSERT INTO "{table}" ({names}) SELECT {values} FROM "{table}" AS old {rows}')


def columns_of(model: type[Model]) -> list[str]:
    return [str(field.column) for field in model._meta.concrete_fields]


def multiply(decks: list[int], times: int) -> None:
    """Copy decks with their versions and listed cards, each several times, spread over the past days."""
    from django.db import connection

    from decks.models import Deck, DeckVersion, PublishedCard

    newest = Deck.objects.order_by("-pk").values_list("pk", flat=True)[0]
    span = max(decks) - min(decks) + 1
    is_postgresql = connection.vendor == "postgresql"
    series = f"SELECT * FROM generate_series(1, {times})"
    if not is_postgresql:
        series = (
            "WITH RECURSIVE series(n) AS"
            f" (SELECT 1 UNION ALL SELECT n + 1 FROM series WHERE n < {times}) SELECT n FROM series"
        )
    with_series = f"CROSS JOIN ({series}) AS turn(n)" if is_postgresql else f"CROSS JOIN ({series}) AS turn"
    chosen = f"IN ({', '.join(map(str, decks))})"
    new = f"{{}} - {min(decks) - 1} + {newest} + (turn.n - 1) * {span}"
    uuid = "gen_random_uuid()" if is_postgresql else "lower(hex(randomblob(16)))"
    earlier = (
        "old.published_at - turn.n * interval '37 minutes'"
        if is_postgresql
        else "datetime(old.published_at, '-' || (turn.n * 37) || ' minutes')"
    )
    fields = columns_of(Deck)
    changed = {"id": new.format("old.id"), "public_id": uuid, "published_at": earlier}
    changed |= {"working_id": "NULL", "share_token": "NULL"}
    changed |= {"likes": "(turn.n * 7919 + old.id) % 40", "experience": "(turn.n * 31 + old.id) % 50"}
    copy_rows(Deck._meta.db_table, fields, changed, f"{with_series} WHERE old.id {chosen}")
    for model in (DeckVersion, PublishedCard):
        columns = [name for name in columns_of(model) if name != "id"]
        copy_rows(
            model._meta.db_table,
            columns,
            {"deck_id": new.format("old.deck_id")},
            f"{with_series} WHERE old.deck_id {chosen}",
        )
    deck, version = Deck._meta.db_table, DeckVersion._meta.db_table
    with connection.cursor() as cursor:
        cursor.execute(
            f'UPDATE "{deck}" SET working_id = (SELECT v.id FROM "{version}" v WHERE v.deck_id = "{deck}".id)'
            " WHERE working_id IS NULL"
        )
        cursor.execute("ANALYZE")


def prepare(published: int) -> list[tuple[str, float, Callable[[], None]]]:
    import django

    django.setup()
    from django.core.management import call_command
    from django.test import Client
    from django.test.utils import setup_test_environment
    from django.urls import reverse

    from accounts.models import User
    from bench.decks import fixtures
    from cards.services.collections import create_collection, set_boxes
    from decks import services
    from decks.importing import preview
    from decks.services.organizing import publish

    setup_test_environment()
    call_command("prepare", verbosity=0)
    texts = [json.dumps(data) for data in fixtures()][:PLAYERS]
    made = []
    for number, text in enumerate(texts):
        owner = User.objects.create_user(f"player{number}")
        deck = services.save_import(preview(text), owner=owner)[0]
        services.set_tags(deck, tags=["solo"] if number % 3 else ["beginner"])
        publish(deck)
        made.append(deck.pk)
    player = User.objects.create_user("player")
    set_boxes(collection=create_collection(owner=player, name="Mine"), counts={"core": 1, "core_2026": 1})
    mine = [services.save_import(preview(text), owner=player)[0].pk for text in texts[:100]]
    multiply(made, published // len(made))
    multiply(mine, OWN // len(mine) - 1)
    client = Client()
    client.force_login(player)

    def get(address: str) -> Callable[[], None]:
        def once() -> None:
            response = client.get(address)
            assert response.status_code == 200, (address, response.status_code)

        return once

    public = reverse("deck-public-list")
    return [
        ("published decks", 40, get(public)),
        ("published decks, page 20", 40, get(f"{public}?page=20")),
        ("published decks by likes", 40, get(f"{public}?sort=likes")),
        ("published decks by experience", 40, get(f"{public}?sort=experience")),
        ("published decks of a class", 40, get(f"{public}?class=seeker")),
        ("published decks with a card", 40, get(f"{public}?card=Machete")),
        ("published decks without a card", 40, get(f"{public}?without=Machete")),
        ("published decks with a tag", 40, get(f"{public}?tag=beginner")),
        ("published decks with a word", 40, get(f"{public}?q=roland")),
        ("published decks with a word of no deck", 40, get(f"{public}?q=nothinglikeit")),
        ("published decks from my boxes", 40, get(f"{public}?owned=1")),
        ("my decks", 30, get(reverse("deck-list"))),
        ("my decks, the last page", 30, get(f"{reverse('deck-list')}?page=100")),
        ("the first page of a player", 10, get(reverse("home"))),
        ("the collection", 40, get(reverse("collection"))),
    ]


def measure(pages: list[tuple[str, float, Callable[[], None]]]) -> Iterator[Figure]:
    for name, aim, once in pages:
        once()
        walls, cpus = [], []
        for _request in range(REQUESTS):
            wall, cpu = time.perf_counter(), time.process_time()
            once()
            walls.append((time.perf_counter() - wall) * 1000)
            cpus.append((time.process_time() - cpu) * 1000)
        p95 = statistics.quantiles(walls, n=20)[-1]
        yield Figure(
            name, aim, round(statistics.median(walls), 1), round(p95, 1), round(statistics.median(cpus), 1)
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decks", type=int, default=PUBLISHED, help="how many are published")
    options = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["VAR_DIR"] = folder
        begun = time.monotonic()
        pages = prepare(options.decks)
        print(f"{options.decks:,} published decks, made in {time.monotonic() - begun:.0f} seconds")
        found = list(measure(pages))
    width = max(len(each.name) for each in found)
    print(f"{'':{width}}  aim ms     CPU    wall     p95")
    for each in found:
        print(
            f"{each.name:{width}}  {each.aim:6.0f}  {each.cpu:6.1f}  {each.wall:6.1f}  {each.wall_p95:6.1f}"
            f"{'' if each.met else '   missed'}"
        )
    print(json.dumps([asdict(each) for each in found]))


if __name__ == "__main__":
    main()
