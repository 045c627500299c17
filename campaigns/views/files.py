"""Campaign files: the list, the import, one file with its settings, and files to begin with."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts import idempotency
from accounts.limits import costly, shown_again
from accounts.models import User
from accounts.services import user_for_saving
from campaigns import described, selectors
from campaigns.campaign_rules import campaign_facts
from campaigns.errors import BadGuide
from campaigns.models import CampaignFile
from campaigns.services import campaign_files
from campaigns.services.imported_facts import guide_in, notes_on
from campaigns.text import names
from campaigns.views.base import READER, Visit, for_members
from campaigns.views.uploads import uploaded
from decks.models import Visibility
from rules.campaign.checks import Fault
from rules.campaign.facts import SIDE
from web.shared.errors import Refusal

PER_PAGE, AT_ONCE = 50, 10
SHARING = {
    Visibility.PRIVATE: lazy("Only you"),
    Visibility.UNLISTED: lazy("Everyone with the link"),
    Visibility.PUBLIC: lazy("Everyone: it is in the list of campaign files"),
}


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@costly("bulk")
def campaign_files_page(request: HttpRequest) -> HttpResponse:
    """The user's files and the public ones; a posted file is imported."""
    refusal: Refusal | None = None
    if request.method == "POST":
        try:
            facts, owner = _read(request), user_for_saving(request)
            file = campaign_files.create_file(facts, owner=owner, key=idempotency.form_key(request, owner))
        except Refusal as error:
            refusal = error
        else:
            messages.success(request, _("%(title)s imported.") % {"title": file.guide.title})
            return redirect("campaign-file", file.public_id)
    page = Paginator(selectors.public_files(), PER_PAGE).get_page(request.GET.get("page", "")[:9])
    known = sorted(campaign_facts().values(), key=names.by_release)
    context = {
        "refusal": refusal,
        "text": shown_again(request.POST.get("text", "")),
        "own": _rows(selectors.files_of(request.user)),
        "page": page,
        "public": _rows(selectors.public_files().filter(pk__in=[file.pk for file in page.object_list])),
        "known": [(facts["id"], names.in_language(facts)) for facts in known if facts["id"] != SIDE],
        "largest": campaign_files.LARGEST_FILE // 1_000,
    }
    status = refusal.status if refusal else 200
    return render(request, "campaigns/files.html", context, status=status)


def _read(request: HttpRequest) -> Any:
    """Return the JSON of the uploaded file, or of the text that was pasted."""
    most = campaign_files.LARGEST_FILE
    content = uploaded(request, most)
    if not content.strip():
        raise BadGuide(Fault("", _("Choose a file, or paste its text.")))
    return guide_in(content, most)


def _rows(files: QuerySet[CampaignFile]) -> list[dict[str, Any]]:
    """Return the lines of a list. A few files are read at a time, because all of them may be very large."""
    return [_row(file) for file in files.defer(None).iterator(chunk_size=AT_ONCE)]


def _row(file: CampaignFile) -> dict[str, Any]:
    facts = file.guide.facts
    return {
        "id": file.public_id,
        "title": names.in_language(facts),
        "owner": str(file.owner),
        "sharing": SHARING[Visibility(file.visibility)],
        "scenarios": sum(row["kind"] == "scenario" for row in facts["scenarios"]),
    }


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@costly("bulk")
def campaign_file(request: HttpRequest, file_id: UUID) -> HttpResponse:
    """One file: what it has, who may use it; its owner changes and deletes it."""
    file = _visible(request, file_id)
    refusal: Refusal | None = None
    if request.method == "POST":
        if file.owner != request.user:
            raise Http404
        try:
            return _change(request, file)
        except Refusal as error:
            refusal = error
    facts = file.guide.facts
    context = {
        **_row(file),
        "file": file,
        "refusal": refusal,
        "text": shown_again(request.POST.get("text", "")),
        "mine": file.owner == request.user,
        "choices": list(SHARING.items()),
        "link": request.build_absolute_uri(request.path) if file.visibility != Visibility.PRIVATE else "",
        "difficulties": [names.DIFFICULTIES[id] for id in names.DIFFICULTIES if id in facts.get("bags", {})],
        "sections": [names.in_language(row) for row in facts.get("log", ()) if row["kind"] != "header"],
        "notes": list(notes_on(facts)) if file.owner == request.user else [],
        "played": file.owner == request.user and _number_played(file, request.user),
    }
    status = refusal.status if refusal else 200
    return render(request, "campaigns/file.html", context, status=status)


def _number_played(file: CampaignFile, user: User) -> int:
    return selectors.campaigns_visible_to(user).filter(facts=file.guide_id).count()


def _change(request: HttpRequest, file: CampaignFile) -> HttpResponse:
    what = request.POST.get("do", "")
    if what == "delete":
        campaign_files.delete_file(file)
        messages.success(
            request, _("%(title)s deleted. Campaigns that use it continue.") % {"title": file.guide.title}
        )
        return redirect("campaign-files")
    if what == "replace":
        file = campaign_files.replace_file(file, _read(request))
        messages.success(request, _("File replaced. Campaigns keep the version they were started with."))
    else:
        campaign_files.share_file(file, request.POST.get("visibility", ""))
        messages.success(request, _("Saved."))
    return redirect("campaign-file", file.public_id)


def _visible(request: HttpRequest, file_id: UUID) -> CampaignFile:
    file = selectors.files_visible_to(request.user).filter(public_id=file_id).first()
    if file is None:
        raise Http404
    return file


@require_safe
@never_cache
def campaign_file_download(request: HttpRequest, file_id: UUID) -> HttpResponse:
    return _as_file(_visible(request, file_id).guide.facts)


@require_safe
def campaign_file_template(request: HttpRequest) -> HttpResponse:
    """A file to begin with: the example, or a copy of a campaign that everybody can play."""
    facts = described.template(request.GET.get("of", ""))
    if facts is None:
        raise Http404
    return _as_file(facts)


@for_members(READER, "GET", "HEAD")
def campaign_description(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The campaign of a group as a campaign file, with the scenarios and log sections that it has named."""
    return _as_file(described.description_of(visit.campaign))


def _as_file(facts: dict[str, Any]) -> HttpResponse:
    answer = JsonResponse(facts, json_dumps_params={"ensure_ascii": False, "indent": 1})
    name = slugify(facts["id"]) or "campaign"
    answer["Content-Disposition"] = f'attachment; filename="{name}.campaign.json"'
    return answer
