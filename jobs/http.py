"""What does a view know of the request that Django does not say?"""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails


class HtmxRequest(HttpRequest):
    """A request as our middleware leaves it: `request.htmx` is true for what changes in place."""

    htmx: HtmxDetails
