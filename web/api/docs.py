"""Documentation of the API: its schema as a file, and a page that works offline."""

from collections.abc import Iterable
from functools import cache
from threading import Lock
from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.utils import translation
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

#: The generator stores state in the view classes, so two threads must not generate at once.
_generating = Lock()
_files: dict[tuple[str, str], bytes] = {}


class FormatOrAccept(DefaultContentNegotiation):
    """Content negotiation in which `format` in the URL has priority over the `Accept` header.

    It is used only here, because the schema has more than one format.
    """

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        named = request.query_params.get("format") or format_suffix
        found: tuple[BaseRenderer, str] = super().select_renderer(request, renderers, named)
        return found


class Schema(SpectacularAPIView):
    """The API schema as a file, generated once per process for each language and format."""

    content_negotiation_class = FormatOrAccept

    @extend_schema(exclude=True)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponse:
        renderer: Any = request.accepted_renderer
        wanted = request.query_params.get("lang", "")
        language = wanted if wanted in dict(settings.LANGUAGES) else translation.get_language() or ""
        charset = f"; charset={renderer.charset}" if renderer.charset else ""
        return HttpResponse(
            schema_file(language, renderer),
            content_type=f"{renderer.media_type}{charset}",
            headers={"Content-Disposition": f'inline; filename="{self._get_filename(request, None)}"'},
        )


def schema_file(language: str, renderer: BaseRenderer) -> bytes:
    """Return the schema in a language, as the renderer writes it."""
    key = (language, renderer.media_type)
    with _generating:
        if key not in _files:
            written = renderer.render(_generated(language))
            _files[key] = written.encode() if isinstance(written, str) else written
        return _files[key]


@cache
def _generated(language: str) -> dict[str, Any]:
    with translation.override(language or None):
        return dict(SchemaGenerator().get_schema(public=True))


schema = Schema.as_view()
browse = SpectacularSwaggerSplitView.as_view(url_name="api-schema", template_name="api/docs.html")
