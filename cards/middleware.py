"""Middleware that gives each request one catalogue from beginning to end."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from cards.adapters import one_catalogue


class OneCatalogue:
    """Use one catalogue for the whole request: a code found in it still exists when the page is rendered."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with one_catalogue():
            return self.get_response(request)
