"""Tests of the API schema, which is generated once even if many threads request it at the same time."""

import json

import pytest
import yaml
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from drf_spectacular.generators import SchemaGenerator

from tests.threads import at_once
from web.api import docs

YAML, JSON = "application/vnd.oai.openapi", "application/vnd.oai.openapi+json"


@pytest.fixture(autouse=True)
def _cold():
    docs._files.clear()
    docs._generated.cache_clear()


def get_schema(address: str = "/api/v1/schema/", **headers: str):
    answer = Client(headers={"host": "localhost", **headers}).get(address)
    assert answer.status_code == 200
    return answer


def test_many_threads_get_one_schema(monkeypatch, german):
    made, generate = [], SchemaGenerator.get_schema

    def counted(self, *args, **kwargs):
        made.append(self)
        return generate(self, *args, **kwargs)

    monkeypatch.setattr(SchemaGenerator, "get_schema", counted)
    languages = ("en", "de")
    found = at_once(
        lambda number: get_schema(f"/api/v1/schema/?format=json&lang={languages[number % 2]}").content
    )
    assert len(made) == 2
    assert all(content == found[number % 2] for number, content in enumerate(found))
    assert json.loads(found[0])["paths"]


def test_it_comes_in_the_requested_format():
    plain, negotiated, named = (
        get_schema(),
        get_schema(accept=JSON),
        get_schema("/api/v1/schema/?format=json"),
    )
    assert plain["content-type"] == f"{YAML}; charset=utf-8"
    assert plain["content-disposition"] == 'inline; filename="Casebook.yaml"'
    assert negotiated["content-type"] == named["content-type"] == JSON
    assert named["content-disposition"] == 'inline; filename="Casebook.json"'
    assert yaml.safe_load(plain.content) == json.loads(named.content)
    assert negotiated.content == named.content


def test_it_is_in_the_language_of_the_reader_or_the_requested_one(german):
    german = get_schema(**{"accept-language": "de"})
    assert german["content-language"] == "de"
    assert get_schema("/api/v1/schema/?lang=de").content == german.content
    assert get_schema("/api/v1/schema/?lang=tlh").content == get_schema().content


@pytest.mark.django_db
def test_it_does_not_depend_on_what_is_in_the_database():
    with CaptureQueriesContext(connection) as queries:
        get_schema()
    assert len(queries) == 0


def body_of(method: str, path: str) -> dict:
    schema = json.loads(get_schema("/api/v1/schema/?format=json").content)
    content = schema["paths"][f"/api/v1/{path}"][method]["requestBody"]["content"]
    name = content["application/json"]["schema"]["$ref"].rsplit("/", 1)[1]
    return schema["components"]["schemas"][name]


@pytest.mark.parametrize(
    ("path", "required"),
    [
        ("collections/{id}/", ["name"]),
        ("collections/{id}/packs/", ["packs"]),
        ("campaigns/{public_id}/members/{name}/", ["role"]),
        ("campaigns/{public_id}/", []),
        ("decks/{deck}/", []),
    ],
)
def test_a_change_documents_what_it_needs(path, required):
    assert body_of("patch", path).get("required", []) == required
