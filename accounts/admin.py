"""Admin pages for players."""

from collections.abc import Iterable

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts import account_data, services
from accounts.models import User


@admin.register(User)
class PlayerAdmin(UserAdmin):
    list_display = ["username", "email", "is_guest", "is_staff", "last_seen", "date_joined"]
    list_filter = ["is_guest", "is_staff", "is_superuser", "is_active"]
    fieldsets = [
        *(UserAdmin.fieldsets or ()),
        (_("Casebook"), {"fields": ["is_guest", "language", "theme", "last_seen"]}),
    ]

    def get_deleted_objects(
        self, objs: Iterable[User], request: HttpRequest
    ) -> tuple[list[str], dict[str, int], set[str], list[str]]:
        """List what is deleted with an account as its player sees it, instead of the many rows behind it."""
        users = list(objs)
        goes = [": ".join([str(user), ", ".join(account_data.summary(user))]) for user in users]
        return goes, {str(_("players")): len(users)}, set(), []

    def delete_model(self, request: HttpRequest, obj: User) -> None:
        """Delete an account as its player would: what others still need is handed over first."""
        services.delete_account(obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        for user in queryset:
            services.delete_account(user)
