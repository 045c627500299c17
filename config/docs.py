"""How does a programmer learn the API? From its schema, and from a page that works offline."""

from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

schema = SpectacularAPIView.as_view()
browse = SpectacularSwaggerSplitView.as_view(url_name="api-schema", template_name="api/docs.html")
