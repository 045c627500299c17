"""The site with one more page, which only greets the user: a measure for the cost of the others."""

from __future__ import annotations

import os

from django.core.wsgi import get_wsgi_application
from django.http import HttpRequest, HttpResponse
from django.urls import path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
application = get_wsgi_application()


def hello(request: HttpRequest) -> HttpResponse:
    return HttpResponse(f"Hello, {request.user.pk}")


def _with_greeting() -> None:
    from config import urls

    urls.urlpatterns.append(path("hello/", hello))


_with_greeting()
