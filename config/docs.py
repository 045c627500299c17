"""How does a programmer learn the API? From its schema, and from a page that works offline."""

from functools import cache
from threading import Lock
from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.utils import translation
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

#: The generator keeps notes in the views' classes, so two threads must not generate at once.
_generating = Lock()
_files: dict[tuple[str, str], bytes] = {}


class Schema(SpectacularAPIView):
    """The schema as a file, which is made once per process for each language and format."""

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
    """The schema in a language, as the renderer writes it."""
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
