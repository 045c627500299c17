"""Management of a campaign: members and links, settings, export, party cards, and transfer."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext as _

from accounts import idempotency
from accounts.limits import costly
from accounts.members import Role
from accounts.models import User
from campaigns import selectors
from campaigns.campaign_rules import campaign_facts
from campaigns.errors import BadStep
from campaigns.forms.creation import StartForm
from campaigns.guidance.reminders import reminders_at
from campaigns.models import Campaign, Membership
from campaigns.party import summary as party_summary
from campaigns.party.shared_cards import party_cards
from campaigns.services import creation, paired_campaigns
from campaigns.services import members as seating
from campaigns.services.recording import delete_campaign
from campaigns.text import names
from campaigns.views.base import READER, Visit, do, done, for_members, sent, show
from cards.collections import selectors as collection_selectors
from decks.forms.settings import KINDS, chosen_environment
from rules.campaign import CampaignState, steps
from rules.campaign.facts import SIDE
from rules.campaign.state import ACTIVE, LEFT, HouseRules
from rules.rulebook import RULEBOOK
from rules.rulebook.coverage.reminder import TRANSFER
from rules.rulebook.editions import EPIC
from web.shared.errors import Refusal
from web.shared.numbers import read_key
from web.shared.qr import qr_code

#: Other campaigns that the settings name.
MOST_LISTED = 50


@for_members(READER)
def campaign_settings(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Members and their roles; name, collection and taboo list; leaving and deleting."""
    if request.method == "POST":
        return _save(request, visit)
    campaign = visit.campaign
    collections = collection_selectors.collections_visible_to(visit.user)
    links = {
        row.role: request.build_absolute_uri(reverse("campaign-join", args=[row.token]))
        for row in campaign.invitations.all()
    }
    others = selectors.campaigns_visible_to(visit.user).defer("state").exclude(pk=campaign.pk)
    context: dict[str, Any] = {
        "members": _members(visit),
        "my_name": visit.member_names.name(visit.user),
        "links": [
            (role, label, links.get(role, ""), qr_code(links.get(role, "")))
            for role, label in Role.choices
            if role != Role.OWNER
        ],
        "collections": collections if visit.may_manage else [],
        "taboos": sorted(visit.game.catalogue.taboo_lists.values(), key=lambda each: each.code, reverse=True),
        "linkable": others.filter(facts=paired_campaigns.other_half_of(campaign.facts) or "-")[:MOST_LISTED],
        "linked": visit.state.link,
        "difficulties": [(id, text) for id, text in names.DIFFICULTIES.items() if id in _bags(visit)],
        "environments": KINDS[1:] if visit.state.environment else KINDS,
        "waived": " ".join(sorted(visit.state.house.waived)),
        "branches": list(
            campaign.branches.filter(deleted_at=None, members__user=visit.user).defer("state")[:MOST_LISTED]
        ),
    }
    return show(request, visit, "settings", **context)


def _members(visit: Visit) -> list[tuple[Membership, list[str]]]:
    """Return the members, and the investigators that each of them plays."""
    rows = visit.campaign.members.select_related("user").prefetch_related("seats").order_by("joined")
    seats = visit.state.seats
    return [
        (row, [seats[taken.seat].title for taken in row.seats.all() if taken.seat in seats]) for row in rows
    ]


def _bags(visit: Visit) -> Iterable[str]:
    """Return the difficulties at which the campaign can be played."""
    return campaign_facts().get(visit.state.campaign, {}).get("bags", {}) or names.DIFFICULTIES


def _save(request: HttpRequest, visit: Visit) -> HttpResponse:
    given, campaign = request.POST, visit.campaign
    what = given.get("do", "")
    if what == "leave":
        seating.leave(campaign, user=visit.user)
        messages.success(request, _("You have left the campaign."))
        return redirect("campaign-list")
    if what == "name":
        seating.set_name(campaign.members.select_related("user").get(user=visit.user), given.get("name", ""))
        return done(request, visit, _("Name saved."), "campaign-settings")
    if what == "settings":
        seating.check_may_record(visit.role)
        _settings(request, visit)
        return done(request, visit, _("Settings saved."), "campaign-settings")
    seating.check_may_manage(visit.role)
    role = given.get("role", "")
    if what in ("invite", "withdraw", "renew"):
        if role not in (Role.PLAYER, Role.READER):
            raise BadStep(_("Choose whether the link is for players or readers."))
        if what != "invite":
            seating.withdraw(campaign, role=role)
        if what != "withdraw":
            seating.invite(campaign, role=role)
        return redirect(reverse("campaign-settings", args=[campaign.public_id]) + "#share")
    if what == "delete":
        delete_campaign(campaign)
        messages.success(
            request, _("%(name)s deleted. You can restore it from the list.") % {"name": campaign.name}
        )
        return redirect("campaign-list")
    member = campaign.members.select_related("user").filter(pk=read_key(given.get("member", ""))).first()
    if member is None:
        raise BadStep(_("Something went wrong. Reload the page and try again."))
    if what == "hand-over":
        seating.hand_over(campaign, to=member.user)
    elif what == "remove":
        seating.remove(campaign, user=member.user)
        return done(
            request,
            visit,
            _("Member removed. Links you shared no longer work; create new ones."),
            "campaign-settings",
        )
    elif what == "role":
        seating.change_role(campaign, user=member.user, role=role)
    else:
        raise BadStep(_("Something went wrong. Reload the page and try again."))
    return done(request, visit, _("Saved."), "campaign-settings")


