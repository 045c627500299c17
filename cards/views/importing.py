"""The page on which those who run the site import card texts."""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.services import user_for_saving
from cards import import_offer, selectors
from cards.importing.arkhamdb_site import ANSWERS, SITES, address_of
from cards.jobs import running_import, start_import
from cards.views import Request
from jobs.selectors import jobs_visible_to
from web.shared.errors import Refusal


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def card_import(request: Request) -> HttpResponse:
    """Offer an import from ArkhamDB; a POST starts it and leads to its job. Nothing is loaded before."""
    if not import_offer.may_import(request):
        raise Http404
    if "later" in request.POST:
        request.session[import_offer.DECLINED] = True
        return redirect("home")
    if request.method == "POST":
        owner = user_for_saving(request)
        running = running_import()
        if running and not jobs_visible_to(owner).filter(pk=running.pk).exists():
            raise Refusal(_("Another import is running. Please wait until it has ended."))
        return redirect(running or start_import(owner=owner, arkhamdb=True))
    context = {
        "imported": selectors.imported_texts(),
        "site": SITES["en"],
        "command": "./run manage import_cards FOLDER",
        "pages": [address_of(language, answer) for language, answer in ANSWERS if language == "en"],
    }
    return render(request, "cards/card_import.html", context)
