"""Measurement of the site as it is served: `.venv/bin/python -m scripts.measure_site`

Starts commands and the site, requests pages from the web server with its two processes, with a view beside
them that only greets the user who is signed in, and lets eight clients request a page at once. Prints
processor time, which is read from the processes themselves, beside each aim, and the same as JSON. `--short`
requests less.
"""

from __future__ import annotations

import json
import os
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from scripts.devservices import free_port

ROOT = Path(__file__).resolve().parent.parent
DECKS = sorted((ROOT / "tests" / "fixtures" / "decks").glob("*.json"))
SHORT = "--short" in sys.argv
STARTS = 2 if SHORT else 5
REQUESTS = 10 if SHORT else 60
CLIENTS, TOGETHER = 8, 80 if SHORT else 600
TICKS = os.sysconf("SC_CLK_TCK")
#: A page costs at most this many times as much as the greeting.
TIMES_HELLO = 25
PAGES = {
    "home of a player": 10,
    "deck": 18,
    "editor": 25,
    "a press of plus or minus": 15,
    "campaign": 30,
    "collection": 40,
}


@dataclass(frozen=True)
class Figure:
    name: str
    unit: str
    measured: float
    aim: float = 0
    """0 if the figure is only a measure for others."""
    at_least: bool = False

    @property
    def beside_its_aim(self) -> str:
        """The aim in words and whether it was met."""
        if not self.aim:
            return ""
        met = self.measured >= self.aim if self.at_least else self.measured <= self.aim
        return f"{'at least' if self.at_least else 'at most':8} {self.aim:g}: {'met' if met else 'missed'}"


def command(*arguments: str) -> list[str]:
    return [sys.executable, "manage.py", *arguments]


