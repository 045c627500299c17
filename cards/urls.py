"""URLs of the card pages (at /) and of the cards API (at /api/v1/)."""

from django.urls import URLPattern, URLResolver, path

from cards.api.urls import api as api
from cards.api.urls import arkhamdb as arkhamdb
from cards.views import (
    browse,
    card,
    collection,
    collections,
    importing,
    investigators,
    marks,
    query,
    reading,
)

pages: list[URLPattern | URLResolver] = [
    path("cards/", browse.card_list, name="card-list"),
    path("cards/help/", query.card_search_help, name="card-search-help"),
    path("cards/completion/", query.card_completion, name="card-completion"),
    path("cards/investigators/", investigators.investigator_list, name="investigator-list"),
    path("cards/investigators/<str:code>/", investigators.investigator_detail, name="investigator-detail"),
    path("cards/import/", importing.card_import, name="card-import"),
    path("cards/images/<str:name>", reading.card_image, name="card-image"),
    path("cards/<str:code>/preview/", reading.card_preview, name="card-preview"),
    path("cards/<str:code>/", card.card_detail, name="card-detail"),
    path("cards/<str:code>/mark/", marks.card_mark, name="card-mark"),
    # Notes of decks from ArkhamDB link to cards by these addresses.
    path("card/<str:code>", card.card_redirect, name="card-redirect"),
    path("collection/", collection.collection, name="collection"),
    path("collection/new/", collections.collection_new, name="collection-new"),
    path("collection/import/", collections.collection_import_new, name="collection-import-new"),
    path("collection/<int:pk>/", collection.collection_detail, name="collection-detail"),
    path("collection/<int:pk>/settings/", collections.collection_settings, name="collection-settings"),
    path("collection/<int:pk>/rename/", collections.collection_rename, name="collection-rename"),
    path("collection/<int:pk>/share/", collections.collection_share, name="collection-share"),
    path("collection/<int:pk>/unshare/", collections.collection_unshare, name="collection-unshare"),
    path("collection/<int:pk>/accept/", collections.collection_accept, name="collection-accept"),
    path("collection/<int:pk>/leave/", collections.collection_leave, name="collection-leave"),
    path("collection/<int:pk>/import/", collections.collection_import, name="collection-import"),
    path("collection/<int:pk>/export/", collections.collection_export, name="collection-export"),
    path("collection/<int:pk>/delete/", collections.collection_delete, name="collection-delete"),
]
