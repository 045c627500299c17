"""Members of a game, and the links with which they join."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.members import AbstractInvitation, AbstractMember, Role
from boardgames.models.games import Game


class GameMember(AbstractMember):
    game = models.ForeignKey(Game, verbose_name=_("game"), on_delete=models.CASCADE, related_name="members")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("user"),
        on_delete=models.CASCADE,
        related_name="games_joined",
    )

    class Meta:
        verbose_name = _("member of a game")
        verbose_name_plural = _("members of games")
        constraints = [
            models.UniqueConstraint(fields=["game", "user"], name="game_member_once"),
            models.CheckConstraint(condition=Q(role__in=Role.values), name="game_member_role_is_known"),
        ]


class GameInvitation(AbstractInvitation):
    game = models.ForeignKey(
        Game, verbose_name=_("game"), on_delete=models.CASCADE, related_name="invitations"
    )

    class Meta:
        verbose_name = _("invitation to a game")
        verbose_name_plural = _("invitations to games")
        constraints = [
            models.UniqueConstraint(fields=["game", "role"], name="game_invitation_one_per_role"),
            models.CheckConstraint(
                condition=Q(role__in=[Role.PLAYER, Role.READER]), name="game_invitation_makes_no_owner"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game} · {self.get_role_display()}"
