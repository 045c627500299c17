"""Admin pages for board games, read-only: what happened in a game is changed only by its players."""

from __future__ import annotations

from django.contrib import admin

from boardgames.models import Game, GameCommand, GameInvitation, GameMember, Template
from campaigns.admin import ReadOnlyAdmin


@admin.register(Game)
class GameAdmin(ReadOnlyAdmin):
    list_display = ["name", "edition", "subject", "status", "players", "score", "owner", "changed"]
    list_filter = ["edition", "status"]
    search_fields = ["name", "subject", "public_id"]
    list_select_related = ["owner"]
    exclude = ["state"]


@admin.register(GameCommand)
class GameCommandAdmin(ReadOnlyAdmin):
    list_display = ["game", "number", "kind", "by", "at", "undone"]
    list_select_related = ["game", "by"]
    show_full_result_count = False


@admin.register(GameMember)
class GameMemberAdmin(ReadOnlyAdmin):
    list_display = ["game", "user", "role", "joined"]
    list_select_related = ["game", "user"]


@admin.register(GameInvitation)
class GameInvitationAdmin(ReadOnlyAdmin):
    list_display = ["game", "role", "created"]
    list_select_related = ["game"]
    exclude = ["token"]


@admin.register(Template)
class TemplateAdmin(ReadOnlyAdmin):
    list_display = ["name", "edition", "kind", "box", "owner", "shared"]
    list_filter = ["edition", "kind"]
    list_select_related = ["owner"]
