"""Chaos tokens outside the history: values that the group entered, and draws that were not recorded."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from campaigns.models.campaigns import ID_LENGTH, Campaign

TOKEN_LENGTH = 20


class TokenModifier(models.Model):
    """The modifier of a symbol in one scenario, as the group entered it."""

    campaign = models.ForeignKey(
        Campaign, verbose_name=_("campaign"), on_delete=models.CASCADE, related_name="token_modifiers"
    )
    scenario = models.CharField(
        _("scenario"),
        max_length=ID_LENGTH,
        blank=True,
        default="",
        help_text=_("Empty: before the first scenario."),
    )
    token = models.CharField(_("token"), max_length=TOKEN_LENGTH)
    modifier = models.SmallIntegerField(_("modifier"))

    class Meta:
        verbose_name = _("token modifier")
        verbose_name_plural = _("token modifiers")
        constraints = [
            models.UniqueConstraint(
                fields=["campaign", "scenario", "token"], name="token_modifier_once_per_scenario"
            )
        ]

    def __str__(self) -> str:
        return f"{self.token} {self.modifier:+d}"


class TokenDraw(models.Model):
    """Chaos tokens that the site drew for a test and returned to the bag. Only the latest are kept."""

    campaign = models.ForeignKey(
        Campaign, verbose_name=_("campaign"), on_delete=models.CASCADE, related_name="token_draws"
    )
    key = models.CharField(
        _("key"), max_length=64, help_text=_("The seed, and the request: sent twice, it draws once.")
    )
    scenario = models.CharField(_("scenario"), max_length=ID_LENGTH, blank=True, default="")
    tokens = models.JSONField(_("tokens"), help_text=_("In the order drawn."))
    total = models.CharField(_("total"), max_length=40)
    skill = models.PositiveSmallIntegerField(
        _("skill"), null=True, blank=True, help_text=_("The skill value of the test, if it was entered.")
    )
    difficulty = models.PositiveSmallIntegerField(_("difficulty"), null=True, blank=True)
    passed = models.BooleanField(
        _("passed"), null=True, blank=True, help_text=_("Whether the test was passed; empty without a test.")
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("by"),
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
    )
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("token draw")
        verbose_name_plural = _("token draws")
        ordering = ["campaign", "pk"]
        constraints = [models.UniqueConstraint(fields=["campaign", "key"], name="token_draw_is_made_once")]

    def __str__(self) -> str:
        return f"{self.campaign} · {', '.join(self.tokens)}"


class TokenTally(models.Model):
    """How often the site drew a token first, and how often it was to be expected, by the bag of each draw."""

    campaign = models.ForeignKey(
        Campaign, verbose_name=_("campaign"), on_delete=models.CASCADE, related_name="token_tallies"
    )
    token = models.CharField(_("token"), max_length=TOKEN_LENGTH)
    drawn = models.PositiveIntegerField(_("drawn"), default=0)
    expected = models.FloatField(_("expected"), default=0)

    class Meta:
        verbose_name = _("token tally")
        verbose_name_plural = _("token tallies")
        constraints = [models.UniqueConstraint(fields=["campaign", "token"], name="token_tally_once")]

    def __str__(self) -> str:
        return f"{self.token}: {self.drawn}"
