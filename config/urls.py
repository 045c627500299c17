"""URLs of the site: pages at /, the JSON API at /api/v1/, ArkhamDB's public API at /api/public/."""

from django.contrib import admin
from django.urls import include, path
from django.views.decorators.http import require_safe
from django.views.generic import RedirectView

import accounts.urls
import boardgames.urls
import campaigns.urls
import cards.urls
import decks.urls
import jobs.urls
import rulebook.urls
from accounts.forms import StaffSignInForm
from web import display, home, quick_check, search
from web.api import docs

APPS = [accounts.urls, jobs.urls, cards.urls, decks.urls, campaigns.urls, boardgames.urls]

admin.autodiscover()
admin.site.login_form = StaffSignInForm
admin.site.site_title = admin.site.site_header = "Casebook"

urlpatterns = [
    path("", home.home, name="home"),
    path("check/", quick_check.check_deck, name="check"),
    path("search/", search.find, name="find"),
    path("display/", display.set_display, name="display"),
    path("admin/", admin.site.urls),
    # Browsers request it on pages without an icon: the admin site, JSON.
    path("favicon.ico", home.favicon),
    path("api/", require_safe(RedirectView.as_view(pattern_name="api-docs"))),
    path("api/v1/", require_safe(RedirectView.as_view(pattern_name="api-docs"))),
    path("api/v1/schema/", docs.schema, name="api-schema"),
    path("api/v1/docs/", docs.browse, name="api-docs"),
    *(path("api/v1/", include(app.api)) for app in APPS),
    path("api/public/", include([*cards.urls.arkhamdb, *decks.urls.arkhamdb])),
    *(path("", include(app.pages)) for app in (*APPS, rulebook.urls)),
]

handler400 = "web.errors.bad_request"
handler403 = "web.errors.permission_denied"
handler404 = "web.errors.page_not_found"
handler500 = "web.errors.server_error"
