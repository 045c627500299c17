"""Hostile clients at a real server: they send the worst cases without pause, and the first page is timed.

The server runs as in production, behind a proxy: every client has an address and an account of its own, and
the site's limits apply to each.
"""

from __future__ import annotations

import http.client
import json
import os
import secrets
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path
from random import Random

from accounts.models import User
from scripts.worst_case.ground import Ground
from scripts.worst_case.measuring import Request
from scripts.worst_case.targets import TARGETS
from web.shared.errors import Refusal

#: What the first page may take for 95 of 100 visitors, in seconds.
MOST_SECONDS = 0.3
#: Seconds between two visits of the first page.
BETWEEN = 0.2
ROOT = Path(__file__).parent.parent.parent


def requests_of(name: str, cases: Path) -> list[Request]:
    """The worst requests, with what they need stored for a player of this name."""
    found = []
    for target_name, kind in TARGETS.items():
        path = cases / f"{target_name}.json"
        if not path.exists():
            continue
        given, target = json.loads(path.read_text("utf-8")), kind(Random(name))
        target.player = name
        try:
            found.append(target.request(given, target.store(given)))
        except Refusal as refusal:
            print(f"{target_name} is left out: {refusal.message}", file=sys.stderr)
    return found


class Client(threading.Thread):
    """Sends its requests one after the other, until it is stopped, whatever the site answers."""

    def __init__(self, number: int, port: int, session: str, requests: list[Request]) -> None:
        super().__init__(daemon=True)
        self.port = port
        self.requests = requests
        self.answers: Counter[int] = Counter()
        self.over = threading.Event()
        token = "a" * 32
        self.headers = {
            "Host": "127.0.0.1",
            "X-Forwarded-For": f"198.51.100.{number}",
            "Cookie": f"sessionid={session}; csrftoken={token}",
            "X-CSRFToken": token,
            "Accept-Encoding": "gzip",
        }

    def run(self) -> None:
        chance = Random(self.name)
        while not self.over.is_set():
            self.answers[self.send(chance.choice(self.requests))] += 1

    def send(self, request: Request) -> int:
        headers = {**self.headers, "Content-Type": request.content_type}
        if request.fetched:
            headers["X-Requested-With"] = "fetch"
        if request.language:
            headers["Accept-Language"] = request.language
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        try:
            connection.request(request.method, request.path, request.body, headers)
            answer = connection.getresponse()
            answer.read()
            return answer.status
        except OSError:
            return 0
        finally:
            connection.close()


def first_page(port: int, seconds: float) -> list[float]:
    """How long the first page takes, requested by a visitor again and again; sorted."""
    visitor = Client(250, port, "", [])
    visitor.headers.pop("Cookie")
    taken = []
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        begun = time.perf_counter()
        status = visitor.send(Request("GET", "/"))
        taken.append(time.perf_counter() - begun)
        if status != 200:
            raise RuntimeError(f"the first page answered {status}")
        time.sleep(BETWEEN)
    return sorted(taken)


class Server:
    """The site as in production, in a folder of its own."""

    def __init__(self, folder: Path, port: int, secret: str) -> None:
        self.port = port
        environment = {
            **os.environ,
            "VAR_DIR": str(folder),
            "BIND": f"127.0.0.1:{port}",
            "SECRET_KEY": secret,
            "ALLOWED_HOSTS": "127.0.0.1",
            "HTTPS": "0",
            "BEHIND_PROXY": "1",
            "HASHED_STATIC": "1",
            "ACCESS_LOG": "0",
        }
        command = [sys.executable, "manage.py", "serve"]
        self.process = subprocess.Popen(command, cwd=ROOT, env=environment, start_new_session=True)
        deadline = time.monotonic() + 300
        while time.monotonic() < deadline and self.process.poll() is None:
            if Client(0, port, "", []).send(Request("GET", "/")) == 200:
                return
            time.sleep(0.5)
        raise RuntimeError("the server does not answer")

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(120)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()


def attack(ground: Ground, cases: Path, *, clients: int, seconds: float, port: int) -> int:
    """Print how the first page does while a number of clients are hostile; return the exit status."""
    from django.conf import settings
    from django.test import Client as Browser

    secret = secrets.token_hex(32)
    settings.SECRET_KEY = secret
    settings.SECURE_SSL_REDIRECT = False
    hostile: list[tuple[str, list[Request]]] = []
    for number in range(clients):
        user = User.objects.create_user(f"hostile-{number}", f"h{number}@example.org", secrets.token_hex(8))
        browser = Browser(headers={"host": "127.0.0.1"})
        browser.force_login(user)
        hostile.append((browser.cookies["sessionid"].value, requests_of(user.username, cases)))
    ground.let_go()
    server = Server(ground.folder, port, secret)
    try:
        report("alone", first_page(port, min(10.0, seconds)))
        senders = [
            Client(number, port, session, requests) for number, (session, requests) in enumerate(hostile, 1)
        ]
        for sender in senders:
            sender.start()
        taken = first_page(port, seconds)
        for sender in senders:
            sender.over.set()
        answers = sum((sender.answers for sender in senders), Counter[int]())
        report(f"with {clients} hostile clients", taken)
        print("answers to them:", ", ".join(f"{n} × {status}" for status, n in sorted(answers.items())))
        return int(at(taken, 0.95) > MOST_SECONDS)
    finally:
        server.stop()


def at(taken: list[float], share: float) -> float:
    return taken[min(len(taken) - 1, int(share * len(taken)))]


def report(when: str, taken: list[float]) -> None:
    half, most, longest = (1000 * at(taken, share) for share in (0.5, 0.95, 1.0))
    print(
        f"the first page, {when}: p50 {half:.0f} ms, p95 {most:.0f} ms, longest {longest:.0f} ms", flush=True
    )
