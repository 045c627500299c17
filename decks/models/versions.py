"""Models of a deck's versions, the purchases made for them, and the edits that can be undone."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from decks.models.decks import CODE_LENGTH, Deck, Mode

#: Versions of one deck; the longest campaigns make some dozens.
LONGEST_HISTORY = 500


class Why(models.TextChoices):
    """The reason why a version was made."""

    CREATED = "created", _("created")
    IMPORTED = "imported", _("imported")
    CLONED = "cloned", _("copied from another deck")
    UPGRADED = "upgraded", _("upgraded")
    RESTORED = "restored", _("restored")
    CAMPAIGN = "campaign", _("changed by the campaign")


class DeckVersion(models.Model):
    """The cards of a deck at one time. Edits change the working version; an upgrade makes a new one."""

    deck = models.ForeignKey(Deck, verbose_name=_("deck"), on_delete=models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField(_("number"))
    previous = models.ForeignKey(
        "self",
        verbose_name=_("previous version"),
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="next_versions",
    )
    slots = models.JSONField(_("cards"), default=dict, blank=True)
    wish_list = models.JSONField(_("wish list"), default=dict, blank=True)
    second_deck = models.JSONField(_("second deck"), default=dict, blank=True)
    ignored = models.JSONField(_("copies outside the limits"), default=dict, blank=True)
    customizations = models.JSONField(
        _("customizations"),
        default=dict,
        blank=True,
        help_text=_("By card: lists of box, experience, choice."),
    )
    attachments = models.JSONField(
        _("attachments"), default=dict, blank=True, help_text=_("By card: the codes attached to it.")
    )
    annotations = models.JSONField(_("annotations"), default=dict, blank=True)
    why = models.CharField(_("why"), max_length=10, choices=Why, default=Why.CREATED)
    remark = models.CharField(_("remark"), max_length=200, blank=True, default="")
    experience_earned = models.IntegerField(
        _("experience earned"), default=0, help_text=_("Since the previous version.")
    )
    experience_available = models.IntegerField(
        _("experience available"),
        default=0,
        help_text=_("To spend on this version, with what was left over."),
    )
    cost = models.IntegerField(_("experience spent"), default=0)
    outcome = models.JSONField(
        _("outcome"), default=dict, blank=True, help_text=_("What the last scenario did to the deck.")
    )
    mode_before = models.CharField(
        _("purpose before"),
        max_length=10,
        choices=Mode,
        blank=True,
        default="",
        help_text=_("The deck's purpose before this upgrade, which cancelling restores."),
    )
    campaign_version = models.ForeignKey(
        "self",
        verbose_name=_("version in the campaign"),
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        help_text=_("The version that a campaign recorded and that this upgrade continues."),
    )
    upgrade_after = models.PositiveIntegerField(
        _("upgrade after step"),
        null=True,
        blank=True,
        help_text=_("The step of a campaign that ended the scenario before it; 0 before the first."),
    )
    is_open = models.BooleanField(
        _("being upgraded"), default=False, help_text=_("Purchases can still be made.")
    )
    revision = models.PositiveIntegerField(_("revision"), default=0, help_text=_("Grows with every edit."))
    created = models.DateTimeField(_("created"), auto_now_add=True)
    changed = models.DateTimeField(_("changed"), auto_now=True)

    class Meta:
        verbose_name = _("version")
        verbose_name_plural = _("versions")
        ordering = ["deck", "number"]
        constraints = [
            models.UniqueConstraint(fields=["deck", "number"], name="version_has_its_number"),
            models.CheckConstraint(condition=Q(number__gte=1), name="version_numbers_begin_at_one"),
            models.CheckConstraint(condition=Q(why__in=Why.values), name="version_why_is_known"),
            models.CheckConstraint(
                condition=Q(mode_before__in=["", *Mode.values]), name="version_mode_before_is_known"
            ),
            models.UniqueConstraint(
                fields=["deck"], condition=Q(is_open=True), name="version_only_one_is_being_upgraded"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.deck} · {self.number}"

    @property
    def reference(self) -> str:
        """The deck and the number, by which campaigns refer to a version."""
        return f"{self.deck.public_id}/{self.number}"

    @property
    def experience_left(self) -> int:
        return self.experience_available - self.cost


class Purchase(models.Model):
    """One copy bought, upgraded or swapped, or boxes marked on a sheet, with the price and its reasons."""

    version = models.ForeignKey(
        DeckVersion, verbose_name=_("version"), on_delete=models.CASCADE, related_name="purchases"
    )
    position = models.PositiveSmallIntegerField(_("position"))
    way = models.CharField(_("way"), max_length=20)
    card = models.CharField(_("bought"), max_length=CODE_LENGTH)
    replaces = models.CharField(_("replaced"), max_length=CODE_LENGTH, blank=True, default="")
    place = models.CharField(_("place"), max_length=10, default="deck")
    price = models.SmallIntegerField(_("price"))
    reasons = models.JSONField(_("reasons"), default=list, blank=True)
    boxes = models.JSONField(_("boxes marked"), default=list, blank=True)
    lot = models.JSONField(
        _("draw"),
        default=dict,
        blank=True,
        help_text=_("Where chance chose the card: seed, options, result."),
    )
    removal_reason = models.CharField(_("why it was removed"), max_length=CODE_LENGTH, blank=True, default="")
    created = models.DateTimeField(_("created"), auto_now_add=True)

    class Meta:
        verbose_name = _("purchase")
        verbose_name_plural = _("purchases")
        ordering = ["version", "position"]
        constraints = [
            models.UniqueConstraint(fields=["version", "position"], name="purchase_has_its_place"),
            models.CheckConstraint(condition=Q(price__gte=0), name="purchase_is_never_paid_back"),
        ]

    def __str__(self) -> str:
        return f"{self.card} ({self.price})"


class Edit(models.Model):
    """One change of a working version, as a patch forward and a patch back."""

    version = models.ForeignKey(
        DeckVersion, verbose_name=_("version"), on_delete=models.CASCADE, related_name="edits"
    )
    number = models.PositiveIntegerField(_("number"))
    kind = models.CharField(_("kind"), max_length=20)
    facts = models.JSONField(_("facts"), default=dict, blank=True, help_text=_("What to call it."))
    forward = models.JSONField(_("forward"), default=dict)
    backward = models.JSONField(_("backward"), default=dict)
    undone = models.BooleanField(_("undone"), default=False)
    key = models.CharField(
        _("key"),
        max_length=64,
        blank=True,
        default="",
        help_text=_("Names the request, so that one sent twice is done once."),
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("by"),
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
    )
    created = models.DateTimeField(_("created"), auto_now_add=True)

    class Meta:
        verbose_name = _("edit")
        verbose_name_plural = _("edits")
        ordering = ["version", "number"]
        constraints = [
            models.UniqueConstraint(fields=["version", "number"], name="edit_has_its_number"),
            models.UniqueConstraint(
                fields=["version", "key"], condition=~Q(key=""), name="edit_is_made_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} #{self.number}"
