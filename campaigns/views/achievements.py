"""The achievements of a campaign, to be ticked or counted."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from campaigns.errors import BadStep
from campaigns.insight.achievements import achievements
from campaigns.services.members import check_may_record
from campaigns.views.base import READER, Visit, do, done, for_members, show
from rules.campaign import steps
from rules.campaign.logbook import ACHIEVEMENTS


@for_members(READER)
def campaign_achievements(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The list; a press ticks, clears or counts one. They can be ticked after the campaign has ended, too."""
    listed = achievements(visit.state.campaign, visit.state.counts)
    if request.method == "POST":
        check_may_record(visit.role)
        what, _bar, id = request.POST.get("change", "").partition("|")
        found = next((each for each in listed if each.id == id), None)
        if found is None or what not in ("tick", "clear", "more", "less"):
            raise BadStep(_("Something went wrong. Reload the page and try again."))
        if what == "more" and found.is_done:
            most = {"title": found.title, "most": found.most}
            raise BadStep(_("%(title)s: all %(most)d are counted.") % most)
        by = {"more": 1, "less": -1}.get(what)
        kind = what if by is None else "count"
        change = steps.LogChange(do=kind, section=ACHIEVEMENTS, key=id, number=by)
        do(request, visit, steps.LogWritten(changes=(change,)))
        return done(request, visit, _("Recorded."), "campaign-achievements")
    number = sum(each.is_done for each in listed)
    return show(request, visit, "achievements", achievements=listed, number=number)
