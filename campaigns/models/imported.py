"""Campaigns that do not ship with Casebook: those of the operator, and the campaign files of users."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from campaigns.models.campaigns import ID_LENGTH
from decks.models import Visibility

OF_FILES = "file-"
"""The id of a guide that came with a campaign file begins so; the rest follows from its content."""


class Guide(models.Model):
    """The facts of one campaign, in the format of docs/catalogue.md.

    The operator's are `for_all` and can be changed. Those of campaign files are never changed: a changed file
    has another guide, and campaigns keep the one that they began with.
    """

    id = models.CharField(_("id"), primary_key=True, max_length=ID_LENGTH)
    title = models.CharField(_("title"), max_length=120)
    facts = models.JSONField(_("facts"))
    for_all = models.BooleanField(
        _("for all users"),
        default=True,
        db_default=True,
        help_text=_("No: it came with a campaign file of a user."),
    )
    imported = models.DateTimeField(_("imported"), auto_now_add=True)
    changed = models.DateTimeField(_("changed"), auto_now=True)

    class Meta:
        verbose_name = _("imported campaign")
        verbose_name_plural = _("imported campaigns")
        ordering = ["id"]

    def __str__(self) -> str:
        return self.title


class CampaignFile(models.Model):
    """A campaign that a user has described in a file, and shares or not."""

    public_id = models.UUIDField(_("id"), default=uuid.uuid4, unique=True, editable=False)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("owner"),
        on_delete=models.CASCADE,
        related_name="campaign_files",
    )
    guide = models.ForeignKey(
        Guide, verbose_name=_("content"), on_delete=models.PROTECT, related_name="files"
    )
    visibility = models.CharField(
        _("visibility"), max_length=8, choices=Visibility, default=Visibility.PRIVATE
    )
    created = models.DateTimeField(_("created"), auto_now_add=True)
    changed = models.DateTimeField(_("changed"), auto_now=True)

    class Meta:
        verbose_name = _("campaign file")
        verbose_name_plural = _("campaign files")
        ordering = ["-changed", "-pk"]
        indexes = [models.Index(fields=["visibility", "-changed"], name="file_by_visibility")]
        constraints = [
            models.UniqueConstraint(fields=["owner", "guide"], name="file_is_imported_once"),
            models.CheckConstraint(
                condition=models.Q(visibility__in=Visibility.values), name="file_visibility_is_known"
            ),
        ]

    def __str__(self) -> str:
        return self.guide.title
