"""URLs of the site: pages at /, the JSON API at /api/v1/."""

from django.contrib import admin
from django.urls import include, path
from django.views.decorators.http import require_safe
from django.views.generic import RedirectView

import accounts.urls
import campaigns.urls
import cards.urls
import decks.urls
import jobs.urls
from accounts.forms import StaffSignInForm
from config import check, display, docs, finding, home

APPS = [accounts.urls, jobs.urls, cards.urls, decks.urls, campaigns.urls]

admin.site.login_form = StaffSignInForm
admin.site.site_title = admin.site.site_header = "Casebook"

urlpatterns = [
    path("", home.home, name="home"),
    path("check/", check.check_deck, name="check"),
    path("search/", finding.find, name="find"),
    path("display/", display.set_display, name="display"),
    path("admin/", admin.site.urls),
    # Browsers request it on pages without an icon: the admin site, JSON.
    path("favicon.ico", home.favicon),
    path("api/", require_safe(RedirectView.as_view(pattern_name="api-docs"))),
    path("api/v1/", require_safe(RedirectView.as_view(pattern_name="api-docs"))),
    path("api/v1/schema/", docs.schema, name="api-schema"),
    path("api/v1/docs/", docs.browse, name="api-docs"),
    *(path("api/v1/", include(app.api)) for app in APPS),
    *(path("", include(app.pages)) for app in APPS),
]

handler400 = "config.errors.bad_request"
handler403 = "config.errors.permission_denied"
handler404 = "config.errors.page_not_found"
handler500 = "config.errors.server_error"
