"""Imported campaigns, in addition to those that ship with Casebook."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from campaigns.models.campaigns import ID_LENGTH


class Guide(models.Model):
    """The facts of one campaign, in the format of docs/catalogue.md."""

    id = models.CharField(_("id"), primary_key=True, max_length=ID_LENGTH)
    title = models.CharField(_("title"), max_length=120)
    facts = models.JSONField(_("facts"))
    imported = models.DateTimeField(_("imported"), auto_now_add=True)
    changed = models.DateTimeField(_("changed"), auto_now=True)

    class Meta:
        verbose_name = _("imported campaign")
        verbose_name_plural = _("imported campaigns")
        ordering = ["id"]

    def __str__(self) -> str:
        return self.title
