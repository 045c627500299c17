"""The format of errors in the API schema, and the meaning of each status."""

from typing import Any, NamedTuple

from operations.requests import HEADER

ERROR: dict[str, Any] = {
    "type": "object",
    "description": "The one shape of all errors.",
    "properties": {
        "error": {
            "type": "object",
            "description": (
                "Some codes bring more: the broken rules in `violations`, the current `revision` with the "
                "`changes` since the one that was sent, the `endpoint` to use instead."
            ),
            "properties": {
                "code": {
                    "type": "string",
                    "pattern": "^[a-z_]+$",
                    "description": "What is wrong, in a word for programs. It does not change.",
                },
                "message": {
                    "type": "string",
                    "minLength": 1,
                    "description": "The same in a sentence, in the reader's language.",
                },
                "fields": {
                    "type": "object",
                    "additionalProperties": {},
                    "description": "What is wrong with each field, where the code is `invalid`.",
                },
                "request_id": {
                    "type": "string",
                    "description": "The number of the request in the log, for the operator of the site.",
                },
            },
            "required": ["code", "message"],
            "additionalProperties": {},
        }
    },
    "required": ["error"],
    "additionalProperties": False,
}

HEADERS: dict[str, dict[str, Any]] = {
    HEADER: {
        "description": "The number of the request in the log.",
        "required": True,
        "schema": {"type": "string"},
    },
    "Retry-After": {
        "description": "Seconds after which it makes sense to try again.",
        "required": True,
        "schema": {"type": "integer", "minimum": 0},
    },
    "WWW-Authenticate": {
        "description": "How to authenticate.",
        "required": True,
        "schema": {"type": "string", "enum": ["Bearer"]},
    },
}


class Error(NamedTuple):
    """An error status, as a response that operations refer to by name."""

    name: str
    description: str
    header: str = ""
    """A header that is sent with it."""


ERRORS = {
    400: Error("BadRequest", "Something in the address or the body is not right."),
    401: Error("Unauthorized", "A key is needed, or the one that was sent is not valid.", "WWW-Authenticate"),
    403: Error("Forbidden", "You may not do this; or a browser's session sent no CSRF token."),
    404: Error("NotFound", "There is no such thing, or it is not shown to you."),
    406: Error("NotAcceptable", "The answer does not come in any format of the `Accept` header."),
    409: Error("Conflict", "This cannot be done as things are now. The code says why."),
    410: Error("Gone", "What the first request with this key created has been deleted since."),
    413: Error("ContentTooLarge", "The body is too large."),
    415: Error("UnsupportedMediaType", "The body is not in a format that is read here."),
    422: Error("KeyReused", "This key was used for a request with another body."),
    429: Error("TooManyRequests", "Too many requests.", "Retry-After"),
    500: Error("ServerError", "Something went wrong on our side. It has been recorded."),
    503: Error("Unavailable", "The site cannot reach its data just now.", "Retry-After"),
}


def error_response(error: Error) -> dict[str, Any]:
    """Return the response object of OpenAPI."""
    headers = {name: HEADERS[name] for name in (HEADER, error.header) if name}
    schema = {"$ref": "#/components/schemas/Error"}
    return {
        "description": error.description,
        "headers": headers,
        "content": {"application/json": {"schema": schema}},
    }
