"""URLs of the catalogue's and collections' API, below /api/v1/."""

from django.urls import URLPattern, URLResolver, path, re_path

from cards.api import arkhamdb as arkhamdb_views
from cards.api import catalogue, collections, marks

api: list[URLPattern | URLResolver] = [
    path("cards/", catalogue.CardList.as_view(), name="api-card-list"),
    path("cards/<str:code>/", catalogue.CardDetail.as_view(), name="api-card-detail"),
    path("cards/<str:code>/mark/", marks.CardMark.as_view(), name="api-card-mark"),
    path("marks/", marks.MarkList.as_view(), name="api-mark-list"),
    path("cycles/", catalogue.CycleList.as_view(), name="api-cycle-list"),
    path("packs/", catalogue.PackList.as_view(), name="api-pack-list"),
    path("packs/<str:code>/", catalogue.PackDetail.as_view(), name="api-pack-detail"),
    path("investigators/", catalogue.InvestigatorList.as_view(), name="api-investigator-list"),
    path("investigators/<str:code>/", catalogue.InvestigatorDetail.as_view(), name="api-investigator-detail"),
    path(
        "investigators/<str:code>/pool/", catalogue.InvestigatorPool.as_view(), name="api-investigator-pool"
    ),
    path("taboo-lists/", catalogue.TabooListList.as_view(), name="api-taboo-list"),
    path("taboo-lists/<str:code>/", catalogue.TabooListDetail.as_view(), name="api-taboo-detail"),
    path("collections/", collections.CollectionList.as_view(), name="api-collection-list"),
    path("collections/import/", collections.CollectionImport.as_view(), name="api-collection-import"),
    path("collections/invitations/", collections.InvitationList.as_view(), name="api-invitation-list"),
    path(
        "collections/invitations/<int:pk>/",
        collections.InvitationDetail.as_view(),
        name="api-invitation-detail",
    ),
    path("collections/<int:pk>/", collections.CollectionDetail.as_view(), name="api-collection-detail"),
    path("collections/<int:pk>/packs/", collections.CollectionPacks.as_view(), name="api-collection-packs"),
    path("collections/<int:pk>/cycle/", collections.CollectionCycle.as_view(), name="api-collection-cycle"),
    path(
        "collections/<int:pk>/rewards/",
        collections.CollectionRewards.as_view(),
        name="api-collection-rewards",
    ),
    path(
        "collections/<int:pk>/copies/<str:code>/",
        collections.CollectionCopies.as_view(),
        name="api-collection-copies",
    ),
    path(
        "collections/<int:pk>/shares/", collections.CollectionShares.as_view(), name="api-collection-shares"
    ),
    path(
        "collections/<int:pk>/shares/<str:username>/",
        collections.CollectionShareDetail.as_view(),
        name="api-collection-share",
    ),
    path(
        "collections/<int:pk>/export/", collections.CollectionExport.as_view(), name="api-collection-export"
    ),
]

#: Below /api/public/, as on ArkhamDB.
arkhamdb: list[URLPattern | URLResolver] = [
    re_path(r"^card/(?P<code>[^/.]+)(?:\.json)?/?$", arkhamdb_views.Card.as_view(), name="arkhamdb-card"),
    re_path(r"^cards(?:\.json)?/?$", arkhamdb_views.CardList.as_view(), name="arkhamdb-cards"),
    re_path(
        r"^cards/(?P<code>[^/.]+)(?:\.json)?/?$",
        arkhamdb_views.CardsOfPack.as_view(),
        name="arkhamdb-pack-cards",
    ),
]
