"""Who is a player here?"""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Theme(models.TextChoices):
    SYSTEM = "system", _("System")
    LIGHT = "light", _("Paper")
    DARK = "dark", _("Ink")


class User(AbstractUser):
    """A player, or a guest who has saved something and not yet signed up."""

    is_guest = models.BooleanField(_("guest"), default=False)
    language = models.CharField(_("language"), max_length=10, blank=True, default="")
    theme = models.CharField(_("display"), max_length=6, choices=Theme, default=Theme.SYSTEM)
    last_seen = models.DateField(_("last seen"), default=timezone.localdate)

    class Meta(AbstractUser.Meta):
        constraints = [
            models.UniqueConstraint(
                Lower("username"),
                name="user_name_is_unique_in_any_case",
                violation_error_message=_("Somebody else has this name already."),
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
