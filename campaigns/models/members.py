"""Members of a campaign with their roles and seats, and invitation links."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.members import AbstractInvitation, AbstractMember, Role
from campaigns.models.campaigns import ID_LENGTH, Campaign

#: Characters of the name that a guest gives; as long as the player's name of a seat.
MEMBER_NAME_LENGTH = 80


class Membership(AbstractMember):
    campaign = models.ForeignKey(
        Campaign, verbose_name=_("campaign"), on_delete=models.CASCADE, related_name="members"
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("user"), on_delete=models.CASCADE, related_name="memberships"
    )
    name = models.CharField(
        _("name"),
        max_length=MEMBER_NAME_LENGTH,
        blank=True,
        default="",
        help_text=_("The name that a guest gave in this campaign. Accounts have a name of their own."),
    )

    class Meta:
        verbose_name = _("member")
        verbose_name_plural = _("members")
        constraints = [
            models.UniqueConstraint(fields=["campaign", "user"], name="member_once_per_campaign"),
            models.CheckConstraint(condition=Q(role__in=Role.values), name="member_role_is_known"),
        ]


class TakenSeat(models.Model):
    """A seat that a member plays. It is not part of the history: undo does not change who sits where."""

    campaign = models.ForeignKey(
        Campaign, verbose_name=_("campaign"), on_delete=models.CASCADE, related_name="taken_seats"
    )
    seat = models.CharField(_("seat"), max_length=ID_LENGTH)
    member = models.ForeignKey(
        Membership, verbose_name=_("member"), on_delete=models.CASCADE, related_name="seats"
    )

    class Meta:
        verbose_name = _("taken seat")
        verbose_name_plural = _("taken seats")
        ordering = ["campaign", "seat"]
        constraints = [
            models.UniqueConstraint(fields=["campaign", "seat"], name="taken_seat_has_one_member"),
            models.CheckConstraint(condition=~Q(seat=""), name="taken_seat_has_a_seat"),
        ]

    def __str__(self) -> str:
        return f"{self.campaign} · {self.seat}"


class Invitation(AbstractInvitation):
    campaign = models.ForeignKey(
        Campaign, verbose_name=_("campaign"), on_delete=models.CASCADE, related_name="invitations"
    )

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        constraints = [
            models.UniqueConstraint(fields=["campaign", "role"], name="invitation_one_per_role"),
            models.CheckConstraint(
                condition=Q(role__in=[Role.PLAYER, Role.READER]), name="invitation_makes_no_owner"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.campaign} · {self.get_role_display()}"
