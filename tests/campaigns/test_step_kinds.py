"""Each kind of step has a handler, words, a page and an example that the API can read."""

import json
import re
from dataclasses import MISSING, fields
from functools import cache
from pathlib import Path

import pytest
from django.urls import get_resolver
from jsonschema import Draft4Validator

from campaigns.api.views import NOT_SENT
from campaigns.campaign_rules import game
from campaigns.models import Step
from campaigns.step_kinds import KINDS, step_text
from campaigns.text.history import StepTexts
from rules.campaign import EMPTY, apply, judge_step, step_from_json, step_to_json, steps
from rules.campaign.replay import HANDLERS
from tests.described import api_schema

START = step_from_json({"kind": "start-campaign", **KINDS["start-campaign"].example})
JOIN = step_from_json({"kind": "seat-joins", **KINDS["seat-joins"].example})
ROOT = Path(__file__).parents[2]
DOCUMENT = (ROOT / "docs" / "campaigns.md").read_text()
#: The code of the pages, and of the services that they call.
FORMS = "".join(path.read_text() for path in (ROOT / "campaigns").rglob("*.py") if path.parent.name != "api")
pytestmark = pytest.mark.django_db
each_kind = pytest.mark.parametrize("kind", sorted(steps.KINDS))


def example(kind: str) -> dict[str, object]:
    return {"kind": kind, **KINDS[kind].example}


def test_no_table_has_a_kind_that_is_not_declared():
    assert KINDS.keys() <= steps.KINDS.keys()
    assert HANDLERS.keys() <= set(steps.KINDS.values())


@each_kind
def test_the_kind_is_everywhere(kind):
    found = steps.KINDS[kind]
    name = found.__name__
    assert kind in KINDS, f"add {kind} to KINDS in campaigns/step_kinds.py"
    assert found in HANDLERS, f"mark a function of a module in HANDLERS (replay.py) with @handles({name})"
    assert f"`{name}`" in DOCUMENT, f"add {name} to the table of steps in docs/campaigns.md"
    assert re.search(rf"\bsteps\.{name}\b", FORMS), f"no page records {name}: use it in a view or a form"


@each_kind
def test_the_class_is_public_and_declares_the_kind(kind):
    found = steps.KINDS[kind]
    assert found.kind == kind
    assert getattr(steps, found.__name__) is found


@each_kind
def test_the_example_is_read_and_judged(kind):
    step = step_from_json(json.loads(json.dumps(example(kind))))
    assert type(step) is steps.KINDS[kind]
    assert step_from_json(step_to_json(step)) == step
    seated = apply(apply(EMPTY, START, game()), JOIN, game())
    for state in (EMPTY, seated):
        judgement = judge_step(state, step, game())
        assert judgement.entries or judgement.violations or kind == "settings-changed"


@each_kind
def test_the_example_has_a_text(kind):
    step = Step(kind=kind, payload=example(kind), number=1)
    seated = apply(apply(EMPTY, START, game()), JOIN, game())
    shown = StepTexts(seated).of(step)
    for text in (step_text(step), shown.what, *(line for _icon, line in shown.rows)):
        assert text.strip()
        assert "%(" not in text
        assert text != kind


@each_kind
def test_the_page_with_its_form_exists(kind):
    assert KINDS[kind].page in get_resolver().reverse_dict


def test_the_api_reads_the_examples(as_alice):
    start = {"start": dict(KINDS["start-campaign"].example), "name": "Examples"}
    campaign = as_alice.post("/api/v1/campaigns/", start, content_type="application/json").json()["id"]
    for kind in sorted(steps.KINDS.keys() - NOT_SENT):
        sent = {"step": example(kind), "dry_run": True}
        answer = as_alice.post(f"/api/v1/campaigns/{campaign}/steps/", sent, content_type="application/json")
        code = answer.json().get("error", {}).get("code", "accepted")
        assert code in ("accepted", "step_refused"), kind


@cache
def components() -> dict[str, dict]:
    return api_schema().raw_schema["components"]["schemas"]


def errors_in(kind: str, step: object) -> list[str]:
    """Return what the schema of this kind finds wrong with a step."""
    reference = {"$ref": components()["AnyStep"]["discriminator"]["mapping"][kind]}
    schema = {"allOf": [reference], "components": {"schemas": components()}}
    return [error.message for error in Draft4Validator(schema).iter_errors(step)]


def test_the_schema_has_every_kind():
    any_step = components()["AnyStep"]
    assert any_step["discriminator"]["propertyName"] == "kind"
    assert any_step["discriminator"]["mapping"].keys() == steps.KINDS.keys()
    assert len(any_step["oneOf"]) == len(steps.KINDS)


@each_kind
def test_the_schema_admits_the_example_and_nothing_else(kind):
    assert errors_in(kind, example(kind)) == []
    assert errors_in(kind, {**example(kind), "no_such_field": 1})
    assert errors_in(kind, {**example(kind), "kind": "another"})
    needed = {each.name for each in fields(steps.KINDS[kind]) if not has_default(each)}
    for name in needed:
        assert errors_in(kind, {key: value for key, value in example(kind).items() if key != name})
    assert components()[f"{steps.KINDS[kind].__name__}Step"]["example"] == example(kind)


def has_default(field) -> bool:
    return field.default is not MISSING or field.default_factory is not MISSING
