"""Admin pages for campaigns, mostly read-only: what happened in a campaign is changed only by its steps."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from campaigns.models import (
    Campaign,
    CampaignFile,
    Entry,
    EpicCounter,
    EpicEvent,
    EpicGroup,
    EpicPress,
    Guide,
    Membership,
    NewDeck,
    RandomDeck,
    SavedState,
    ScenarioDraft,
    Step,
    TakenSeat,
    TokenDraw,
    TokenModifier,
    TokenTally,
    WeaknessDraft,
)
from campaigns.services.campaign_files import share_file
from campaigns.services.recording import undelete_campaign
from decks.models import Visibility


class ReadOnlyAdmin(admin.ModelAdmin):
    """Rows that administrators can look at and that only players change."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class MemberRows(admin.TabularInline):
    model = Membership
    readonly_fields = ["user", "role", "name", "joined"]
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Campaign)
class CampaignAdmin(admin.ModelAdmin):
    list_display = ["name", "owner", "facts", "steps_counted", "revision", "deleted_at", "changed"]
    list_filter = ["facts", ("deleted_at", admin.EmptyFieldListFilter)]
    search_fields = ["name", "public_id", "owner__username"]
    list_select_related = ["owner"]
    readonly_fields = [field.name for field in Campaign._meta.fields]
    inlines = [MemberRows]
    actions = ["bring_back"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Campaign]:
        rows: QuerySet[Campaign] = super().get_queryset(request)
        return rows.annotate(number_of_steps=Count("steps"))

    @admin.display(description=_("steps"), ordering="number_of_steps")
    def steps_counted(self, campaign: Campaign) -> int:
        return int(getattr(campaign, "number_of_steps", 0))

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    @admin.action(description=_("Restore deleted campaigns"), permissions=["change"])
    def bring_back(self, request: HttpRequest, queryset: QuerySet[Campaign]) -> None:
        deleted = list(queryset.exclude(deleted_at=None))
        for campaign in deleted:
            undelete_campaign(campaign)
        n = len(deleted)
        self.message_user(request, ngettext("%d campaign restored.", "%d campaigns restored.", n) % n)


@admin.register(Step)
class StepAdmin(ReadOnlyAdmin):
    """The steps of all campaigns, read-only, to find out why a campaign is in its current state."""

    list_display = ["campaign", "number", "kind", "by", "at", "undone"]
    list_filter = ["kind", "undone"]
    search_fields = ["campaign__name", "campaign__public_id"]
    list_select_related = ["campaign", "by"]
    ordering = ["-at", "-pk"]


@admin.register(Guide)
class GuideAdmin(ReadOnlyAdmin):
    """Imported campaigns, read-only. They are changed by importing them again."""

    list_display = ["title", "id", "for_all", "imported", "changed"]
    list_filter = ["for_all"]
    search_fields = ["id", "title"]


@admin.register(CampaignFile)
class CampaignFileAdmin(admin.ModelAdmin):
    """Campaign files of users. An operator can withdraw one that should not be shared."""

    list_display = ["__str__", "owner", "visibility", "changed"]
    list_filter = ["visibility"]
    search_fields = ["guide__title", "public_id", "owner__username"]
    list_select_related = ["owner", "guide"]
    readonly_fields = [field.name for field in CampaignFile._meta.fields]
    actions = ["withdraw"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    @admin.action(description=_("Make private"), permissions=["change"])
    def withdraw(self, request: HttpRequest, queryset: QuerySet[CampaignFile]) -> None:
        for file in queryset:
            share_file(file, Visibility.PRIVATE)


@admin.register(Entry)
class EntryAdmin(ReadOnlyAdmin):
    """What steps have recorded."""

    list_display = ["step", "position", "kind", "seat", "deck_version"]
    list_filter = ["kind"]
    search_fields = ["step__campaign__name", "step__campaign__public_id"]
    list_select_related = ["step__campaign", "deck_version__deck"]
    ordering = ["-pk"]


@admin.register(TakenSeat)
class TakenSeatAdmin(ReadOnlyAdmin):
    """The seats of the members."""

    list_display = ["campaign", "seat", "member"]
    search_fields = ["campaign__name", "campaign__public_id"]
    list_select_related = ["campaign", "member__user"]


@admin.register(
    ScenarioDraft, NewDeck, RandomDeck, WeaknessDraft, TokenModifier, TokenDraw, TokenTally, SavedState
)
class UnrecordedAdmin(ReadOnlyAdmin):
    """What is not part of the history: unfinished forms, draws, and states for a quick undo."""

    list_display = ["campaign", "__str__"]
    search_fields = ["campaign__name", "campaign__public_id"]
    list_select_related = ["campaign"]


@admin.register(EpicEvent)
class EpicEventAdmin(ReadOnlyAdmin):
    """Events of several groups."""

    list_display = ["name", "owner", "scenario", "result", "created"]
    search_fields = ["name", "public_id", "owner__username"]
    list_select_related = ["owner"]


@admin.register(EpicGroup, EpicCounter, EpicPress)
class EpicPartAdmin(ReadOnlyAdmin):
    """Groups and counters of events."""

    list_display = ["__str__"]
