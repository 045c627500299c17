"""Campaign files: campaigns that users describe in a file, play, change, share and delete.

The content of a file is a guide that is never changed, under an id that follows from it. A campaign names the
guide that it was started with. A changed file gets another guide, and a deleted one only stops being offered:
a guide is deleted when no file has it as its content and no campaign plays it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.idempotency import NO_KEY, IdempotencyKey
from accounts.models import User
from accounts.quotas import check_room
from campaigns import selectors
from campaigns.errors import BadExport, BadGuide, BadStep
from campaigns.models import Campaign, CampaignFile, Guide
from campaigns.models.imported import OF_FILES
from campaigns.services.imported_facts import TAKEN, TOO_LARGE
from decks.models import Visibility
from rules.campaign.checks import Fault
from rules.campaign.facts import SIDE
from rules.campaign.file_schema import faults
from web.shared.errors import Refusal

#: Bytes of one file. The largest shipped campaign has a sixth of it.
LARGEST_FILE = 150_000
#: Characters of an id that follow from the content.
DIGITS = 32

Facts = dict[str, Any]


def check_facts(facts: Any) -> None:
    """Refuse facts that are too large or have faults, with every fault and its place."""
    if len(_canonical(facts)) > LARGEST_FILE:
        raise BadGuide(Fault("", TOO_LARGE, {"most": LARGEST_FILE // 1_000}))
    found = faults(facts)
    if not found and facts["id"] == SIDE:
        found = (Fault("id", TAKEN, {"id": SIDE}),)
    if found:
        raise BadGuide(*found)


def _canonical(facts: Any) -> bytes:
    """Return the same bytes for the same facts, whatever the order of their keys."""
    plain = json.dumps(facts, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return plain.encode(errors="surrogatepass")


def guide_id(facts: Facts) -> str:
    return OF_FILES + sha256(_canonical(facts)).hexdigest()[:DIGITS]


def store_guide(facts: Any) -> Guide:
    """Return the guide with these facts, which is new unless a user has had the same file before."""
    check_facts(facts)
    defaults = {"title": facts["title"], "facts": facts, "for_all": False}
    guide, _is_new = Guide.objects.get_or_create(pk=guide_id(facts), defaults=defaults)
    return guide


@transaction.atomic
def create_file(facts: Any, *, owner: User, key: IdempotencyKey = NO_KEY) -> CampaignFile:
    """Import a campaign file. A user who imports the same file again gets the one that is there."""
    if earlier := key.claim(owner, CampaignFile):
        return earlier[0]
    # Requests of one user that arrive at the same moment take turns.
    User.objects.select_for_update(no_key=True).get(pk=owner.pk)
    guide = store_guide(facts)
    file = CampaignFile.objects.filter(owner=owner, guide=guide).first()
    if file is None:
        check_room(owner, "campaign_files", CampaignFile.objects.filter(owner=owner))
        file = CampaignFile.objects.create(owner=owner, guide=guide)
    key.save_result(file)
    return file


@transaction.atomic
def replace_file(file: CampaignFile, facts: Any) -> CampaignFile:
    """Give a file another content. Campaigns that play the earlier one keep it."""
    file = CampaignFile.objects.select_for_update(of=("self",)).get(pk=file.pk)
    before, guide = file.guide_id, store_guide(facts)
    if guide.pk == before:
        return file
    if CampaignFile.objects.filter(owner=file.owner, guide=guide).exists():
        raise BadStep(_("You have another file with exactly this content. Delete one of them."))
    file.guide = guide
    file.save(update_fields=["guide", "changed"])
    delete_unused_guide(before)
    return file


@transaction.atomic
def share_file(file: CampaignFile, visibility: str) -> CampaignFile:
    """Choose who can start campaigns from a file: its owner, everyone with the link, or everyone."""
    if visibility not in Visibility.values:
        raise BadStep(_("Choose who can use the file."))
    if visibility == Visibility.PUBLIC and file.owner.is_guest:
        raise BadStep(_("Sign up to publish a campaign file. You can share it by its link."))
    file.visibility = visibility
    file.save(update_fields=["visibility"])
    return file


@transaction.atomic
def delete_file(file: CampaignFile) -> None:
    """Delete a file for good. Campaigns that were started from it go on."""
    guide = file.guide_id
    file.delete()
    delete_unused_guide(guide)


def delete_unused_guide(guide: str, *, besides: User | None = None) -> None:
    """Delete a guide that no file has as its content and no campaign plays; deleted campaigns count.

    The campaigns of one user may be left out, `besides` which no one plays it.
    """
    row = Guide.objects.select_for_update().filter(pk=guide, for_all=False).first()
    playing = Campaign.objects.filter(facts=guide)
    if besides is not None:
        playing = playing.exclude(owner=besides)
    if row is not None and not row.files.exists() and not playing.exists():
        row.delete()


@transaction.atomic
def hold_guide(guide: str) -> None:
    """Hold a guide until the transaction ends, so that it is there for a new campaign."""
    if not guide.startswith(OF_FILES):
        return
    rows = Guide.objects.select_for_update(no_key=True).filter(pk=guide, for_all=False)
    if rows.only("pk").first() is None:
        raise BadStep(_("This campaign file does not exist any more."))


def check_may_start(guide: str, user: User) -> None:
    if guide.startswith(OF_FILES) and not selectors.may_start(guide, user):
        raise BadStep(_("This campaign file does not exist any more, or is no longer shared with you."))


@contextmanager
def brought_along(facts: Any, wanted: str) -> Iterator[None]:
    """Store the guide that an export brings along, so that its campaign can be played here.

    If the import is refused in this context, the guide goes again.
    """
    if facts is None or not wanted.startswith(OF_FILES):
        yield
        return
    try:
        guide = store_guide(facts)
    except BadGuide as error:
        raise BadExport(
            _("The campaign file in this export cannot be used: %(why)s") % {"why": error.faults[0]}
        ) from error
    try:
        if guide.pk != wanted:
            raise BadExport(_("The campaign file in this export is not the one that its steps name."))
        yield
    except Refusal:
        with transaction.atomic():
            delete_unused_guide(guide.pk)
        raise


def move_files(giver: User, taker: User) -> None:
    """Move the files of one user to another, for example when a guest signs in."""
    has = CampaignFile.objects.filter(owner=taker).values("guide")
    CampaignFile.objects.filter(owner=giver, guide__in=has).delete()
    CampaignFile.objects.filter(owner=giver).update(owner=taker)


@transaction.atomic
def release_files(user: User) -> None:
    """Delete the files of a user who is about to be deleted, and the guides that no other user needs.

    Campaigns with other members were handed over before.
    """
    files, played = CampaignFile.objects.filter(owner=user), Campaign.objects.filter(owner=user)
    guides = {*files.values_list("guide", flat=True), *played.values_list("facts", flat=True)}
    files.delete()
    for guide in sorted(guides):
        delete_unused_guide(guide, besides=user)
