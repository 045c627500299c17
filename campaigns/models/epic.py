"""Epic Multiplayer: an event of several groups that play one scenario together, with shared counters."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from campaigns.models.campaigns import ID_LENGTH, NAME_LENGTH, Campaign

LABEL_LENGTH = 60


class EpicEvent(models.Model):
    """An event. Each group has a record of its own; the event has what all of them share."""

    public_id = models.UUIDField(_("id"), default=uuid.uuid4, unique=True, editable=False)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("owner"),
        on_delete=models.CASCADE,
        related_name="epic_events",
    )
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    facts = models.CharField(_("campaign"), max_length=ID_LENGTH)
    scenario = models.CharField(_("scenario"), max_length=ID_LENGTH)
    difficulty = models.CharField(_("difficulty"), max_length=20)
    token = models.CharField(
        pgettext_lazy("link", "token"), max_length=43, unique=True, help_text=_("Of the link for groups.")
    )
    revision = models.PositiveIntegerField(
        _("revision"), default=0, help_text=_("Grows with every change of a counter, group or result.")
    )
    result = models.CharField(_("result"), max_length=8, blank=True, default="")
    resolution = models.CharField(_("resolution"), max_length=ID_LENGTH, blank=True, default="")
    victory = models.PositiveSmallIntegerField(_("victory"), null=True, blank=True)
    created = models.DateTimeField(_("created"), auto_now_add=True)
    changed = models.DateTimeField(_("changed"), auto_now=True)

    class Meta:
        verbose_name = _("epic event")
        verbose_name_plural = _("epic events")
        ordering = ["-changed", "-pk"]
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="epic_event_has_a_name"),
            models.CheckConstraint(condition=Q(result__in=["", "won", "lost"]), name="epic_result_is_known"),
        ]

    def __str__(self) -> str:
        return self.name


class EpicGroup(models.Model):
    """A group of an event, and its record: a standalone game or a campaign."""

    event = models.ForeignKey(
        EpicEvent, verbose_name=_("event"), on_delete=models.CASCADE, related_name="groups"
    )
    name = models.CharField(_("name"), max_length=LABEL_LENGTH)
    campaign = models.OneToOneField(
        Campaign, verbose_name=_("record"), on_delete=models.CASCADE, related_name="epic_group"
    )

    class Meta:
        verbose_name = _("group of an event")
        verbose_name_plural = _("groups of events")
        ordering = ["event", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["event", "name"], name="epic_group_has_its_name"),
            models.CheckConstraint(condition=~Q(name=""), name="epic_group_has_a_name"),
        ]

    def __str__(self) -> str:
        return f"{self.event} · {self.name}"


class EpicCounter(models.Model):
    """A number that all groups share."""

    event = models.ForeignKey(
        EpicEvent, verbose_name=_("event"), on_delete=models.CASCADE, related_name="counters"
    )
    name = models.CharField(_("name"), max_length=LABEL_LENGTH)
    value = models.PositiveIntegerField(_("value"), default=0)
    fact = models.CharField(
        _("fact"),
        max_length=ID_LENGTH,
        blank=True,
        default="",
        help_text=_("The id of the counter in the facts of the scenario; empty for one of the organizer."),
    )

    class Meta:
        verbose_name = _("shared counter")
        verbose_name_plural = _("shared counters")
        ordering = ["event", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["event", "name"], name="epic_counter_has_its_name"),
            models.CheckConstraint(condition=~Q(name=""), name="epic_counter_has_a_name"),
        ]

    def __str__(self) -> str:
        return f"{self.name}: {self.value}"


class EpicPress(models.Model):
    """One change of a shared counter. Only the latest are kept."""

    counter = models.ForeignKey(
        EpicCounter, verbose_name=_("counter"), on_delete=models.CASCADE, related_name="presses"
    )
    key = models.UUIDField(_("key"), help_text=_("Names the request: sent twice, it counts once."))
    amount = models.SmallIntegerField(_("amount"))
    value = models.PositiveIntegerField(_("value"), help_text=_("Of the counter afterwards."))
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("by"),
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
    )
    at = models.DateTimeField(_("at"), auto_now_add=True)

    class Meta:
        verbose_name = _("change of a shared counter")
        verbose_name_plural = _("changes of shared counters")
        ordering = ["counter", "pk"]
        constraints = [models.UniqueConstraint(fields=["counter", "key"], name="epic_press_counts_once")]

    def __str__(self) -> str:
        return f"{self.counter.name} {self.amount:+d}"
