"""The table itself: members and links, settings, export, the party's cards, and what comes after the end."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext as _

from accounts.errors import Refusal
from accounts.limits import costly
from accounts.models import User
from campaigns import glance, naming, selectors
from campaigns.errors import BadAct
from campaigns.forms.starting import StartForm
from campaigns.law import campaign_facts
from campaigns.models import Campaign, Role
from campaigns.party_cards import party_cards
from campaigns.reminding import reminders_at
from campaigns.services import halves, starting
from campaigns.services import table as seating
from campaigns.services.record import delete_campaign
from campaigns.views.base import READER, Table, at_table, do, done, sent, show
from cards import collections
from decks.forms.settings import KINDS, chosen_environment
from rules.campaign import CampaignState, acts
from rules.campaign.facts import SIDE
from rules.campaign.state import ACTIVE, LEFT, HouseRules
from rules.editions import EPIC
from rules.rulebook import RULEBOOK
from rules.rulebook.coverage.reminder import TRANSFER


@at_table(READER)
def campaign_settings(request: HttpRequest, table: Table) -> HttpResponse:
    """Who sits here, in which role; name, collection, taboo list; leaving and deleting."""
    if request.method == "POST":
        return _keep(request, table)
    campaign = table.campaign
    shelves = collections.collections_visible_to(table.user)
    links = {
        row.role: request.build_absolute_uri(reverse("campaign-join", args=[row.token]))
        for row in campaign.invitations.all()
    }
    others = selectors.campaigns_visible_to(table.user).exclude(pk=campaign.pk)
    context: dict[str, Any] = {
        "members": list(campaign.members.select_related("user").order_by("joined")),
        "links": [(role, label, links.get(role, "")) for role, label in Role.choices if role != Role.OWNER],
        "shelves": shelves if table.may_keep else [],
        "taboos": sorted(table.law.catalogue.taboo_lists.values(), key=lambda each: each.code, reverse=True),
        "linkable": others.filter(facts=halves.other_half_of(campaign.facts) or "-"),
        "linked": table.state.link,
        "difficulties": [(id, words) for id, words in naming.DIFFICULTIES.items() if id in _bags(table)],
        "environments": KINDS[1:] if table.state.environment else KINDS,
        "waived": " ".join(sorted(table.state.house.waived)),
        "branches": list(campaign.branches.filter(deleted_at=None, members__user=table.user)),
    }
    return show(request, table, "settings", **context)


def _bags(table: Table) -> Iterable[str]:
    """Difficulties at which the campaign can be played."""
    return campaign_facts().get(table.state.campaign, {}).get("bags", {}) or naming.DIFFICULTIES


def _keep(request: HttpRequest, table: Table) -> HttpResponse:
    given, campaign = request.POST, table.campaign
    what = given.get("do", "")
    if what == "leave":
        seating.leave(campaign, user=table.user)
        messages.success(request, _("You have left the table."))
        return redirect("campaign-list")
    if what == "settings":
        seating.check_may_act(table.role)
        _settings(request, table)
        return done(request, table, _("The settings are changed."), "campaign-settings")
    seating.check_may_keep(table.role)
    role = given.get("role", "")
    if what in ("invite", "withdraw", "renew"):
        if role not in (Role.PLAYER, Role.READER):
            raise BadAct(_("As what shall they join?"))
        if what != "invite":
            seating.withdraw(campaign, role=role)
        if what != "withdraw":
            seating.invite(campaign, role=role)
        return redirect(reverse("campaign-settings", args=[campaign.public_id]) + "#share")
    if what == "delete":
        delete_campaign(campaign)
        messages.success(
            request, _("%(name)s is deleted. It can be brought back from the list.") % {"name": campaign.name}
        )
        return redirect("campaign-list")
    member = campaign.members.select_related("user").filter(pk=number_of_row(given.get("member", ""))).first()
    if member is None:
        raise BadAct(_("This form is broken. Reload the page and try again."))
    if what == "hand-over":
        seating.hand_over(campaign, to=member.user)
    elif what == "remove":
        seating.remove(campaign, user=member.user)
        return done(
            request,
            table,
            _("They are no longer at the table. Links that were out lead nowhere now; make new ones."),
            "campaign-settings",
        )
    elif what == "role":
        seating.change_role(campaign, user=member.user, role=role)
    else:
        raise BadAct(_("This form is broken. Reload the page and try again."))
    return done(request, table, _("It is changed."), "campaign-settings")


def number_of_row(text: str) -> int:
    """A row's number as a form sends it; 0, which no row has, for anything else."""
    return int(text) if re.fullmatch(r"[0-9]{1,18}", text) else 0


