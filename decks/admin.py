"""Admin pages for decks, their versions and their purchases."""

from django.contrib import admin

from decks.models import Deck, DeckVersion, Purchase


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
    readonly_fields = ["public_id", "judged_with", "judged_at", "created", "changed"]


@admin.register(DeckVersion)
class DeckVersionAdmin(admin.ModelAdmin):
    list_display = ["deck", "number", "why", "cost", "is_open", "created"]
    list_select_related = ["deck"]
    raw_id_fields = ["deck", "previous"]
    inlines = [PurchaseInline]
