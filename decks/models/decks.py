"""Models of decks and their tags."""

from __future__ import annotations

import uuid
from functools import cached_property
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from decks import campaign_hook
from rules.deck.circumstances import CAMPAIGN, CREATION, FREE, STANDALONE
from rules.rulebook.editions import DEFAULT

CODE_LENGTH = 64
"""Long enough for codes of other programs, which are kept even if the catalogue does not know them."""
NAME_LENGTH = 120
TAG_LENGTH = 40


class Visibility(models.TextChoices):
    PRIVATE = "private", _("private")
    UNLISTED = "unlisted", _("unlisted: anyone with the link")
    PUBLIC = "public", _("public")


class Mode(models.TextChoices):
    FREE = FREE, _("free building")
    CREATION = CREATION, _("new campaign")
    STANDALONE = STANDALONE, _("standalone scenario")
    CAMPAIGN = CAMPAIGN, _("ongoing campaign")


#: The decks in the public list.
LISTED = Q(visibility=Visibility.PUBLIC, deleted_at=None, hidden_at=None)


class Deck(models.Model):
    """A deck: what its versions have in common. Its cards are those of the working version."""

    public_id = models.UUIDField(_("id"), default=uuid.uuid4, unique=True, editable=False)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("owner"), on_delete=models.CASCADE, related_name="decks"
    )
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    investigator = models.CharField(_("investigator"), max_length=CODE_LENGTH, blank=True, default="")
    front = models.CharField(
        _("front"),
        max_length=CODE_LENGTH,
        blank=True,
        default="",
        help_text=_("Empty: the investigator's own."),
    )
    back = models.CharField(
        _("back"),
        max_length=CODE_LENGTH,
        blank=True,
        default="",
        help_text=_("Empty: the investigator's own."),
    )
    choices = models.JSONField(
        _("choices"),
        default=dict,
        blank=True,
        help_text=_("What the investigator offers: classes, option, size."),
    )
    taboo = models.CharField(_("taboo list"), max_length=3, blank=True, default="")
    edition = models.CharField(_("rules edition"), max_length=20, default=DEFAULT)
    environment = models.CharField(_("environment"), max_length=300, blank=True, default="")
    card_pool = models.JSONField(_("card pool"), default=list, blank=True)
    mode = models.CharField(_("purpose"), max_length=10, choices=Mode, default=Mode.FREE)
    visibility = models.CharField(
        _("visibility"), max_length=8, choices=Visibility, default=Visibility.PRIVATE
    )
    share_token = models.CharField(_("share link"), max_length=43, null=True, blank=True, unique=True)
    notes = models.TextField(_("notes"), blank=True, default="")
    folder = models.CharField(_("folder"), max_length=TAG_LENGTH * 2, blank=True, default="")
    archived = models.BooleanField(_("archived"), default=False)
    published_at = models.DateTimeField(_("published"), null=True, blank=True)
    likes = models.PositiveIntegerField(_("likes"), default=0)
    hidden_at = models.DateTimeField(
        _("hidden by operators"), null=True, blank=True, help_text=_("Only its owner sees it.")
    )
    built = models.BooleanField(
        _("built"),
        default=False,
        help_text=_("On the table: its cards are taken out of the collection."),
    )
    deleted_at = models.DateTimeField(_("deleted"), null=True, blank=True)
    working = models.ForeignKey(
        "decks.DeckVersion",
        verbose_name=_("working version"),
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
    )
    is_legal = models.BooleanField(_("legal"), null=True, blank=True)
    problems = models.PositiveSmallIntegerField(_("problems"), default=0)
    size = models.IntegerField(_("cards"), default=0)
    size_needed = models.IntegerField(_("cards needed"), default=0)
    experience = models.IntegerField(_("experience in the deck"), default=0)
    judged_with = models.CharField(_("judged with"), max_length=40, blank=True, default="")
    judged_at = models.DateTimeField(_("judged at"), null=True, blank=True)
    source = models.CharField(
        _("id elsewhere"),
        max_length=CODE_LENGTH,
        blank=True,
        default="",
        help_text=_("Where it was imported from."),
    )
    extras = models.JSONField(
        _("extras"),
        default=dict,
        blank=True,
        help_text=_("What an import held that Casebook has no use for."),
    )
    created = models.DateTimeField(_("created"), auto_now_add=True)
    changed = models.DateTimeField(_("changed"), auto_now=True)

    class Meta:
        verbose_name = _("deck")
        verbose_name_plural = _("decks")
        ordering = ["-changed", "-pk"]
        indexes = [
            models.Index(fields=["owner", "deleted_at", "archived", "-changed"], name="deck_by_owner"),
            models.Index(fields=["visibility", "deleted_at", "-changed"], name="deck_by_visibility"),
            *(
                models.Index(fields=fields, name=name, condition=LISTED)
                for name, fields in (
                    ("published_by_date", ["-published_at", "-id"]),
                    ("published_by_likes", ["-likes", "-published_at", "-id"]),
                    ("published_by_experience", ["-experience", "-published_at", "-id"]),
                    ("published_by_investigator", ["investigator", "-published_at", "-id"]),
                )
            ),
            models.Index(fields=["judged_with", "id"], name="deck_by_judgement"),
            models.Index(fields=["owner", "source"], name="deck_by_source"),
        ]
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="deck_has_a_name"),
            models.CheckConstraint(
                condition=Q(visibility__in=Visibility.values), name="deck_visibility_is_known"
            ),
            models.CheckConstraint(condition=Q(mode__in=Mode.values), name="deck_mode_is_known"),
            models.CheckConstraint(
                condition=Q(visibility=Visibility.PRIVATE, share_token__isnull=True)
                | ~Q(visibility=Visibility.PRIVATE),
                name="deck_private_has_no_link",
            ),
            models.CheckConstraint(
                condition=~Q(visibility=Visibility.UNLISTED) | Q(share_token__isnull=False),
                name="deck_unlisted_has_a_link",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @cached_property
    def seat(self) -> campaign_hook.DeckSeat | None:
        """The deck's seat in a campaign, looked up once for this object."""
        return campaign_hook.seats_of([self]).get(self.pk) if self.pk else None

    def refresh_from_db(self, *args: Any, **kwargs: Any) -> None:
        super().refresh_from_db(*args, **kwargs)
        self.__dict__.pop("seat", None)


class DeckTag(models.Model):
    deck = models.ForeignKey(Deck, verbose_name=_("deck"), on_delete=models.CASCADE, related_name="tags")
    name = models.CharField(_("tag"), max_length=TAG_LENGTH)

    class Meta:
        verbose_name = _("tag")
        verbose_name_plural = _("tags")
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(fields=["deck", "name"], name="tag_is_given_once"),
            models.CheckConstraint(condition=~Q(name=""), name="tag_has_a_name"),
        ]
        indexes = [models.Index(fields=["name"], name="tag_by_name")]

    def __str__(self) -> str:
        return self.name
