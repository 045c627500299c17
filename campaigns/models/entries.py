"""The entries that steps write, in the order written. Together they make up the state."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from campaigns.models.campaigns import ID_LENGTH, Step


class Entry(models.Model):
    """One change that a step recorded: experience, trauma, a card, a token, a note, a deck …

    `kind` and `facts` are an entry of `rules.campaign.entries`, which campaigns.adapters reads and writes.
    """

    step = models.ForeignKey(
        Step, verbose_name=_("step"), on_delete=models.CASCADE, related_name="entries", db_index=False
    )
    position = models.PositiveSmallIntegerField(
        _("position"), help_text=_("Its position among the entries of the step, from 0.")
    )
    kind = models.CharField(_("kind"), max_length=40)
    seat = models.CharField(
        _("seat"),
        max_length=ID_LENGTH,
        blank=True,
        default="",
        help_text=_("Empty: it concerns the whole group."),
    )
    facts = models.JSONField(_("facts"), default=dict, blank=True, help_text=_("Everything but the seat."))
    deck_version = models.ForeignKey(
        "decks.DeckVersion",
        verbose_name=_("deck version"),
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        help_text=_("The version of the player's own deck that holds a recorded deck."),
    )

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        ordering = ["step", "position"]
        indexes = [models.Index(fields=["step", "kind"], name="entry_by_step_and_kind")]
        constraints = [
            models.UniqueConstraint(fields=["step", "position"], name="entry_has_its_position"),
            models.CheckConstraint(condition=~Q(kind=""), name="entry_has_a_kind"),
            models.CheckConstraint(
                condition=Q(deck_version=None) | Q(kind="deck"), name="entry_only_decks_have_versions"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.step} · {self.position}"
