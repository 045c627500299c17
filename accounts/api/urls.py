"""URLs of accounts below /api/v1/."""

from django.urls import URLPattern, URLResolver, path

from accounts.api import views

api: list[URLPattern | URLResolver] = [
    path("account/", views.Account.as_view(), name="api-account"),
    path("account/export/", views.AccountExport.as_view(), name="api-account-export"),
]
