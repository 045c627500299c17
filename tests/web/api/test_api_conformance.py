"""Tests of every API operation with generated requests: each response must match the schema.

The requests match the schema, or violate it in one place. They come from users of several roles, and refer to
existing and missing objects equally often. `--hypothesis-profile=long` sends many more of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, transaction
from django.urls import resolve
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import FailureGroup

from accounts import keys
from campaigns.services.creation import export_campaign
from cards.collections.transfer import export_collection
from config.wsgi import application
from decks.formats.export import Export, as_json, write_json
from tests.described import PREFIX, all_operations, conformance, parameter, template_of
from tests.web.world import ADDRESSES, World

pytestmark = pytest.mark.django_db

TOKENS = {"kind": "tokens-changed", "tokens": {"skull": 1}}
#: Parameters that name the state a request is based on: generated values are always out of date.
OUT_OF_DATE = {"after", "before", "decisions", "follows", "only", "revision", "version"}
LARGE = ("campaigns", "collections", "decks")
#: The fraction of the examples of the Hypothesis profile that is tried for each operation.
ONE_IN = {GenerationMode.POSITIVE: 12, GenerationMode.NEGATIVE: 25}


@contextmanager
def one_connection() -> Iterator[None]:
    """Let the site respond within the transaction of the test, without closing its connection."""
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    yield
    for signal in signals:
        signal.connect(close_old_connections)


class Site:
    """The site with data in it, as programs use it."""

    def __init__(self, world: World) -> None:
        self.callers = {
            role: {"Authorization": f"Bearer {keys.create_key(world.users[role], name='program')}"}
            for role in ("owner", "reader", "stranger")
        }
        self.callers |= {"anonymous": {}, "mistaken": {"Authorization": "Bearer a-key-that-is-not-ours"}}
        found = [resolve(world.path(name)) for name in ADDRESSES if name.startswith("api-")]
        self.parts = {
            template_of(each.route): {parameter(key): str(value) for key, value in each.kwargs.items()}
            for each in found
        }
        for template in self.parts:
            if "/upgrade/" in template:
                self.parts[template]["deck"] = str(world.special["deck-upgrade-options"]["deck_id"])
        deck, start = as_json(world.deck), {"campaign": "boa", "difficulty": "standard", "title": "Anew"}
        self.bodies: dict[str, Any] = {
            f"{PREFIX}check": deck,
            f"{PREFIX}check/party": [deck, deck],
            f"{PREFIX}price": {"before": deck, "after": deck},
            f"{PREFIX}campaigns/import/": export_campaign(world.campaign),
            f"{PREFIX}campaigns/{{public_id}}/steps/": {"step": TOKENS},
            f"{PREFIX}campaigns/{{public_id}}/seats/{{seat}}/deck/": {"deck": str(world.deck.public_id)},
            f"{PREFIX}collections/import/": export_collection(world.collection),
        }
        self.values: dict[str, Any] = {
            "action": "archive",
            "card": "01020",
            "cards": ["01020"],
            "collection": world.collection.pk,
            "cycle": "core",
            "deck": str(world.deck.public_id),
            "down_to": 2,
            "ids": [str(world.deck.public_id)],
            "investigator": "01001",
            "origin": "main",
            "packs": {"core": 1},
            "quantity": 1,
            "rewards": [],
            "role": "reader",
            "seats": ["s1"],
            "start": start,
            "target": "side",
            "text": write_json(Export(world.deck)),
            "ticks": [],
            "token": world.special["campaign-join"]["token"],
            "until": 1,
            "username": "stranger",
            "with": str(world.deck.public_id),
        }

    def sensible(self, case: Case) -> None:
        """Change the request to one that can succeed: with existing objects and current revisions."""
        for part in (case.body, case.query):
            if isinstance(part, dict):
                part.update({name: value for name, value in self.values.items() if name in part})
                for name in OUT_OF_DATE & part.keys():
                    del part[name]
        if case.operation.path in self.bodies and case.method != "GET":
            case.body, case.media_type = self.bodies[case.operation.path], "application/json"

    def send(self, case: Case, caller: str, kind: str) -> None:
        """Send the request, roll back its effects, and check the response."""
        if kind != "made up":
            case.path_parameters.update(self.parts[case.operation.path])
        if kind == "sensible":
            self.sensible(case)
        with one_connection(), transaction.atomic():
            answer = case.call(
                app=application, headers={**self.callers[caller], "Accept-Encoding": "identity"}
            )
            transaction.set_rollback(True)
        case.validate_response(answer, checks=[not_a_server_error, *conformance()])


def area(operation: Any) -> str:
    """Return the area of an operation. Operations of one area are tried in one test, with the same data."""
    return operation.tags[0] if operation.tags[0] in LARGE else "others"


@pytest.mark.parametrize("mode", list(GenerationMode))
@pytest.mark.parametrize("name", [*LARGE, "others"])
def test_every_answer_matches_the_schema(world, name, mode):
    site, wrong = Site(world), []
    kinds = (
        ("sensible", "addressed", "made up") if mode is GenerationMode.POSITIVE else ("addressed", "made up")
    )

    def try_out(operation: Any) -> None:
        @settings(
            max_examples=max(1, settings.default.max_examples // ONE_IN[mode]),
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(
            case=operation.as_strategy(generation_mode=mode),
            caller=st.sampled_from(["owner"] * 6 + list(site.callers)),
            kind=st.sampled_from(kinds),
        )
        def send(case: Case, caller: str, kind: str) -> None:
            site.send(case, caller, kind)

        send()

    for operation in all_operations():
        if area(operation) == name:
            try:
                try_out(operation)
            except Unsatisfiable:
                assert mode is GenerationMode.NEGATIVE, "there is always a request that fits"
            except (Exception, FailureGroup) as error:
                wrong.append(f"{operation.label}: {error}")
    assert not wrong, "\n\n".join(wrong)
