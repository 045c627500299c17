"""Models of accounts: users, API keys, and completed requests with idempotency keys."""

from typing import Any

from django.contrib.auth.models import AbstractUser
from django.db import models, transaction
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Theme(models.TextChoices):
    SYSTEM = "system", _("System")
    LIGHT = "light", _("Light")
    DARK = "dark", _("Dark")


class User(AbstractUser):
    """A player, or a guest who has saved something and not yet signed up."""

    is_guest = models.BooleanField(_("guest"), default=False)
    language = models.CharField(_("language"), max_length=10, blank=True, default="")
    theme = models.CharField(_("display"), max_length=6, choices=Theme, default=Theme.SYSTEM)
    preferences = models.JSONField(
        _("preferences"), default=dict, blank=True, help_text=_("What new decks begin with, by name.")
    )
    last_seen = models.DateField(_("last seen"), default=timezone.localdate)

    _password_removed = False

    class Meta(AbstractUser.Meta):
        constraints = [
            models.UniqueConstraint(
                Lower("username"),
                name="user_name_is_unique_in_any_case",
                violation_error_message=_("This name is already taken."),
            ),
            models.CheckConstraint(
                condition=models.Q(theme__in=["system", "light", "dark"]), name="user_theme_is_known"
            ),
            models.CheckConstraint(
                condition=models.Q(is_guest=False) | models.Q(is_staff=False, is_superuser=False),
                name="user_guests_are_not_staff",
            ),
        ]
        indexes = [models.Index(fields=["is_guest", "last_seen"], name="user_guests_by_age")]

    def __str__(self) -> str:
        return str(_("Guest")) if self.is_guest else self.username

    def set_unusable_password(self) -> None:
        super().set_unusable_password()
        self._password_removed = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save the row. A new password deletes all API keys; a better hash of the same password does not."""
        # Django stores a password here that was set and not yet saved.
        new_password = getattr(self, "_password", None) is not None or self._password_removed
        if self.pk is None or not new_password:
            super().save(*args, **kwargs)
        else:
            with transaction.atomic():
                super().save(*args, **kwargs)
                self.api_keys.all().delete()
        self._password_removed = False


class ApiKey(models.Model):
    """An API key. The key itself is not stored, only its SHA-256."""

    user = models.ForeignKey(
        User, verbose_name=_("player"), on_delete=models.CASCADE, related_name="api_keys"
    )
    name = models.CharField(_("name"), max_length=60)
    digest = models.CharField(_("digest"), max_length=64, unique=True)
    ending = models.CharField(_("ends in"), max_length=4)
    created = models.DateTimeField(_("created"), default=timezone.now)
    last_used = models.DateField(_("last used"), null=True, blank=True)

    class Meta:
        verbose_name = _("API key")
        verbose_name_plural = _("API keys")
        default_permissions = ()  # not managed in the admin site

    def __str__(self) -> str:
        return f"{self.name} (…{self.ending})"


class CompletedRequest(models.Model):
    """A request with an idempotency key, and what it created (`accounts.idempotency`)."""

    digest = models.CharField(_("digest of the key"), max_length=64, unique=True)
    content = models.CharField(_("digest of the body"), max_length=64, blank=True, default="")
    owner = models.ForeignKey(
        User, verbose_name=_("owner"), on_delete=models.CASCADE, related_name="completed_requests"
    )
    kind = models.CharField(_("kind"), max_length=60)
    created_rows = models.JSONField(_("created"), default=list, blank=True)
    created = models.DateTimeField(_("at"), auto_now_add=True, db_index=True)

    class Meta:
        verbose_name = _("completed request")
        verbose_name_plural = _("completed requests")
        default_permissions = ()  # not managed in the admin site

    def __str__(self) -> str:
        return f"{self.kind} ({self.digest[:12]}…)"
