"""Addresses of campaigns below /api/v1/."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from campaigns.api import views

urlpatterns: list[URLPattern | URLResolver] = [
    path("campaigns/", views.CampaignList.as_view(), name="api-campaigns"),
    path("campaigns/import/", views.Import.as_view(), name="api-campaign-import"),
    path("campaigns/join/", views.Join.as_view(), name="api-campaign-join"),
    path("campaigns/<uuid:public_id>/", views.CampaignDetail.as_view(), name="api-campaign"),
    path("campaigns/<uuid:public_id>/acts/", views.ActList.as_view(), name="api-campaign-acts"),
    path("campaigns/<uuid:public_id>/undo/", views.Undo.as_view(), name="api-campaign-undo"),
    path("campaigns/<uuid:public_id>/redo/", views.Redo.as_view(), name="api-campaign-redo"),
    path("campaigns/<uuid:public_id>/branch/", views.Branch.as_view(), name="api-campaign-branch"),
    path("campaigns/<uuid:public_id>/export/", views.Export.as_view(), name="api-campaign-export"),
    path("campaigns/<uuid:public_id>/members/", views.Members.as_view(), name="api-campaign-members"),
]