def of_children() -> float:
    """Return the processor time of all processes that were started here and have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def commands(folder: str) -> Iterator[Figure]:
    """Measure commands on one deck, from their start to their end."""
    deck = json.loads(DECKS[0].read_text())
    upgrade = Path(folder) / "upgrade.json"
    upgrade.write_text(json.dumps({"before": deck, "after": deck}))
    for name, file in (("check_deck", DECKS[0]), ("price_upgrade", upgrade)):
        times = []
        for _start in range(STARTS + 1):
            before = of_children()
            subprocess.run(command(name, str(file)), cwd=ROOT, check=False, capture_output=True)
            times.append(of_children() - before)
        yield Figure(f"{name} on one deck, start and all", "s", round(min(times[1:]), 2), 0.5)


def ticks_of(process: int) -> float:
    """Return the processor time of a process in seconds."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def workers_of(process: int) -> list[int]:
    """Return the web server's workers."""
    return [int(pid) for pid in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


@contextmanager
def served() -> Iterator[tuple[str, int, float]]:
    """Serve the site; yield its address, the server's process, and its processor time to the first answer."""
    address = f"127.0.0.1:{free_port()}"
    log = Path(os.environ["VAR_DIR"], "measured.log")
    server = [sys.executable, "-m", "gunicorn", "-c", "config/gunicorn.py", "scripts.greeting:application"]
    with log.open("wb") as out:
        process = subprocess.Popen(server, cwd=ROOT, env={**os.environ, "BIND": address}, stderr=out)
    try:
        for _attempt in range(1200):
            assert process.poll() is None, log.read_text()
            try:
                get(f"http://{address}/cards/")
                break
            except OSError:
                time.sleep(0.05)
        workers = workers_of(process.pid)
        yield f"http://{address}", process.pid, ticks_of(process.pid) + max(map(ticks_of, workers))
    finally:
        process.terminate()
        process.wait()


def get(url: str, session: str = "", data: dict[str, str] | None = None) -> str:
    request = urllib.request.Request(url, headers={"Cookie": session, "Accept-Encoding": "gzip"})
    if data is not None:
        request.data = urllib.parse.urlencode(data).encode()
        token = re.findall("csrftoken=([^;]+)", session)[0]
        for name, value in (("X-CSRFToken", token), ("X-Requested-With", "fetch"), ("Referer", url)):
            request.add_header(name, value)
    with urllib.request.urlopen(request) as answer:
        return str(answer.read())


def pages(url: str, server: int, session: str, addresses: dict[str, str]) -> Iterator[Figure]:
    """Measure each page, and the greeting before them."""
    workers = workers_of(server)
    hello = 0.0
    for name, aim in {"hello, signed in": 0, **PAGES}.items():
        press = name.startswith("a press")
        used = []
        for turn in range(-3, REQUESTS):
            before = sum(map(ticks_of, workers))
            data = {"set": "01020", "quantity": str(turn % 3)} if press else None
            get(url + addresses[name], session, data)
            used.append(sum(map(ticks_of, workers)) - before)
        # Single requests are shorter than what the system counts; many together are not.
        milliseconds = statistics.mean(used[3:]) * 1000
        if not aim:
            hello = milliseconds
            yield Figure(name, "ms", round(milliseconds, 1))
            continue
        yield Figure(name, "ms", round(milliseconds, 1), aim)
        yield Figure(f"{name}, in greetings", "times", round(milliseconds / hello, 1), TIMES_HELLO)


def together(url: str, server: int, session: str, address: str) -> Iterator[Figure]:
    """Let several clients request a page; measure how the work is shared out."""
    workers = workers_of(server)
    before = [ticks_of(worker) for worker in workers]
    begun = time.perf_counter()
    with ThreadPoolExecutor(CLIENTS) as clients:
        list(clients.map(lambda _turn: get(url + address, session), range(TOGETHER)))
    took = time.perf_counter() - begun
    used = [ticks_of(worker) - start for worker, start in zip(workers, before, strict=True)]
    shared, busy = 100 * min(used) / sum(used), 100 * sum(used) / took / len(used)
    yield Figure(f"{CLIENTS} clients: the work of the less busy process", "%", round(shared), 40, True)
    yield Figure(f"{CLIENTS} clients: use of the processors", "%", round(busy), 90, True)


def prepare(folder: str) -> tuple[str, dict[str, str]]:
    """Fill a database as if in use; return the cookies of a player, and the addresses of pages."""
    # Modules are compiled once, as everywhere.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ |= {"VAR_DIR": folder, "HASHED_STATIC": "1", "CELERY_EAGER": "1"}
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connections
    from django.test import Client
    from django.urls import reverse

    from accounts.models import User
    from bench.campaigns import as_export, long_story
    from bench.decks import crowd, widest_investigator
    from campaigns.services.creation import import_campaign
    from decks import services
    from decks.models import Deck

    call_command("prepare", verbosity=0)
    player = User.objects.create_user("player")
    crowd(player, 60)
    on_the_table = list(Deck.objects.filter(owner=player).values_list("pk", flat=True)[:20])
    Deck.objects.filter(pk__in=on_the_table).update(built=True)
    campaign = import_campaign(as_export(long_story()), owner=player)
    widest = services.create_deck(owner=player, investigator=widest_investigator())
    edited = services.create_deck(owner=player, investigator="01001")
    shown = Deck.objects.filter(owner=player).exclude(pk__in=(widest.pk, edited.pk)).order_by("pk")[0]
    client = Client(headers={"host": "localhost"})
    client.force_login(player)
    client.get(reverse("deck-edit", args=[edited.public_id]))
    cookies = "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items())
    connections.close_all()
    return cookies, {
        "hello, signed in": "/hello/",
        "home of a player": reverse("home"),
        "deck": reverse("deck-detail", args=[shown.public_id]),
        "editor": reverse("deck-edit", args=[widest.public_id]),
        "a press of plus or minus": reverse("deck-edit-slots", args=[edited.public_id]),
        "campaign": reverse("campaign-detail", args=[campaign.public_id]),
        "collection": reverse("collection"),
    }


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        session, addresses = prepare(folder)
        found = list(commands(folder))
        with served():
            pass  # The first start makes what later ones find.
        with served() as (url, server, first):
            found.append(Figure("a start, to the first answer", "s", round(first, 2), 1.2))
            found += pages(url, server, session, addresses)
            found += together(url, server, session, addresses["home of a player"])
    width = max(len(each.name) for each in found)
    for each in found:
        print(f"{each.name:{width}}  {each.measured:7.2f} {each.unit:5}  {each.beside_its_aim}")
    print(json.dumps([asdict(each) for each in found]))


if __name__ == "__main__":
    main()
