"""URLs of the decks API, below /api/v1/."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path, re_path

from decks.api import arkhamdb as arkhamdb_views
from decks.api import decks, editing, published, reading, transfer
from decks.api.check import CheckDeck, CheckParty
from decks.api.price import PriceUpgrade

one: list[URLPattern | URLResolver] = [
    path("", decks.DeckDetail.as_view(), name="api-deck"),
    path("undelete/", decks.Undelete.as_view(), name="api-deck-undelete"),
    path("clone/", decks.Clone.as_view(), name="api-deck-clone"),
    path("share/", decks.Share.as_view(), name="api-deck-share"),
    path("share/new-link/", decks.RotateLink.as_view(), name="api-deck-new-link"),
    path("publish/", decks.Publish.as_view(), name="api-deck-publish"),
    path("like/", published.DeckLike.as_view(), name="api-deck-like"),
    path("cards/<str:code>/", editing.CardQuantity.as_view(), name="api-deck-card"),
    path("cards/<str:code>/sheet/", editing.CardSheet.as_view(), name="api-deck-sheet"),
    path("cards/<str:code>/attachments/", editing.CardAttachments.as_view(), name="api-deck-attachments"),
    path("cards/<str:code>/annotation/", editing.CardAnnotation.as_view(), name="api-deck-annotation"),
    path("cards/<str:code>/why-not/", reading.WhyNot.as_view(), name="api-deck-why-not"),
    path("move/", editing.MoveCard.as_view(), name="api-deck-move"),
    path("undo/", editing.Undo.as_view(), name="api-deck-undo"),
    path("redo/", editing.Redo.as_view(), name="api-deck-redo"),
    path("draw-weaknesses/", editing.DrawWeaknesses.as_view(), name="api-deck-draw"),
    path("upgrade/", editing.BeginUpgrade.as_view(), name="api-deck-upgrade"),
    path("upgrade/options/", editing.PurchaseOptions.as_view(), name="api-deck-purchase-options"),
    path("upgrade/buy/", editing.Buy.as_view(), name="api-deck-buy"),
    path("upgrade/pair/", editing.UpgradePair.as_view(), name="api-deck-pair"),
    path("upgrade/take-out/", editing.TakeOut.as_view(), name="api-deck-take-out"),
    path("upgrade/finish/", editing.FinishUpgrade.as_view(), name="api-deck-finish"),
    path("versions/", reading.VersionList.as_view(), name="api-deck-versions"),
    path("versions/<int:number>/", reading.VersionDetail.as_view(), name="api-deck-version"),
    path("versions/<int:number>/restore/", editing.RestoreVersion.as_view(), name="api-deck-restore"),
    path("verdict/", reading.DeckVerdict.as_view(), name="api-deck-verdict"),
    path("pool/", reading.DeckPool.as_view(), name="api-deck-pool"),
    path("figures/", reading.DeckFiguresView.as_view(), name="api-deck-figures"),
    path("odds/", reading.DeckOdds.as_view(), name="api-deck-odds"),
    path("hand/", reading.OpeningHand.as_view(), name="api-deck-hand"),
    path("compare/", reading.Compare.as_view(), name="api-deck-compare"),
    path("pull-list/", reading.DeckPullList.as_view(), name="api-deck-pull-list"),
    path("export/", transfer.ExportDeck.as_view(), name="api-deck-export"),
]

api: list[URLPattern | URLResolver] = [
    path("check", CheckDeck.as_view(), name="api-check"),
    path("check/party", CheckParty.as_view(), name="api-check-party"),
    path("price", PriceUpgrade.as_view(), name="api-price"),
    path("decks/", decks.DeckList.as_view(), name="api-deck-list"),
    path("decks/public/", decks.PublicDeckList.as_view(), name="api-deck-public"),
    path("decks/shared/<str:token>/", decks.SharedDeck.as_view(), name="api-deck-shared"),
    path("decks/bulk/", decks.BulkAction.as_view(), name="api-deck-bulk"),
    path("decks/import/", transfer.ImportDecks.as_view(), name="api-deck-import"),
    path("decks/import/preview/", transfer.ImportPreview.as_view(), name="api-deck-import-preview"),
    path("decks/<uuid:deck>/", include(one)),
    path("parties/", published.PartyList.as_view(), name="api-party-list"),
    path("parties/<uuid:party>/", published.PartyDetail.as_view(), name="api-party-detail"),
]

#: Below /api/public/, as on ArkhamDB.
arkhamdb: list[URLPattern | URLResolver] = [
    re_path(
        r"^deck/(?P<name>[\w-]+)(?:\.json)?/?$", arkhamdb_views.PublicDeck.as_view(), name="arkhamdb-deck"
    ),
    re_path(
        r"^decklist/(?P<name>[\w-]+)(?:\.json)?/?$",
        arkhamdb_views.PublicDecklist.as_view(),
        name="arkhamdb-decklist",
    ),
    re_path(
        r"^decklists/by_date/(?P<day>[0-9]{4}-[0-9]{2}-[0-9]{2})(?:\.json)?/?$",
        arkhamdb_views.DecklistsByDate.as_view(),
        name="arkhamdb-decklists",
    ),
]