@transaction.atomic
def _settings(request: HttpRequest, visit: Visit) -> None:
    """Save the settings: as steps if they are part of the history, and the collection directly."""
    given, state, campaign = request.POST, visit.state, visit.campaign
    title, taboo = given.get("name", "").strip()[:120], given.get("taboo", state.taboo)
    link = given.get("link", state.link)
    if taboo and taboo not in visit.game.catalogue.taboo_lists:
        raise BadStep(_("There is no such taboo list."))
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
        do(request, visit, steps.SettingsChanged(**changes))
    if link != state.link:
        paired_campaigns.join(
            campaign, _half(visit, link), by=visit.user, follows=None if changes else sent(request).follows
        )
    if visit.may_manage and "collection" in given:
        chosen = given.get("collection", "")
        collection = (
            collection_selectors.collections_visible_to(visit.user).filter(pk=read_key(chosen)).first()
        )
        if chosen and collection is None:
            raise BadStep(_("You have no collection with this id."))
        seating.choose_collection(campaign, collection)


def _house(given: QueryDict, state: CampaignState) -> HouseRules:
    """Return the rules that are set aside permanently, by their ids."""
    ids = frozenset(given.get("waived", "").replace(",", " ").split()[:100])
    unknown = sorted(id for id in ids if id not in RULEBOOK)
    if unknown:
        raise BadStep(
            _("There is no rule “%(id)s”. Copy the id from the rules page.") % {"id": unknown[0][:60]}
        )
    return replace(state.house, waived=ids)


def _half(visit: Visit, link: str) -> Campaign | None:
    """Return the campaign that is to be the other half."""
    wanted = paired_campaigns.other_half_of(visit.campaign.facts)
    if wanted and link:
        try:
            found = selectors.campaign_for(visit.user, UUID(link))
        except ValueError:
            found = None
        if found is not None and found.facts == wanted:
            return found
    if link:
        raise BadStep(_("You have no campaign with this id."))
    return None


@for_members(READER, "GET", "HEAD")
def campaign_export(request: HttpRequest, visit: Visit) -> HttpResponse:
    answer = JsonResponse(
        creation.export_campaign(visit.campaign), json_dumps_params={"ensure_ascii": False, "indent": 1}
    )
    name = slugify(visit.campaign.name) or "campaign"
    answer["Content-Disposition"] = f'attachment; filename="{name}.json"'
    return answer


@for_members(READER, "GET", "HEAD")
def campaign_party_cards(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Compare the decks of the party with the shared collection: conflicts, and cards of each product."""
    return show(request, visit, "party_cards", cards=party_cards(visit.campaign, visit.state, visit.game))


@costly("bulk")
@for_members()
def campaign_transfer(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Start a new campaign with surviving investigators, who keep what the edition allows."""
    state = visit.state
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
                begun = creation.transfer_to_new_campaign(
                    visit.campaign,
                    seats=chosen,
                    start=fields,
                    owner=visit.user,
                    edition=fields["edition"],
                    key=idempotency.form_key(request, visit.user),
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
            (id, names.in_language(row))
            for id, row in sorted(campaign_facts().items(), key=lambda each: names.by_release(each[1]))
            if row["kind"] == "campaign" and id != SIDE
        ],
        "survivors": [
            (party_summary.glance(state, seat, visit.game), not chosen or seat.id in chosen)
            for seat in survivors
        ],
        "epic": _is_epic(visit, form),
        "reminders": reminders_at(state, visit.game, TRANSFER),
    }
    return show(request, visit, "transfer", refusal, **context)


def _is_epic(visit: Visit, form: StartForm | None) -> bool:
    wanted = (form["edition"].value() if form else "") or visit.state.edition
    edition = visit.game.edition(wanted)
    return bool(edition and edition.switches.transfer == EPIC)
