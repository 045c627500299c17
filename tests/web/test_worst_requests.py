"""The most expensive requests that scripts/worst_case found are answered with bounded work.

The limits are three times what the site promises, because these tests also run on busy machines. The search
itself measures with the promised ones (docs/reliability.md).
"""

import json
from random import Random

import pytest
from django.test import Client

from scripts.worst_case.__main__ import CASES
from scripts.worst_case.climbing import sending
from scripts.worst_case.measuring import MOST_CPU, MOST_MEGABYTES, spent
from scripts.worst_case.targets import TARGETS

MARGIN = 3


def test_every_target_of_the_search_has_a_case():
    assert {path.stem for path in CASES.glob("*.json")} == set(TARGETS)


@pytest.mark.django_db
@pytest.mark.parametrize("name", TARGETS)
def test_the_worst_request_is_answered_with_bounded_work(alice, name):
    given = json.loads((CASES / f"{name}.json").read_text("utf-8"))
    target = TARGETS[name](Random(name))
    target.player = alice.username
    request = target.request(given, target.store(given))
    browser = Client(headers={"accept-encoding": "gzip"})
    browser.force_login(alice)
    cost = spent(sending(browser, request))
    assert cost.status < 500
    assert cost.cpu < MARGIN * MOST_CPU, cost
    assert cost.megabytes < MARGIN * MOST_MEGABYTES, cost
