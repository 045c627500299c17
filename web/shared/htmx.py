"""Type of a request that htmx may have sent."""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails


class HtmxRequest(HttpRequest):
    """A request after our middleware: `request.htmx` is true if htmx sent it."""

    htmx: HtmxDetails
