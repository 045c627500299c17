"""The entries that acts write, as typed rows in the order written. Together they make up the state.

The fields are those of the entries in `rules.campaign`. Entries that are never queried on their own are
stored in `BookEntry`.
"""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from campaigns.models.campaigns import ID_LENGTH, Act

CODE_LENGTH = 16


class Entry(models.Model):
    act = models.ForeignKey(
        Act, verbose_name=_("act"), on_delete=models.CASCADE, related_name="%(class)s_rows"
    )
    place = models.PositiveSmallIntegerField(_("place"), help_text=_("Where it stands among the act's rows."))

    class Meta:
        abstract = True
        ordering = ["act", "place"]

    def __str__(self) -> str:
        return f"{self.act} · {self.place}"


class ExperienceEntry(Entry):
    seat = models.CharField(_("seat"), max_length=ID_LENGTH)
    amount = models.IntegerField(_("amount"))
    reason = models.CharField(_("reason"), max_length=200)
    card = models.CharField(_("card"), max_length=CODE_LENGTH, blank=True, default="")
    earned = models.BooleanField(_("counts as earned"), default=False)
    shopping = models.BooleanField(_("part of the shopping"), default=False)

    class Meta(Entry.Meta):
        verbose_name = _("experience")
        verbose_name_plural = _("experience")


class TraumaEntry(Entry):
    seat = models.CharField(_("seat"), max_length=ID_LENGTH)
    physical = models.IntegerField(_("physical"))
    mental = models.IntegerField(_("mental"))
    reason = models.CharField(_("reason"), max_length=200)
    card = models.CharField(_("card"), max_length=CODE_LENGTH, blank=True, default="")
    shopping = models.BooleanField(_("part of the shopping"), default=False)

    class Meta(Entry.Meta):
        verbose_name = _("trauma")
        verbose_name_plural = _("trauma")


class ExileEntry(Entry):
    seat = models.CharField(_("seat"), max_length=ID_LENGTH)
    card = models.CharField(_("card"), max_length=CODE_LENGTH)
    copies = models.IntegerField(_("copies"))
    extra = models.IntegerField(_("of them from the second deck"), default=0)

    class Meta(Entry.Meta):
        verbose_name = _("exile")
        verbose_name_plural = _("exile")


class BearerEntry(Entry):
    seat = models.CharField(_("seat"), max_length=ID_LENGTH)
    card = models.CharField(_("card"), max_length=CODE_LENGTH)
    copies = models.IntegerField(_("copies"))
    granted = models.BooleanField(_("granted by the story"), default=False)

    class Meta(Entry.Meta):
        verbose_name = _("story card")
        verbose_name_plural = _("story cards")


class WeaknessDraw(Entry):
    """A basic weakness gained or removed, with the draw that proves it."""

    seat = models.CharField(_("seat"), max_length=ID_LENGTH)
    card = models.CharField(_("card"), max_length=CODE_LENGTH)
    copies = models.IntegerField(_("copies"))
    reason = models.CharField(_("reason"), max_length=200)
    draw = models.JSONField(_("draw"), null=True, blank=True)
    by_group = models.BooleanField(_("drawn by the group"), default=False)

    class Meta(Entry.Meta):
        verbose_name = _("weakness")
        verbose_name_plural = _("weaknesses")


class PurchaseEntry(Entry):
    seat = models.CharField(_("seat"), max_length=ID_LENGTH)
    purchase = models.JSONField(_("purchase"))

    class Meta(Entry.Meta):
        verbose_name = _("purchase")
        verbose_name_plural = _("purchases")


class LogEntry(Entry):
    note = models.CharField(_("note"), max_length=ID_LENGTH)
    section = models.CharField(_("section"), max_length=ID_LENGTH)
    text = models.TextField(_("text"), blank=True, default="")
    key = models.CharField(_("key"), max_length=200, blank=True, default="")
    number = models.IntegerField(_("number"), null=True, blank=True)
    seat = models.CharField(_("seat"), max_length=ID_LENGTH, blank=True, default="")

    class Meta(Entry.Meta):
        verbose_name = _("note")
        verbose_name_plural = _("notes")


class TokenChange(Entry):
    token = models.CharField(_("token"), max_length=20)
    by = models.IntegerField(_("by"))
    card = models.CharField(_("sealed on"), max_length=CODE_LENGTH, blank=True, default="")
    reason = models.CharField(_("reason"), max_length=200, blank=True, default="")

    class Meta(Entry.Meta):
        verbose_name = _("chaos token")
        verbose_name_plural = _("chaos tokens")


class DeckEntry(Entry):
    """The deck of a seat from this act on: a version of the player's own deck, if there is one."""

    seat = models.CharField(_("seat"), max_length=ID_LENGTH)
    deck = models.JSONField(_("deck"))
    reason = models.CharField(_("reason"), max_length=20)
    version = models.CharField(_("named by the act"), max_length=80, blank=True, default="")
    cause = models.CharField(_("cause"), max_length=200, blank=True, default="")
    row = models.ForeignKey(
        "decks.DeckVersion",
        verbose_name=_("version"),
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
    )

    class Meta(Entry.Meta):
        verbose_name = _("deck")
        verbose_name_plural = _("decks")


class BookEntry(Entry):
    """Any other entry, by the name of its kind."""

    kind = models.CharField(_("kind"), max_length=40)
    facts = models.JSONField(_("facts"))

    class Meta(Entry.Meta):
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
