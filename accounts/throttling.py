"""Throttles of the API: for all requests by network or player, and for costly work by kind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpRequest
from rest_framework.request import Request
from rest_framework.throttling import AnonRateThrottle, BaseThrottle

from accounts import limits
from web.shared.errors import TooMany

if TYPE_CHECKING:  # views import their throttles first
    from rest_framework.views import APIView


class NetworkThrottle(AnonRateThrottle):
    """Limits all requests of visitors, counted by network as for pages."""

    def get_ident(self, request: Request | HttpRequest) -> str:
        return limits.network_of(request._request if isinstance(request, Request) else request)


class CostlyThrottle(BaseThrottle):
    """Limits costly operations, counted together with the page that does the same work.

    Applies to views with a `throttle_scope`. Their `throttle_methods` name the methods that are counted; the
    default is all but GET.
    """

    def __init__(self) -> None:
        self.seconds_left = 0.0

    def allow_request(self, request: Request, view: APIView) -> bool:
        scope = getattr(view, "throttle_scope", None)
        if scope is None or request.method not in getattr(view, "throttle_methods", ("POST", "PUT", "PATCH")):
            return True
        try:
            limits.spend_rate(scope, limits.who(request._request))
        except TooMany as refused:
            self.seconds_left = refused.seconds
            return False
        return True

    def wait(self) -> float:
        return self.seconds_left
