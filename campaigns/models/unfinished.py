"""Work in a campaign that is not recorded yet: the after-scenario form, new decks, draws in progress."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from campaigns.models.campaigns import ID_LENGTH, Campaign


class ScenarioDraft(models.Model):
    """The partly filled after-scenario form of a campaign, which all members share."""

    campaign = models.OneToOneField(
        Campaign, verbose_name=_("campaign"), on_delete=models.CASCADE, related_name="scenario_draft"
    )
    scenarios_before = models.PositiveSmallIntegerField(
        _("scenarios before"), help_text=_("With the scenario, this identifies the game that was played.")
    )
    scenario = models.CharField(_("scenario"), max_length=ID_LENGTH)
    answers = models.JSONField(
        _("answers"), default=dict, blank=True, help_text=_("By form field: the values entered.")
    )
    revision = models.PositiveIntegerField(
        _("revision"), default=1, help_text=_("Grows whenever a member saves the form.")
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("by"),
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
    )
    changed = models.DateTimeField(_("changed"), auto_now=True)

    class Meta:
        verbose_name = _("scenario draft")
        verbose_name_plural = _("scenario drafts")

    def __str__(self) -> str:
        return f"{self.campaign} · {self.scenario}"


class ForSeat(models.Model):
    """Something in progress for one seat; a seat has at most one of its kind."""

    campaign = models.ForeignKey(
        Campaign, verbose_name=_("campaign"), on_delete=models.CASCADE, related_name="%(class)ss"
    )
    seat = models.CharField(_("seat"), max_length=ID_LENGTH)
    changed = models.DateTimeField(_("changed"), auto_now=True)

    class Meta:
        abstract = True
        constraints = [
            models.UniqueConstraint(fields=["campaign", "seat"], name="%(class)s_one_per_seat"),
            models.CheckConstraint(condition=~Q(seat=""), name="%(class)s_has_a_seat"),
        ]

    def __str__(self) -> str:
        return f"{self.campaign} · {self.seat}"


class NewDeck(ForSeat):
    """A deck that is being built for a seat and is not part of any step yet."""

    deck = models.ForeignKey("decks.Deck", verbose_name=_("deck"), on_delete=models.CASCADE, related_name="+")

    class Meta(ForSeat.Meta):
        verbose_name = _("new deck")
        verbose_name_plural = _("new decks")


class RandomDeck(ForSeat):
    """A deck drawn at random whose player has not yet chosen the kinds of trauma that it costs."""

    seed = models.CharField(_("seed"), max_length=200)
    like = models.ForeignKey(
        "decks.Deck",
        verbose_name=_("choices of"),
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        help_text=_("The deck whose choices and own cards it has."),
    )
    trauma = models.PositiveSmallIntegerField(_("trauma"))
    cards = models.JSONField(_("cards"), default=list, help_text=_("The cards that cost the trauma."))

    class Meta(ForSeat.Meta):
        verbose_name = _("random deck")
        verbose_name_plural = _("random decks")


class WeaknessDraft(ForSeat):
    """Three basic weaknesses that were drawn, of which the player returns one (Boon of the Morrígan)."""

    seed = models.CharField(_("seed"), max_length=200)
    pool = models.JSONField(_("pool"), help_text=_("Copies by card, from which they were drawn."))
    drafted = models.JSONField(_("drafted"), help_text=_("The codes of the three cards."))

    class Meta(ForSeat.Meta):
        verbose_name = _("weakness draft")
        verbose_name_plural = _("weakness drafts")