@transaction.atomic
def _settings(request: HttpRequest, table: Table) -> None:
    """What is part of the record is an act; the collection is the table's own affair."""
    given, state, campaign = request.POST, table.state, table.campaign
    title, taboo = given.get("name", "").strip()[:120], given.get("taboo", state.taboo)
    link = given.get("link", state.link)
    if taboo and taboo not in table.law.catalogue.taboo_lists:
        raise BadAct(_("There is no such taboo list."))
    changes: dict[str, Any] = {}
    if title and title != campaign.name:
        changes["title"] = title
    if taboo != state.taboo:
        changes["taboo"] = taboo
    difficulty = given.get("difficulty", state.difficulty)
    if difficulty != state.difficulty:
        changes["difficulty"] = difficulty
    kind = given.get("environment", "")
    if kind in dict(KINDS) and kind and kind != (state.environment.choice if state.environment else ""):
        changes["environment"] = chosen_environment(kind)
    house = _house(given, state) if "waived" in given else state.house
    if house != state.house:
        changes["house"] = house
    if changes:
        do(request, table, acts.SettingsChanged(**changes))
    if link != state.link:
        halves.join(
            campaign, _half(table, link), by=table.user, follows=None if changes else sent(request).follows
        )
    if table.may_keep and "collection" in given:
        chosen = given.get("collection", "")
        shelf = collections.collections_visible_to(table.user).filter(pk=number_of_row(chosen)).first()
        if chosen and shelf is None:
            raise BadAct(_("You have no such collection."))
        seating.choose_collection(campaign, shelf)


def _house(given: QueryDict, state: CampaignState) -> HouseRules:
    """Rules that are set aside for good, by their ids."""
    ids = frozenset(given.get("waived", "").replace(",", " ").split()[:100])
    unknown = sorted(id for id in ids if id not in RULEBOOK)
    if unknown:
        raise BadAct(_("The rulebook has no rule “%(id)s”.") % {"id": unknown[0][:60]})
    return replace(state.house, waived=ids)


def _half(table: Table, link: str) -> Campaign | None:
    """The campaign that is to be the other half."""
    wanted = halves.other_half_of(table.campaign.facts)
    for row in selectors.campaigns_visible_to(table.user).filter(facts=wanted) if wanted and link else ():
        if str(row.public_id) == link:
            return row
    if link:
        raise BadAct(_("You have no such campaign."))
    return None


@at_table(READER, "GET", "HEAD")
def campaign_export(request: HttpRequest, table: Table) -> HttpResponse:
    answer = JsonResponse(
        starting.export_campaign(table.campaign), json_dumps_params={"ensure_ascii": False, "indent": 1}
    )
    name = slugify(table.campaign.name) or "campaign"
    answer["Content-Disposition"] = f'attachment; filename="{name}.json"'
    return answer


@at_table(READER, "GET", "HEAD")
def campaign_shelf(request: HttpRequest, table: Table) -> HttpResponse:
    """All decks of the party against the shared boxes: conflicts card by card, and what to pull."""
    return show(request, table, "shelf", cards=party_cards(table.campaign, table.state, table.law))


@costly("bulk")
@at_table()
def campaign_transfer(request: HttpRequest, table: Table) -> HttpResponse:
    """Survivors go on to a new campaign, with what the edition lets them keep."""
    state = table.state
    facts_id = request.POST.get("facts") or request.GET.get("facts", "")
    facts = campaign_facts().get(facts_id)
    user = request.user if isinstance(request.user, User) else None
    refusal: Refusal | None = None
    form: StartForm | None = None
    chosen = request.POST.getlist("seat")
    if facts is not None:
        initial = {"difficulty": state.difficulty, "edition": state.edition, "taboo": state.taboo}
        form = StartForm(
            request.POST if request.method == "POST" else None, initial=initial, facts=facts, user=user
        )
        if request.method == "POST" and form.is_valid():
            fields = form.start()
            try:
                begun = starting.transfer_to_new_campaign(
                    table.campaign, seats=chosen, start=fields, owner=table.user, edition=fields["edition"]
                )
            except Refusal as error:
                refusal = error
            else:
                return redirect("campaign-detail", begun.campaign.public_id)
    survivors = [seat for seat in state.seats.values() if seat.status in (ACTIVE, LEFT)]
    context: dict[str, Any] = {
        "form": form,
        "facts_id": facts_id,
        "choices": [
            (id, naming.in_language(row))
            for id, row in sorted(campaign_facts().items(), key=lambda each: naming.by_release(each[1]))
            if row["kind"] == "campaign" and id != SIDE
        ],
        "survivors": [
            (glance.glance(state, seat, table.law), not chosen or seat.id in chosen) for seat in survivors
        ],
        "epic": _is_epic(table, form),
        "reminders": reminders_at(state, table.law, TRANSFER),
    }
    return show(request, table, "transfer", refusal, **context)


def _is_epic(table: Table, form: StartForm | None) -> bool:
    wanted = (form["edition"].value() if form else "") or table.state.edition
    edition = table.law.edition(wanted)
    return bool(edition and edition.switches.transfer == EPIC)
