"""Tests of cold starts: fifty requests arrive at once just after a start, and none of them fails."""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.cold_site import PATIENCE, ROOT, ColdSite
from tests.operations.test_run import free_port

pytestmark = pytest.mark.once

STARTS = 20
FIXTURES = ROOT / "tests" / "fixtures" / "decks"
EXAMPLES = ROOT / "docs" / "examples"

CARDS = [
    "/",
    "/cards/",
    "/cards/?q=knife&sort=title",
    "/cards/?usable_by=01001&taboo=010",
    "/cards/?pack=core_2026&group=type",
    "/cards/09022/",
    "/cards/investigators/01001/",
    "/rules/",
    "/rules/?q=exile",
    "/search/?q=roland",
    "/collection/{collection}/",
    "{style}",
]
API = [
    "/api/v1/docs/",
    "/api/v1/schema/",
    "/api/v1/schema/?format=json",
    "/api/v1/schema/?lang=de",
    "/api/v1/cards/?q=book",
    "/api/v1/cards/?usable_by=12001",
    "/api/v1/investigators/12004/pool/",
    "/api/v1/guides/",
]
DECKS = [
    "/decks/",
    "/decks/new/",
    "/decks/{deck}/",
    "/decks/{deck}/edit/",
    "/decks/{deck}/edit/card/01020/",
    "/decks/cards/{browser_cards}.json",
    "/api/v1/decks/{deck}/verdict/",
    "/api/v1/decks/{deck}/pool/",
]
CAMPAIGNS = [
    "/campaigns/",
    "/campaigns/{campaign}/",
    "/campaigns/{campaign}/steps/",
    "/campaigns/{campaign}/log/",
    "/campaigns/{campaign}/bag/",
    "/campaigns/{campaign}/next/",
    "/campaigns/{campaign}/sheet/",
    "/campaigns/{campaign}/party-cards/",
    "/campaigns/{campaign}/seats/{seat}/",
    "/campaigns/{campaign}/export/",
    "/api/v1/campaigns/{campaign}/",
    "/api/v1/campaigns/{campaign}/steps/",
    "/api/v1/campaigns/{campaign}/log/",
    "/api/v1/campaigns/{campaign}/bag/",
    "/api/v1/campaigns/{campaign}/next/",
    "/api/v1/campaigns/{campaign}/seats/{seat}/",
]


@dataclass(frozen=True)
class PageRequest:
    path: str
    data: Any = field(default=None, repr=False)


def kinds(things: dict[str, Any]) -> list[list[PageRequest]]:
    """Return the requests, grouped by what they need of the site."""
    upgrade = {
        name: json.loads((EXAMPLES / file).read_text())
        for name, file in (("before", "roland.json"), ("after", "roland-upgraded.json"))
    }
    decks = [json.loads(path.read_text()) for path in sorted(FIXTURES.glob("*.json"))[::37]]
    return [
        *([PageRequest(path.format(**things)) for path in paths] for paths in (CARDS, CAMPAIGNS, API, DECKS)),
        [*(PageRequest("/api/v1/check", deck) for deck in decks), PageRequest("/api/v1/price", upgrade)],
    ]


class Visitors:
    """Browsers and programs of one player."""

    def __init__(self, site: ColdSite) -> None:
        self.site = site
        self.cookies = {"Cookie": f"sessionid={site.things['session']}"}
        self.token = {"Authorization": f"Token {site.things['token']}"}

    def all_at_once(self, requests: list[PageRequest]) -> list[int]:
        """Return the status of each response. All requests are sent in order before the first response."""
        sent = [self.send(one) for one in requests]
        with ThreadPoolExecutor(len(sent)) as readers:
            return list(readers.map(self.receive, sent))

    def send(self, one: PageRequest) -> http.client.HTTPConnection:
        connection = http.client.HTTPConnection(*self.site.address, timeout=PATIENCE)
        headers = {"Connection": "close", **(self.token if one.path.startswith("/api/") else self.cookies)}
        if one.data is None:
            connection.request("GET", one.path, headers=headers)
        else:
            headers["Content-Type"] = "application/json"
            connection.request("POST", one.path, json.dumps(one.data), headers)
        return connection

    def receive(self, connection: http.client.HTTPConnection) -> int:
        try:
            answer = connection.getresponse()
            answer.read()
            return answer.status
        finally:
            connection.close()


@pytest.fixture
def site(tmp_path: Path) -> Iterator[ColdSite]:
    found = ColdSite(tmp_path, free_port())
    yield found
    found.close()


@pytest.mark.slow
def test_the_first_requests_after_a_start_are_answered(site: ColdSite) -> None:
    visitors, groups = Visitors(site), kinds(site.things)
    for number in range(STARTS):
        # Each time another kind comes first and meets the site when it is coldest.
        turn = number % len(groups)
        requests = [one for group in groups[turn:] + groups[:turn] for one in group]
        assert len(requests) == 50
        site.start()
        answers = visitors.all_at_once(requests)
        site.stop()
        failed = [(one, status) for one, status in zip(requests, answers, strict=True) if status != 200]
        assert failed == [], f"at start {number + 1}:\n{site.output()[-8000:]}"
    assert "Traceback" not in site.output()
