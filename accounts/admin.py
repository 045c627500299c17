from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.utils.translation import gettext_lazy as _

from accounts.models import User


@admin.register(User)
class PlayerAdmin(UserAdmin):
    list_display = ["username", "email", "is_guest", "is_staff", "last_seen", "date_joined"]
    list_filter = ["is_guest", "is_staff", "is_superuser", "is_active"]
    fieldsets = [
        *(UserAdmin.fieldsets or ()),
        (_("Casebook"), {"fields": ["is_guest", "language", "theme", "last_seen"]}),
    ]
