"""Visitors of a site: requests as a browser or a program sends them, and a count of the answers."""

from __future__ import annotations

import contextlib
import http.client
import http.cookiejar
import json
import re
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

#: Seconds that a visitor waits for an answer.
PATIENCE = 30
PASSWORD = "a long password for trials"


@dataclass(frozen=True)
class Answer:
    status: int
    """The HTTP status; 0 without an answer."""
    body: str
    seconds: float
    retry_after: str = ""

    @property
    def ok(self) -> bool:
        return 200 <= self.status < 400

    @property
    def failed(self) -> bool:
        return not self.status or self.status >= 500

    def json(self) -> Any:
        return json.loads(self.body)


class Visitor:
    """A browser with cookies and an address of its own; with `key`, a program that uses the API."""

    def __init__(self, url: str, address: str = "") -> None:
        self.url = url
        self.jar = http.cookiejar.CookieJar()
        self.open = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar)).open
        self.headers = {"X-Forwarded-For": address} if address else {}
        self.key = ""

    def token(self) -> str:
        return next((cookie.value or "" for cookie in self.jar if cookie.name == "csrftoken"), "")

    def get(self, path: str, patience: float = PATIENCE) -> Answer:
        return self.send(urllib.request.Request(self.url + path, headers=self.headers), patience)

    def post(self, path: str, **form: str) -> Answer:
        """Send a form, as a page does."""
        if not self.token():
            self.get("/sign-in/")
        body = urllib.parse.urlencode({**form, "csrfmiddlewaretoken": self.token()}).encode()
        headers = {**self.headers, "Referer": self.url}
        return self.send(urllib.request.Request(self.url + path, data=body, headers=headers))

    def call(self, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        """Call the API, with the key if there is one and with the session otherwise."""
        who = {"Authorization": f"Bearer {self.key}"} if self.key else {"X-CSRFToken": self.token()}
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        sent = {**self.headers, "Content-Type": "application/json", "Referer": self.url, **who, **given}
        data = None if body is None else json.dumps(body).encode()
        return self.send(urllib.request.Request(self.url + path, data=data, headers=sent, method=method))

    def send(self, request: urllib.request.Request, patience: float = PATIENCE) -> Answer:
        begun = time.monotonic()
        try:
            with self.open(request, timeout=patience) as answer:
                return Answer(answer.status, answer.read().decode(), time.monotonic() - begun)
        except urllib.error.HTTPError as refused:
            with refused, contextlib.suppress(OSError, http.client.HTTPException):
                body = refused.read().decode(errors="replace")
                wait = refused.headers.get("Retry-After", "")
                return Answer(refused.code, body, time.monotonic() - begun, wait)
            return Answer(0, "the answer broke off", time.monotonic() - begun)
        except (OSError, http.client.HTTPException) as error:
            return Answer(0, repr(error), time.monotonic() - begun)

    def sign_up(self, name: str) -> Answer:
        form = {"username": name, "email": "", "password1": PASSWORD, "password2": PASSWORD}
        return self.post("/sign-up/", **form)

    def make_key(self) -> None:
        """Use a new API key from now on."""
        found = re.search(r"Bearer ([\w.-]+)", self.post("/account/keys/", name="trial").body)
        assert found, "the page shows no key"
        self.key = found[1]


@dataclass
class Tally:
    """Answers by status, and their times."""

    statuses: Counter[int] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)
    examples: dict[int, str] = field(default_factory=dict)
    without_retry_after: int = 0
    """Answers of 503 without a Retry-After header."""
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def count(self, answer: Answer) -> Answer:
        with self._lock:
            self.statuses[answer.status] += 1
            self.seconds.append(answer.seconds)
            self.without_retry_after += answer.status == 503 and not answer.retry_after
            if not answer.ok:
                self.examples.setdefault(answer.status, answer.body[:300])
        return answer

    def errors(self, *, allowed: tuple[int, ...] = ()) -> int:
        """Count the answers of 500 and above, and requests without an answer (0), except the allowed ones."""
        return sum(
            number
            for status, number in self.statuses.items()
            if (status >= 500 or not status) and status not in allowed
        )

    def figures(self) -> dict[str, Any]:
        times = sorted(self.seconds) or [0.0]
        return {
            "answers": len(self.seconds),
            "statuses": dict(sorted(self.statuses.items())),
            "p50": round(times[len(times) // 2], 3),
            "p99": round(times[int(len(times) * 0.99)], 3),
            "max": round(times[-1], 3),
        }


@contextlib.contextmanager
def working(*jobs: Callable[[threading.Event], None]) -> Iterator[threading.Event]:
    """Run these functions in threads until the block ends. An error in one of them is raised here."""
    over = threading.Event()
    errors: list[BaseException] = []

    def run(job: Callable[[threading.Event], None]) -> None:
        try:
            job(over)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=run, args=[job], daemon=True) for job in jobs]
    for thread in threads:
        thread.start()
    try:
        yield over
    finally:
        over.set()
        for thread in threads:
            thread.join(2 * PATIENCE)
    if errors:
        raise errors[0]
    if any(thread.is_alive() for thread in threads):
        raise TimeoutError("a visitor is still waiting for an answer")


def insist(send: Callable[[], Answer], over: threading.Event, tally: Tally) -> Answer | None:
    """Send the same request until the site answers it. Return None if the trial ends first."""
    while True:
        answer = tally.count(send())
        if not answer.failed:
            return answer
        if over.wait(0.1):
            return None


def new_key() -> str:
    return str(uuid4())
