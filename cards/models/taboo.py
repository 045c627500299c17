"""Models of taboo lists and their entries."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from cards.models.cards import Card


class TabooList(models.Model):
    code = models.CharField(_("code"), primary_key=True, max_length=20)
    number = models.PositiveIntegerField(
        _("number"), unique=True, help_text=_("By which ArkhamDB's decks name it.")
    )
    date = models.DateField(_("date"))
    imported = models.BooleanField(
        _("imported"), default=False, help_text=_("Not part of the shipped catalogue.")
    )

    class Meta:
        verbose_name = _("taboo list")
        verbose_name_plural = _("taboo lists")
        ordering = ["-date"]

    def __str__(self) -> str:
        return str(self.date)


class TabooEntry(models.Model):
    """The changes that one list makes to one card."""

    taboo_list = models.ForeignKey(
        TabooList, verbose_name=_("taboo list"), on_delete=models.CASCADE, related_name="entries"
    )
    card = models.ForeignKey(
        Card, verbose_name=_("card"), on_delete=models.CASCADE, related_name="taboo_entries"
    )
    price = models.SmallIntegerField(_("added experience"), default=0)
    exceptional = models.BooleanField(_("exceptional"), null=True, blank=True)
    forbidden = models.BooleanField(_("forbidden"), default=False)
    limit = models.PositiveSmallIntegerField(_("limit"), null=True, blank=True)
    campaign_only = models.BooleanField(_("campaign mode only"), default=False)
    modified = models.BooleanField(_("means the modified reprint too"), default=False)
    reworded = models.BooleanField(_("reworded"), default=False)
    deck = models.JSONField(_("deck"), null=True, blank=True)
    options = models.JSONField(_("deck options"), null=True, blank=True)
    customizations = models.JSONField(_("customizations"), null=True, blank=True)
    text = models.TextField(_("text"), blank=True, default="")

    class Meta:
        verbose_name = _("taboo entry")
        verbose_name_plural = _("taboo entries")
        ordering = ["taboo_list", "card"]
        constraints = [
            models.UniqueConstraint(fields=["taboo_list", "card"], name="taboo_entry_is_one_for_each_card")
        ]

    def __str__(self) -> str:
        return f"{self.card} · {self.taboo_list}"
