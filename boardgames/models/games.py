"""Games and their commands. Commands are numbered and never edited; undone ones are kept and flagged."""

from __future__ import annotations

import uuid
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

NAME_LENGTH = 120


class Game(models.Model):
    """One game at a table. Its state is the result of its commands that are not undone."""

    public_id = models.UUIDField(_("id"), default=uuid.uuid4, unique=True, editable=False)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("owner"), on_delete=models.CASCADE, related_name="games"
    )
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    edition = models.CharField(_("edition"), max_length=20)
    revision = models.PositiveIntegerField(
        _("revision"), default=0, help_text=_("Grows with every command, undo and redo.")
    )
    state = models.JSONField(_("state"), default=dict, blank=True)
    status = models.CharField(_("status"), max_length=10, blank=True, default="")
    subject = models.CharField(
        _("opponent"), max_length=80, blank=True, default="", help_text=_("The Ancient One or the scenario.")
    )
    players = models.PositiveSmallIntegerField(_("players"), default=0)
    score = models.SmallIntegerField(_("score"), null=True, blank=True)
    honours = models.JSONField(
        _("first citizens"), default=list, blank=True, help_text=_("Players with the most trophies.")
    )
    investigators = models.JSONField(_("investigators"), default=list, blank=True)
    branch_of = models.ForeignKey(
        "self",
        verbose_name=_("branch of"),
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="branches",
    )
    branched_at = models.PositiveIntegerField(_("branched at command"), null=True, blank=True)
    deleted_at = models.DateTimeField(_("deleted"), null=True, blank=True)
    created = models.DateTimeField(_("created"), auto_now_add=True)
    changed = models.DateTimeField(_("changed"), auto_now=True)

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        ordering = ["-changed", "-pk"]
        indexes = [models.Index(fields=["owner", "deleted_at", "-changed"], name="game_by_owner")]
        constraints = [models.CheckConstraint(condition=~Q(name=""), name="game_has_a_name")]

    #: The last value of `state` that was parsed, and the result; see boardgames.adapters.state_of.
    parsed: tuple[dict[str, Any], Any] | None = None

    def __str__(self) -> str:
        return self.name


class GameCommand(models.Model):
    """One recorded command of the rules, and the entries that it made."""

    game = models.ForeignKey(Game, verbose_name=_("game"), on_delete=models.CASCADE, related_name="commands")
    number = models.PositiveIntegerField(_("number"))
    chain = models.PositiveIntegerField(
        _("chain"), help_text=_("The number of the first of the commands that were recorded together.")
    )
    previous = models.PositiveIntegerField(
        _("previous command"), default=0, help_text=_("The number of the command that was the last before.")
    )
    kind = models.CharField(_("kind"), max_length=40)
    payload = models.JSONField(_("payload"))
    entries = models.JSONField(_("entries"), default=list)
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
    revision = models.PositiveIntegerField(
        _("revision"), default=0, help_text=_("The revision of the game in which this was done or undone.")
    )
    key = models.UUIDField(
        _("key"),
        null=True,
        blank=True,
        help_text=_("Names the request, so that sending it twice takes effect once."),
    )

    class Meta:
        verbose_name = _("command of a game")
        verbose_name_plural = _("commands of games")
        ordering = ["game", "number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="game_command_has_its_number"),
            models.UniqueConstraint(fields=["game", "key"], name="game_command_is_done_once"),
        ]

    def __str__(self) -> str:
        return f"{self.game} · {self.number} · {self.kind}"
