"""Where is everything? Pages stand at /, JSON at /api/v1/."""

from django.contrib import admin
from django.urls import include, path

import accounts.urls
import campaigns.urls
import cards.urls
import decks.urls
import jobs.urls

APPS = [accounts.urls, jobs.urls, cards.urls, decks.urls, campaigns.urls]

urlpatterns = [
    path("admin/", admin.site.urls),
    *(path("api/v1/", include(app.api)) for app in APPS),
    *(path("", include(app.pages)) for app in APPS),
]
