"""Players who write to a site without pause, and the check that their acknowledged changes are stored.

A request has a key and is sent again until it is answered. Answered requests are recorded under their keys.
In the end everything recorded must be in the database exactly once; unanswered requests may be there or not.
"""

from __future__ import annotations

import json
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from scripts.trials.summary import Promise
from scripts.trials.visitors import Answer, Tally, Visitor, insist, new_key

#: How long jobs may take in the end, and how long it may take until a request of every kind is acknowledged.
SECONDS_FOR_JOBS = SECONDS_FOR_EVERYTHING = 180
CARD = "01020"
#: A deck remembers its last thousand edits; a player continues with another deck before that.
EDITS_OF_A_DECK = 500
#: Decks of an import that is done before the answer, and of one that becomes a job.
FEW, MANY = 2, 26


@dataclass
class Acknowledged:
    """The answered requests, as names and keys."""

    edits: dict[str, list[str]] = field(default_factory=dict)
    steps: dict[str, list[str]] = field(default_factory=dict)
    decks: list[str] = field(default_factory=list)
    campaigns: list[str] = field(default_factory=list)
    imported: list[str] = field(default_factory=list)
    jobs: list[str] = field(default_factory=list)

    def wait_for_every_kind(self) -> None:
        """Wait until a request of every kind is acknowledged; players must be running."""
        wait_until(lambda: all(self.figures().values()), SECONDS_FOR_EVERYTHING)

    def figures(self) -> dict[str, int]:
        # Players may be running: a copy of the values cannot change its size meanwhile.
        return {
            "edits": sum(map(len, list(self.edits.values()))),
            "steps": sum(map(len, list(self.steps.values()))),
            "decks": len(self.decks),
            "campaigns": len(self.campaigns),
            "imported decks": len(self.imported),
            "jobs": len(self.jobs),
        }


class Player:
    """Edits a deck, records steps, makes decks and campaigns and imports decks, one after the other."""

    def __init__(self, url: str, name: str, done: Acknowledged, tally: Tally) -> None:
        self.visitor = Visitor(url)
        self.done, self.tally, self.name = done, tally, name
        assert self.visitor.sign_up(name).ok
        self.visitor.make_key()
        never = threading.Event()
        self.deck = self.create_deck(never)
        self.campaign = self.create_campaign(never)

    def play(self, over: threading.Event) -> None:
        number = 0
        while not over.is_set():
            number += 1
            self.edit(number, over)
            self.step(number, over)
            if number % 5 == 0:
                self.import_decks(MANY if number % 20 == 5 else FEW, over)
                self.create_campaign(over)
                deck = self.create_deck(over)
                if number % EDITS_OF_A_DECK == 0 and deck:
                    self.deck = deck

    def edit(self, number: int, over: threading.Event) -> None:
        key = new_key()
        body = {"quantity": 1 + number % 2, "where": "side", "key": key}
        if self.insist("PUT", f"decks/{self.deck}/cards/{CARD}/", body, over, 200):
            self.done.edits.setdefault(self.deck, []).append(key)

    def step(self, number: int, over: threading.Event) -> None:
        key = new_key()
        line = {"do": "record", "section": "campaign_notes", "text": f"line {number}"}
        body = {"step": {"kind": "log-written", "changes": [line]}, "key": key}
        if self.insist("POST", f"campaigns/{self.campaign}/steps/", body, over, 200, 201):
            self.done.steps.setdefault(self.campaign, []).append(key)

    def create_deck(self, over: threading.Event) -> str:
        name = new_key()
        answer = self.insist("POST", "decks/", {"investigator": "01002", "name": name}, over, 201)
        if answer:
            self.done.decks.append(name)
        return id_of(answer)

    def create_campaign(self, over: threading.Event) -> str:
        title = new_key()
        body = {"start": {"campaign": "boa", "difficulty": "standard", "title": title}}
        answer = self.insist("POST", "campaigns/", body, over, 201)
        if answer:
            self.done.campaigns.append(title)
        return id_of(answer)

    def import_decks(self, number: int, over: threading.Event) -> None:
        names = [new_key() for _deck in range(number)]
        decks = [{"name": name, "investigator_code": "01001", "slots": {"01006": 1}} for name in names]
        answer = self.insist("POST", "decks/import/", {"text": json.dumps(decks)}, over, 201, 202)
        if answer:
            self.done.imported += names
            if answer.status == 202:
                self.done.jobs.append(id_of(answer))

    def insist(
        self, method: str, path: str, body: dict[str, Any], over: threading.Event, *expected: int
    ) -> Answer | None:
        key = new_key()

        def send() -> Answer:
            return self.visitor.call(method, f"/api/v1/{path}", body, Idempotency_Key=key)

        answer = insist(send, over, self.tally)
        if answer is not None and answer.status not in expected:
            raise AssertionError(f"{self.name}: {method} {path}: {answer}")
        return answer


