"""Display names of the members of a campaign, with distinct names for guests."""

from __future__ import annotations

from functools import cached_property

from django.db.models import OuterRef, Q, Subquery
from django.utils.translation import gettext as _

from accounts.models import User
from campaigns.models import Campaign
from campaigns.text.steps import card_title
from rules.campaign import steps


class MemberNames:
    """The display names of one campaign. Only the names of guests need queries, which are made once."""

    def __init__(self, campaign: Campaign) -> None:
        self.campaign = campaign

    def name(self, user: User | None) -> str:
        if user is None:
            return ""
        return self._guests.get(user.pk, str(user)) if user.is_guest else str(user)

    @cached_property
    def _guests(self) -> dict[int, str]:
        """The names of guests: as they gave it, that of their first investigator, or a number."""
        here = Q(memberships__campaign=self.campaign) | Q(pk__in=self.campaign.steps.values("by"))
        given = self.campaign.members.filter(user=OuterRef("pk")).values("name")
        guests = User.objects.filter(here, is_guest=True).annotate(given=Subquery(given[:1]))
        found = list(guests.distinct().order_by("pk"))
        rows = self.campaign.steps.filter(kind=steps.SeatJoins.kind, undone=False, by__in=found)
        seats = {row.by_id: row.payload for row in rows.order_by("-number")}
        names = {}
        for number, guest in enumerate(found, 1):
            plain = str(guest)
            seat = seats.get(guest.pk)
            if guest.given:
                names[guest.pk] = guest.given
            elif seat and seat.get("player", plain) != plain:
                names[guest.pk] = seat["player"]
            elif seat:
                facts = {"guest": plain, "investigator": card_title(seat["investigator"])}
                names[guest.pk] = _("%(guest)s (%(investigator)s)") % facts
            elif len(found) > 1:
                names[guest.pk] = _("Guest %(n)d") % {"n": number}
        return names
