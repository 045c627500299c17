"""Admin pages of the catalogue and of collections, and the import of cards.

The catalogue is read-only here, because its facts are changed in the shipped files.
"""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import admin
from django.core.exceptions import PermissionDenied, ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.db import models
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import URLPattern, path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from cards.generation.source import SourceError
from cards.jobs import importable, start_import
from cards.models import (
    Card,
    CardText,
    CatalogueVersion,
    Collection,
    CollectionShare,
    Cycle,
    DeckOption,
    EncounterCard,
    EncounterSet,
    Investigator,
    OwnedPack,
    Pack,
    Printing,
    TabooEntry,
    TabooList,
    UnlockedReward,
)


class ReadOnly:
    """An admin page without permission to add, change or delete."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class Rows(ReadOnly, admin.TabularInline):
    extra = 0


class PrintingRows(Rows):
    model = Printing


class TabooRows(Rows):
    model = TabooEntry


class OptionRows(Rows):
    model = DeckOption


class TextRows(Rows):
    model = CardText


WIDE = forms.TextInput(attrs={"class": "vTextField"})


class CardImportForm(forms.Form):
    """The source of card data: exactly one of upload, path and URL."""

    upload = forms.FileField(
        label=gettext_lazy("Upload"),
        required=False,
        help_text=gettext_lazy("A .zip of the card data, or an API response saved as JSON."),
    )
    path = forms.CharField(
        label=gettext_lazy("Path on the server"),
        required=False,
        max_length=500,
        widget=WIDE,
        help_text=gettext_lazy("A checkout of the card data, or a folder of responses; inside IMPORT_DIR."),
    )
    url = forms.URLField(
        label=gettext_lazy("Address"),
        required=False,
        assume_scheme="https",
        widget=WIDE,
        help_text=gettext_lazy("An archive, an API response, or just https://arkhamdb.com."),
    )
    language = forms.RegexField(
        r"^[a-z]{2}(-[a-z]{2})?$",
        label=gettext_lazy("Language of the responses"),
        required=False,
        help_text=gettext_lazy("Only for API responses that are not English: de, fr, zh-cn."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not settings.IMPORT_DIR:
            del self.fields["path"]

    def clean_path(self) -> str:
        path: str = self.cleaned_data["path"]
        try:
            return str(importable(path)) if path else ""
        except SourceError as error:
            raise ValidationError(str(error)) from None

    def clean_upload(self) -> UploadedFile[Any] | None:
        upload: UploadedFile[Any] | None = self.cleaned_data["upload"]
        if upload is not None and (upload.size or 0) > settings.MAX_UPLOAD_BYTES:
            megabytes = settings.MAX_UPLOAD_BYTES // 1_000_000
            raise ValidationError(_("At most %(n)d MB can be uploaded.") % {"n": megabytes})
        return upload

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        if not self.errors and sum(bool(given.get(name)) for name in ("upload", "path", "url")) != 1:
            raise ValidationError(_("Fill in exactly one of upload, path and address."))
        return given


@admin.register(Card)
class CardAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ["code", "title", "subtitle", "type", "level", "weakness", "imported"]
    list_filter = ["type", "level", "weakness", "imported", "hidden"]
    search_fields = ["code", "title", "title_de"]
    inlines = [PrintingRows, TabooRows]
    change_list_template = "admin/cards/card/change_list.html"

    def get_urls(self) -> list[URLPattern]:
        importing = path("import/", self.admin_site.admin_view(self.import_cards), name="cards_card_import")
        return [importing, *super().get_urls()]

    def import_cards(self, request: HttpRequest) -> HttpResponse:
        """Start an import in the background and redirect to its job."""
        if not request.user.has_perm("cards.add_card"):
            raise PermissionDenied
        form = CardImportForm(request.POST, request.FILES) if request.method == "POST" else CardImportForm()
        if form.is_valid():
            assert isinstance(request.user, User)
            job = start_import(owner=request.user, **form.cleaned_data)
            return HttpResponseRedirect(job.get_absolute_url())
        context = {**self.admin_site.each_context(request), "form": form, "title": _("Import cards")}
        return render(request, "admin/cards/card/import.html", context)


@admin.register(Investigator)
class InvestigatorAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ["card", "size", "random_weaknesses", "willpower", "intellect", "combat", "agility"]
    list_select_related = ["card"]
    search_fields = ["card__code", "card__title"]
    inlines = [OptionRows]


@admin.register(Printing)
class PrintingAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ["code", "card", "pack", "position", "quantity", "modified", "imported"]
    list_filter = ["modified", "reworded", "imported"]
    list_select_related = ["card", "pack"]
    search_fields = ["code", "card__title"]
    inlines = [TextRows]


@admin.register(Pack)
class PackAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ["code", "title", "cycle", "chapter", "released", "replaced", "reprint_type", "imported"]
    list_filter = ["chapter", "replaced", "reprint_type", "imported"]
    list_select_related = ["cycle"]
    search_fields = ["code", "title", "title_de"]


@admin.register(Cycle)
class CycleAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ["code", "title", "title_de", "position", "imported"]


@admin.register(EncounterSet)
class EncounterSetAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ["code", "title", "title_de", "imported"]
    search_fields = ["code", "title", "title_de"]


@admin.register(EncounterCard)
class EncounterCardAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ["code", "title", "type", "encounter_set", "pack", "victory"]
    list_filter = ["type", "imported"]
    list_select_related = ["encounter_set", "pack"]
    search_fields = ["code", "title", "title_de"]


@admin.register(TabooList)
class TabooListAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ["code", "date", "number", "imported"]
    inlines = [TabooRows]


@admin.register(CatalogueVersion)
class CatalogueVersionAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ["number", "shipped", "changed"]


class OwnedPackRows(admin.TabularInline):
    model = OwnedPack
    extra = 0
    autocomplete_fields = ["pack"]


class RewardRows(admin.TabularInline):
    model = UnlockedReward
    extra = 0
    autocomplete_fields = ["card"]


class ShareRows(admin.TabularInline):
    model = CollectionShare
    extra = 0
    autocomplete_fields = ["user"]


@admin.register(Collection)
class CollectionAdmin(admin.ModelAdmin):
    list_display = ["name", "owner", "boxes", "changed"]
    list_select_related = ["owner"]
    search_fields = ["name", "owner__username"]
    autocomplete_fields = ["owner"]
    inlines = [OwnedPackRows, RewardRows, ShareRows]

    def get_queryset(self, request: HttpRequest) -> models.QuerySet[Collection]:
        rows: models.QuerySet[Collection] = super().get_queryset(request)
        return rows.annotate(kinds=models.Count("owned"))

    @admin.display(description=gettext_lazy("kinds of boxes"), ordering="kinds")
    def boxes(self, collection: Collection) -> int:
        return int(getattr(collection, "kinds", 0))