def id_of(answer: Answer | None) -> str:
    found = answer.json() if answer else {}
    return str(found.get("id") or found.get("public_id") or "")


@dataclass
class Audit:
    """Acknowledged changes that are not in the database exactly once, by kind."""

    lost: Counter[str] = field(default_factory=Counter)
    doubled: Counter[str] = field(default_factory=Counter)
    wrong_states: int = 0
    states: int = 0
    damages: list[str] = field(default_factory=list)

    def compare(self, kind: str, expected: list[str], there: Counter[str]) -> None:
        self.lost[kind] += sum(not there[key] for key in expected)
        self.doubled[kind] += sum(there[key] > 1 for key in expected)

    def figures(self) -> dict[str, Any]:
        return {
            "lost": dict(self.lost),
            "doubled": dict(self.doubled),
            "states that differ from a replay": self.wrong_states,
            "damages": self.damages,
        }

    def promises(self, done: Acknowledged) -> list[Promise]:
        total, states = sum(done.figures().values()), f"{self.wrong_states} of {self.states} differ"
        return [
            Promise("nothing acknowledged is lost", not self.lost.total(), f"{self.lost.total()} of {total}"),
            Promise("nothing is there twice", not self.doubled.total(), f"{self.doubled.total()} of {total}"),
            Promise("every state equals the replay of its journal", not self.wrong_states, states),
            Promise("the database is intact", not self.damages, "; ".join(self.damages)),
        ]


def audit(done: Acknowledged) -> Audit:
    """Look up everything in the database. Needs Django."""
    from campaigns.models import Campaign
    from decks.models import Deck
    from jobs.models import Job

    found = Audit(damages=damages())
    audit_decks(done, found)
    audit_campaigns(done, found)
    names = Counter(Deck.objects.values_list("name", flat=True))
    found.compare("decks", done.decks, names)
    found.compare("imported decks", done.imported, names)
    titles = Counter(Campaign.objects.values_list("name", flat=True))
    found.compare("campaigns", done.campaigns, titles)
    ended = Job.objects.filter(state="done").values_list("pk", flat=True)
    found.compare("jobs", done.jobs, Counter(map(str, ended)))
    return found


def audit_decks(done: Acknowledged, found: Audit) -> None:
    """Check that every edit is in the journal once, and that the deck is as its last edit left it."""
    from decks.models import Deck, Edit

    for public_id, keys in done.edits.items():
        edits = Edit.objects.filter(version__deck__public_id=public_id).order_by("number")
        found.compare("edits", keys, Counter(edits.values_list("key", flat=True)))
        version, last = Deck.objects.get(public_id=public_id).working, edits.last()
        assert version is not None
        found.states += 1
        found.wrong_states += last is None or version.wish_list != last.forward["wish_list"]


def audit_campaigns(done: Acknowledged, found: Audit) -> None:
    """Check that every step is recorded once, and that the campaign's state is the sum of its steps."""
    from campaigns.models import Campaign
    from campaigns.selectors import state_of
    from campaigns.services.recording import replayed

    for public_id, keys in done.steps.items():
        campaign = Campaign.objects.get(public_id=public_id)
        there = Counter(str(key) for key in campaign.steps.values_list("key", flat=True))
        found.compare("steps", keys, there)
        found.states += 1
        found.wrong_states += state_of(campaign) != replayed(campaign)


def damages() -> list[str]:
    """Return the faults found by the database's own check of its files and links."""
    from django.db import connection

    checks: dict[str, list[str]] = {
        "sqlite": ["PRAGMA integrity_check", "PRAGMA foreign_key_check"],
        "postgresql": [
            "CREATE EXTENSION IF NOT EXISTS amcheck",
            "SELECT c.relname, v.msg FROM pg_class c, verify_heapam(c.oid) v "
            "WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace",
            "SELECT bt_index_check(c.oid, true)::text FROM pg_class c JOIN pg_am a ON a.oid = c.relam "
            "WHERE c.relkind = 'i' AND a.amname = 'btree' AND c.relnamespace = 'public'::regnamespace",
        ],
    }
    found: list[str] = []
    with connection.cursor() as cursor:
        for check in checks[connection.vendor]:
            cursor.execute(check)
            rows = cursor.fetchall() if cursor.description else []
            found += [str(row) for row in rows if row not in [("ok",), ("",)]]
    return found


def wait_for_jobs(jobs: list[str], seconds: float = SECONDS_FOR_JOBS) -> float:
    """Wait until these jobs are done; return how many seconds that took."""
    from jobs.models import Job

    return wait_until(lambda: Job.objects.filter(pk__in=jobs, state="done").count() == len(jobs), seconds)


def wait_until(is_so: Callable[[], bool], seconds: float) -> float:
    begun = time.monotonic()
    while not is_so() and time.monotonic() - begun < seconds:
        time.sleep(0.25)
    return round(time.monotonic() - begun, 1)
