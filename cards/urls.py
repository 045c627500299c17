"""URLs of the card pages (at /) and of the cards API (at /api/v1/)."""

from django.urls import URLPattern, URLResolver, path

from cards.api.urls import api as api
from cards.views import browse, card, collection, investigators, keeping, rulebook

pages: list[URLPattern | URLResolver] = [
    path("cards/", browse.card_list, name="card-list"),
    path("cards/investigators/", investigators.investigator_list, name="investigator-list"),
    path("cards/investigators/<str:code>/", investigators.investigator_detail, name="investigator-detail"),
    path("cards/<str:code>/", card.card_detail, name="card-detail"),
    path("collection/", collection.collection, name="collection"),
    path("collection/new/", keeping.collection_new, name="collection-new"),
    path("collection/import/", keeping.collection_import_new, name="collection-import-new"),
    path("collection/<int:pk>/", collection.collection_detail, name="collection-detail"),
    path("collection/<int:pk>/settings/", keeping.collection_settings, name="collection-settings"),
    path("collection/<int:pk>/rename/", keeping.collection_rename, name="collection-rename"),
    path("collection/<int:pk>/share/", keeping.collection_share, name="collection-share"),
    path("collection/<int:pk>/unshare/", keeping.collection_unshare, name="collection-unshare"),
    path("collection/<int:pk>/accept/", keeping.collection_accept, name="collection-accept"),
    path("collection/<int:pk>/leave/", keeping.collection_leave, name="collection-leave"),
    path("collection/<int:pk>/import/", keeping.collection_import, name="collection-import"),
    path("collection/<int:pk>/export/", keeping.collection_export, name="collection-export"),
    path("collection/<int:pk>/delete/", keeping.collection_delete, name="collection-delete"),
    path("rules/", rulebook.rule_list, name="rule-list"),
    path("rules/questions/", rulebook.interpretation_list, name="interpretation-list"),
    path("rules/editions/", rulebook.edition_list, name="edition-list"),
    path("rules/coverage/", rulebook.coverage_list, name="coverage-list"),
    path("rules/<str:rule_id>/", rulebook.rule_detail, name="rule"),
]
