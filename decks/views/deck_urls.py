"""URLs of the deck pages outside the editor."""

from django.urls import URLPattern, URLResolver, path, re_path

from decks.views import (
    compare,
    deck,
    example,
    importing,
    lists,
    preferences,
    printing,
    published,
    sharing,
)

pages: list[URLPattern | URLResolver] = [
    path("decks/", lists.deck_list, name="deck-list"),
    path("decks/public/", published.deck_public_list, name="deck-public-list"),
    path("parties/", published.party_list, name="party-list"),
    path("parties/<uuid:party_id>/", published.party_detail, name="party-detail"),
    path("parties/<uuid:party_id>/change/", published.party_change, name="party-change"),
    path("players/<str:username>/", published.player, name="player"),
    path("decks/<uuid:deck_id>/like/", published.deck_like, name="deck-like"),
    path("decks/<uuid:deck_id>/report/", published.deck_report, name="deck-report"),
    path("decks/<uuid:deck_id>/hide/", published.deck_hide, name="deck-hide"),
    path("decks/deleted/", lists.deck_deleted, name="deck-deleted"),
    path("decks/preferences/", preferences.deck_preferences, name="deck-preferences"),
    path("decks/bulk/", lists.deck_bulk, name="deck-bulk"),
    path("decks/undelete/", lists.deck_undelete_many, name="deck-undelete-many"),
    path("decks/import/", importing.deck_import, name="deck-import"),
    path("decks/compare/", compare.deck_compare, name="deck-compare"),
    path("decks/example/", example.deck_example, name="deck-example"),
    path("decks/<uuid:deck_id>/", deck.deck_detail, name="deck-detail"),
    path("decks/<uuid:deck_id>/print/", printing.deck_print, name="deck-print"),
    path("decks/<uuid:deck_id>/pull/", printing.deck_pull, name="deck-pull"),
    path("decks/<uuid:deck_id>/share/", sharing.deck_share, name="deck-share"),
    path("decks/<uuid:deck_id>/clone/", deck.deck_clone, name="deck-clone"),
    path("decks/<uuid:deck_id>/built/", deck.deck_built, name="deck-built"),
    path("decks/<uuid:deck_id>/delete/", deck.deck_delete, name="deck-delete"),
    path("decks/<uuid:deck_id>/undelete/", deck.deck_undelete, name="deck-undelete"),
    path("decks/<uuid:deck_id>/restore/<int:number>/", deck.deck_restore, name="deck-restore"),
    path("decks/<uuid:deck_id>/export/<str:form>/", deck.deck_export, name="deck-export"),
    # Clients of ArkhamDB's API link to decks by these addresses.
    re_path(
        r"^deck(?:list)?/view/(?P<number>[0-9]{1,18})(?:/.*)?$", deck.deck_redirect, name="deck-redirect"
    ),
    path("d/<str:token>/", deck.deck_shared, name="deck-shared"),
    path("d/<str:token>/print/", printing.deck_shared_print, name="deck-shared-print"),
    path("d/<str:token>/export/<str:form>/", deck.deck_shared_export, name="deck-shared-export"),
    path("d/<str:token>/clone/", deck.deck_shared_clone, name="deck-shared-clone"),
]
