"""Templates: Ancient Ones, investigators and scenarios from the players' own boxes, entered once."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Template(models.Model):
    """Facts of one Ancient One, investigator or scenario that a player has entered."""

    public_id = models.UUIDField(_("id"), default=uuid.uuid4, unique=True, editable=False)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("owner"),
        on_delete=models.CASCADE,
        related_name="game_templates",
    )
    edition = models.CharField(_("edition"), max_length=20)
    kind = models.CharField(_("kind"), max_length=20)
    name = models.CharField(_("name"), max_length=80)
    box = models.CharField(_("box"), max_length=80, blank=True, default="")
    owned = models.BooleanField(
        _("owned"), default=True, help_text=_("Whether the group has its box; others are not drawn.")
    )
    facts = models.JSONField(_("facts"), default=dict)
    shared = models.BooleanField(
        _("shared"), default=False, help_text=_("Whether anyone with the link can read and copy it.")
    )
    changed = models.DateTimeField(_("changed"), auto_now=True)

    class Meta:
        verbose_name = _("template")
        verbose_name_plural = _("templates")
        ordering = ["edition", "kind", "name", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["owner", "edition", "kind", "name"], name="template_has_its_own_name"
            ),
            models.CheckConstraint(condition=~Q(name=""), name="template_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name
