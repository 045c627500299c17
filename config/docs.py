"""How does a programmer learn the API? From its schema, and from a page that works offline."""

from csp.constants import SELF
from csp.decorators import csp_update
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

schema = SpectacularAPIView.as_view()

# Swagger UI draws some of its pictures from data, and asks only this site.
browse = csp_update({"img-src": [SELF, "data:"]})(SpectacularSwaggerSplitView.as_view(url_name="api-schema"))
