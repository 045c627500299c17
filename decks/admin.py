"""Admin pages for decks, their versions and their purchases."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from decks import services
from decks.models import Deck, DeckVersion, PublishedParty, Purchase, Report


class PurchaseInline(admin.TabularInline):
    model = Purchase
    extra = 0
    can_delete = False
    readonly_fields = [
        "position",
        "way",
        "card",
        "replaces",
        "place",
        "price",
        "reasons",
        "boxes",
        "removal_reason",
    ]


@admin.register(Deck)
class DeckAdmin(admin.ModelAdmin):
    list_display = ["name", "owner", "investigator", "is_legal", "problems", "visibility", "changed"]
    list_filter = ["is_legal", "visibility", "mode", "edition", "archived", "built"]
    search_fields = ["name", "public_id", "owner__username"]
    list_select_related = ["owner"]
    raw_id_fields = ["owner", "working"]
    readonly_fields = ["public_id", "judged_with", "judged_at", "likes", "published_at", "created", "changed"]
    actions = ["hide", "show"]

    @admin.action(description=_("Hide from everyone except the owner"))
    def hide(self, request: HttpRequest, decks: QuerySet[Deck]) -> None:
        for deck in decks:
            services.hide(deck, hidden=True)

    @admin.action(description=_("Show again"))
    def show(self, request: HttpRequest, decks: QuerySet[Deck]) -> None:
        for deck in decks:
            services.hide(deck, hidden=False)


@admin.register(Report)
class ReportAdmin(admin.ModelAdmin):
    list_display = ["deck", "reason", "reporter", "created", "closed_at"]
    list_filter = [("closed_at", admin.EmptyFieldListFilter)]
    list_select_related = ["deck", "reporter"]
    raw_id_fields = ["deck", "reporter"]
    readonly_fields = ["created"]
    actions = ["hide_decks", "close"]

    @admin.action(description=_("Hide the reported decks"))
    def hide_decks(self, request: HttpRequest, reports: QuerySet[Report]) -> None:
        for report in reports.select_related("deck"):
            services.hide(report.deck, hidden=True)

    @admin.action(description=_("Close without hiding"))
    def close(self, request: HttpRequest, reports: QuerySet[Report]) -> None:
        reports.update(closed_at=timezone.now())


@admin.register(PublishedParty)
class PublishedPartyAdmin(admin.ModelAdmin):
    list_display = ["name", "owner", "created", "hidden_at"]
    list_select_related = ["owner"]
    raw_id_fields = ["owner", "decks"]
    search_fields = ["name", "owner__username"]


@admin.register(DeckVersion)
class DeckVersionAdmin(admin.ModelAdmin):
    list_display = ["deck", "number", "why", "cost", "is_open", "created"]
    list_select_related = ["deck"]
    raw_id_fields = ["deck", "previous"]
    inlines = [PurchaseInline]
