"""Pages for whole collections: create, rename, share, import, export and delete."""

from __future__ import annotations

import json
from collections.abc import Callable

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import idempotency
from accounts.limits import costly
from accounts.models import User
from accounts.services import user_for_saving
from cards.collections import page as collection_page
from cards.collections import selectors as collection_selectors
from cards.collections import transfer
from cards.collections.transfer import Contents
from cards.errors import CollectionRefused
from cards.forms import ImportForm, NameForm, ShareForm
from cards.models import Collection
from cards.services import collections as collection_services
from cards.views import Request


@require_http_methods(["GET", "HEAD", "POST"])
def collection_new(request: Request) -> HttpResponse:
    """Create an empty collection."""
    form = NameForm(request.POST or None)
    made: list[Collection] = []
    if request.method == "POST" and allowed(form, lambda: made.append(begin(request, form))):
        return redirect("collection-detail", made[0].pk)
    return new_page(request, form, ImportForm())


@require_POST
@costly("bulk")
def collection_import_new(request: Request) -> HttpResponse:
    """Create a collection from a file."""
    form = ImportForm(request.POST, request.FILES)
    done: list[tuple[Collection, Contents]] = []
    if not allowed(form, lambda: done.append(begin_from_file(request, form))):
        return new_page(request, NameForm(), form)
    return imported(request, *done[0])


def begin_from_file(request: Request, form: ImportForm) -> tuple[Collection, Contents]:
    contents, owner = transfer.read_contents(form.written), user_for_saving(request)
    key = idempotency.form_key(request, owner)
    return collection_services.import_as_new(owner=owner, contents=contents, key=key), contents


def begin(request: Request, form: forms.Form) -> Collection:
    owner, name = user_for_saving(request), form.cleaned_data["name"]
    return collection_services.create_collection(
        owner=owner, name=name, key=idempotency.form_key(request, owner)
    )


def new_page(request: Request, name_form: forms.Form, import_form: forms.Form) -> HttpResponse:
    wrong = bool(name_form.errors or import_form.errors)
    page = {"name_form": name_form, "import_form": import_form}
    return render(request, "collections/collection_new.html", page, status=400 if wrong else 200)


@login_required
@require_safe
def collection_settings(request: Request, pk: int) -> HttpResponse:
    return settings_page(request, visible(request, pk))


def settings_page(request: Request, found: Collection, form: forms.Form | None = None) -> HttpResponse:
    """Show names, shares and files. `form` is the one with errors."""
    role = collection_page.role_of(found, request.user)
    page = {
        "collection": found,
        "role": role,
        "name_form": form if isinstance(form, NameForm) else NameForm(initial={"name": found.name}),
        "share_form": form if isinstance(form, ShareForm) else ShareForm(),
        "import_form": form if isinstance(form, ImportForm) else ImportForm(),
        "shares": found.shares.select_related("user") if role == collection_page.OWN else [],
    }
    return render(request, "collections/collection_settings.html", page, status=400 if form else 200)


@login_required
@require_POST
def collection_rename(request: Request, pk: int) -> HttpResponse:
    found, form = own(request, pk), NameForm(request.POST)
    if not allowed(
        form, lambda: collection_services.rename_collection(collection=found, **form.cleaned_data)
    ):
        found.refresh_from_db()
        return settings_page(request, found, form)
    messages.success(request, _("Renamed."))
    return redirect("collection-settings", pk)


@login_required
@require_POST
def collection_share(request: Request, pk: int) -> HttpResponse:
    found, form = own(request, pk), ShareForm(request.POST)
    if found.owner.is_guest:
        # What the service would refuse, with the way to mend it.
        messages.warning(request, _("Sign up first, so that others can see whose collection it is."))
        return redirect("signup")
    if not allowed(form, lambda: collection_services.share_collection(collection=found, **form.cleaned_data)):
        return settings_page(request, found, form)
    messages.success(request, _("%(name)s is invited.") % {"name": form.cleaned_data["username"]})
    return redirect("collection-settings", pk)


@login_required
@require_POST
def collection_unshare(request: Request, pk: int) -> HttpResponse:
    """Stop sharing with a player; `user` is the player's name."""
    found = own(request, pk)
    share = get_object_or_404(collection_selectors.shares_called(found, request.POST.get("user", "")))
    collection_services.unshare_collection(share)
    messages.success(request, _("%(name)s can no longer see it.") % {"name": share.label})
    return redirect("collection-settings", pk)


@login_required
@require_POST
def collection_accept(request: Request, pk: int) -> HttpResponse:
    """Accept an invitation."""
    invited = get_object_or_404(collection_selectors.invitations_of(request.user), collection=pk)
    collection_services.accept_share(invited)
    return redirect("collection-detail", pk)


@login_required
@require_POST
def collection_leave(request: Request, pk: int) -> HttpResponse:
    """Decline an invitation, or leave a shared collection."""
    share = get_object_or_404(collection_selectors.shares_with(request.user), collection=pk)
    collection_services.unshare_collection(share)
    messages.success(request, _("You left “%(name)s”.") % {"name": share.collection})
    return redirect("collection")


@login_required
@require_POST
@costly("bulk")
def collection_import(request: Request, pk: int) -> HttpResponse:
    """Replace the collection's content with that of a file."""
    found = get_object_or_404(collection_selectors.collections_editable_by(request.user), pk=pk)
    form = ImportForm(request.POST, request.FILES)
    read: list[Contents] = []
    if not allowed(form, lambda: read.append(transfer.read_contents(form.written))):
        return settings_page(request, found, form)
    collection_services.import_into(collection=found, contents=read[0])
    return imported(request, found, read[0])


@login_required
@require_safe
def collection_export(request: Request, pk: int) -> HttpResponse:
    found = visible(request, pk)
    body = json.dumps(transfer.export_collection(found), ensure_ascii=False, indent=2)
    response = HttpResponse(body, content_type="application/json; charset=utf-8")
    name = slugify(found.name) or "collection"
    response["Content-Disposition"] = f'attachment; filename="casebook-{name}.json"'
    return response


@login_required
@require_POST
def collection_delete(request: Request, pk: int) -> HttpResponse:
    found = own(request, pk)
    collection_services.delete_collection(found)
    messages.success(request, _("“%(name)s” deleted.") % {"name": found.name})
    return redirect("collection")


def visible(request: Request, pk: int) -> Collection:
    return get_object_or_404(collection_selectors.collections_visible_to(request.user), pk=pk)


def own(request: Request, pk: int) -> Collection:
    assert isinstance(request.user, User)
    return get_object_or_404(collection_selectors.collections_of(request.user).select_related("owner"), pk=pk)


def allowed(form: forms.Form, act: Callable[[], object]) -> bool:
    """Carry out a valid form. A refusal is shown at the form's first field, and nothing is changed."""
    if not form.is_valid():
        return False
    try:
        act()
    except CollectionRefused as refusal:
        form.add_error(next(iter(form.fields)), str(refusal.message))
        return False
    return True


def imported(request: Request, found: Collection, contents: Contents) -> HttpResponse:
    number = sum(contents.packs.values())
    messages.success(
        request, ngettext("%(n)d box imported.", "%(n)d boxes imported.", number) % {"n": number}
    )
    if contents.unknown:
        names = ", ".join(code[:40] for code in contents.unknown[:20])
        messages.warning(request, _("Unknown and skipped: %(names)s.") % {"names": names})
    return redirect("collection-detail", found.pk)
