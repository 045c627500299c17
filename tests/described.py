"""The check of API responses against the API schema.

Every response that a test gets from the API through Django's client is checked: its status is documented for
the operation, and its headers and body match the schema. A test that does not examine a response in detail
still fails if the schema is wrong about it.
"""

from __future__ import annotations

import gzip
import re
from functools import cache
from typing import TYPE_CHECKING, Any

from django.http import HttpResponse, StreamingHttpResponse
from django.test import Client
from django.urls import Resolver404, resolve

if TYPE_CHECKING:
    from schemathesis import APIOperation, BaseSchema, Response

PREFIX = "/api/v1/"
#: The schema does not describe itself.
DESCRIPTION = (f"{PREFIX}schema/", f"{PREFIX}docs/")


@cache
def api_schema() -> BaseSchema:
    """Return the schema of the API, loaded for comparison with responses."""
    # Most test processes do not need these; importing them takes a second.
    import schemathesis
    from drf_spectacular.generators import SchemaGenerator

    from web.api import docs

    with docs._generating:
        return schemathesis.openapi.from_dict(SchemaGenerator().get_schema(public=True))


@cache
def all_operations() -> list[APIOperation]:
    return [found.ok() for found in api_schema().get_all_operations()]


@cache
def conformance() -> list[Any]:
    """Return the checks of each response."""
    from schemathesis.specs.openapi import checks

    return [
        checks.status_code_conformance,
        checks.content_type_conformance,
        checks.response_headers_conformance,
        checks.response_schema_conformance,
    ]


def template_of(route: str) -> str:
    """Return the schema's path for a route of Django."""
    return "/" + re.sub(r"<(?:\w+:)?(\w+)>", lambda found: f"{{{parameter(found[1])}}}", route)


def parameter(name: str) -> str:
    """Return the schema's name of a path parameter."""
    return "id" if name == "pk" else name


def check_answer(method: str, answer: HttpResponse) -> None:
    """Fail if a response of the API does not match the schema. Other responses are ignored."""
    address = answer.request["PATH_INFO"]
    if method.lower() in operations_at(address):
        found = resolve(address)
        parts = {parameter(name): value for name, value in found.kwargs.items()}
        case = api_schema()[template_of(found.route)][method].Case(path_parameters=parts)
        case.validate_response(as_response(method, answer), checks=conformance())


def operations_at(address: str) -> dict[str, Any]:
    """Return the operations of the schema at a URL, by method."""
    try:
        template = template_of(resolve(address).route)
    except Resolver404:
        return {}
    found: dict[str, Any] = api_schema().raw_schema["paths"].get(template, {})
    return found


def as_response(method: str, answer: HttpResponse) -> Response:
    from requests import Request
    from schemathesis import Response

    if isinstance(answer, StreamingHttpResponse):
        content = answer.getvalue()
        # The test reads it, too.
        answer.streaming_content = [content]
    else:
        content = answer.content
    return Response(
        status_code=answer.status_code,
        headers={name: [value] for name, value in answer.headers.items()},
        content=gzip.decompress(content) if "Content-Encoding" in answer else content,
        request=Request(method, f"http://testserver{answer.request['PATH_INFO']}").prepare(),
        elapsed=0.0,
        verify=False,
    )


send = Client.request


def send_and_check(client: Client, **request: Any) -> Any:
    """Send a request as Django's client does, then check the response."""
    answer = send(client, **request)
    address = answer.request["PATH_INFO"]
    if address.startswith(PREFIX) and address not in DESCRIPTION:
        check_answer(answer.request["REQUEST_METHOD"], answer)
    return answer
