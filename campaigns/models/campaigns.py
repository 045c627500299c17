"""Campaigns and their steps. Steps are numbered and never edited; undone steps are kept and flagged."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import models
from django.db.models import Q, Value
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from rules.campaign import CampaignState

NAME_LENGTH = 120
ID_LENGTH = 64


class Campaign(models.Model):
    """A campaign or a standalone game. Its state is the result of its steps that are not undone."""

    public_id = models.UUIDField(_("id"), default=uuid.uuid4, unique=True, editable=False)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("owner"), on_delete=models.CASCADE, related_name="campaigns"
    )
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    facts = models.CharField(
        _("campaign"),
        max_length=ID_LENGTH,
        blank=True,
        default="",
        db_index=True,
        help_text=_("Empty: the group's own."),
    )
    collection = models.ForeignKey(
        "cards.Collection",
        verbose_name=_("shared collection"),
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
    )
    branch_of = models.ForeignKey(
        "self",
        verbose_name=_("branch of"),
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="branches",
    )
    branched_at = models.PositiveIntegerField(_("branched at step"), null=True, blank=True)
    revision = models.PositiveIntegerField(
        _("revision"), default=0, help_text=_("Grows with every step, undo and redo.")
    )
    state = models.JSONField(
        _("state"), default=dict, blank=True, help_text=_("What the steps add up to; worked out from them.")
    )
    #: What lists show of the state; see campaigns.outlines.
    outline = models.JSONField(
        default=dict, db_default=Value({}, models.JSONField()), blank=True, editable=False
    )
    deleted_at = models.DateTimeField(_("deleted"), null=True, blank=True)
    created = models.DateTimeField(_("created"), auto_now_add=True)
    changed = models.DateTimeField(_("changed"), auto_now=True)

    class Meta:
        verbose_name = _("campaign")
        verbose_name_plural = _("campaigns")
        ordering = ["-changed", "-pk"]
        indexes = [models.Index(fields=["owner", "deleted_at", "-changed"], name="campaign_by_owner")]
        constraints = [models.CheckConstraint(condition=~Q(name=""), name="campaign_has_a_name")]

    #: The last value of `state` that was parsed, and the result; see campaigns.selectors.state_of.
    parsed: tuple[dict[str, Any], CampaignState] | None = None

    def __str__(self) -> str:
        return self.name


class Step(models.Model):
    """One recorded action of the players; `payload` is the step of `rules.campaign` as plain JSON."""

    campaign = models.ForeignKey(
        Campaign, verbose_name=_("campaign"), on_delete=models.CASCADE, related_name="steps"
    )
    number = models.PositiveIntegerField(_("number"))
    kind = models.CharField(_("kind"), max_length=40)
    payload = models.JSONField(_("payload"))
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("by"),
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
    )
    at = models.DateTimeField(_("at"), auto_now_add=True)
    undone = models.BooleanField(_("undone"), default=False)
    previous = models.PositiveIntegerField(
        _("previous step"), default=0, help_text=_("The number of the step that was the last one before.")
    )
    revision = models.PositiveIntegerField(
        _("revision"),
        default=0,
        help_text=_("The revision of the campaign in which this was last done or undone."),
    )
    key = models.UUIDField(
        _("key"),
        null=True,
        blank=True,
        help_text=_("Names the request, so that sending it twice takes effect once."),
    )
    imported = models.BooleanField(
        _("imported"), default=False, help_text=_("It came with an import: this site did not see it happen.")
    )

    class Meta:
        verbose_name = _("step")
        verbose_name_plural = _("steps")
        ordering = ["campaign", "number"]
        constraints = [
            models.UniqueConstraint(fields=["campaign", "number"], name="step_has_its_number"),
            models.UniqueConstraint(fields=["campaign", "key"], name="step_is_done_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="step_numbers_begin_at_one"),
        ]

    def __str__(self) -> str:
        return f"{self.campaign} · {self.number} · {self.kind}"


class SavedState(models.Model):
    """The state after one of the steps, from which undo replays the steps that follow.

    It is deleted when that step, or one before it, is undone.
    """

    campaign = models.ForeignKey(
        Campaign, verbose_name=_("campaign"), on_delete=models.CASCADE, related_name="saved_states"
    )
    number = models.PositiveIntegerField(_("number"), help_text=_("The number of the last step it contains."))
    state = models.JSONField(_("state"))

    class Meta:
        verbose_name = _("saved state")
        verbose_name_plural = _("saved states")
        constraints = [
            models.UniqueConstraint(fields=["campaign", "number"], name="one_saved_state_after_each_step")
        ]

    def __str__(self) -> str:
        return f"{self.campaign_id}: {self.number}"
