"""Models of published decks: the cards by which they are found, likes, reports, and parties."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from decks.models.decks import CODE_LENGTH, NAME_LENGTH, Deck

REASON_LENGTH = 1000


class PublishedCard(models.Model):
    """A card of a published deck, by its own code, so that decks can be found by their cards."""

    deck = models.ForeignKey(Deck, verbose_name=_("deck"), on_delete=models.CASCADE, related_name="+")
    card = models.CharField(_("card"), max_length=CODE_LENGTH)
    copies = models.PositiveSmallIntegerField(_("copies"))

    class Meta:
        verbose_name = _("card of a published deck")
        verbose_name_plural = _("cards of published decks")
        ordering = ["deck", "card"]
        constraints = [models.UniqueConstraint(fields=["deck", "card"], name="published_card_is_listed_once")]
        indexes = [models.Index(fields=["card", "deck"], name="published_by_card")]

    def __str__(self) -> str:
        return f"{self.card} × {self.copies}"


class Like(models.Model):
    deck = models.ForeignKey(Deck, verbose_name=_("deck"), on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("user"), on_delete=models.CASCADE, related_name="+"
    )
    created = models.DateTimeField(_("created"), auto_now_add=True)

    class Meta:
        verbose_name = _("like")
        verbose_name_plural = _("likes")
        ordering = ["-created"]
        constraints = [models.UniqueConstraint(fields=["deck", "user"], name="like_is_given_once")]

    def __str__(self) -> str:
        return f"{self.user}: {self.deck}"


class Report(models.Model):
    """A complaint about a published deck, which operators read."""

    deck = models.ForeignKey(Deck, verbose_name=_("deck"), on_delete=models.CASCADE, related_name="reports")
    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("reporter"),
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
    )
    reason = models.CharField(_("reason"), max_length=REASON_LENGTH)
    created = models.DateTimeField(_("created"), auto_now_add=True)
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        ordering = ["closed_at", "-created"]
        constraints = [
            models.UniqueConstraint(
                fields=["deck", "reporter"],
                condition=Q(closed_at=None, reporter__isnull=False),
                name="report_is_open_once",
            )
        ]

    def __str__(self) -> str:
        return self.reason[:60]


class PublishedParty(models.Model):
    """Decks that their owner published together, as they are played."""

    public_id = models.UUIDField(_("id"), default=uuid.uuid4, unique=True, editable=False)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("owner"), on_delete=models.CASCADE, related_name="+"
    )
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    notes = models.TextField(_("notes"), blank=True, default="")
    decks = models.ManyToManyField(Deck, verbose_name=_("decks"), related_name="parties")
    hidden_at = models.DateTimeField(_("hidden by operators"), null=True, blank=True)
    created = models.DateTimeField(_("created"), auto_now_add=True)

    class Meta:
        verbose_name = _("published party")
        verbose_name_plural = _("published parties")
        ordering = ["-created", "-pk"]
        constraints = [models.CheckConstraint(condition=~Q(name=""), name="party_has_a_name")]
        indexes = [
            models.Index(fields=["-created", "-id"], name="party_by_date", condition=Q(hidden_at=None))
        ]

    def __str__(self) -> str:
        return self.name
