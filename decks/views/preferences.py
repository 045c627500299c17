"""The page on which users choose what new decks begin with, and how the editor lists cards."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.services import remember_preferences, user_for_saving
from cards.adapters import catalogue
from decks.forms.preferences import PreferencesForm
from decks.preferences import preferences_of


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def deck_preferences(request: HttpRequest) -> HttpResponse:
    """Show the preferences, or save them; a visitor becomes a guest then."""
    form = PreferencesForm(
        request.POST or None,
        initial=preferences_of(request.user).as_stored(),
        catalogue=catalogue(),
    )
    if request.method == "POST" and form.is_valid():
        user = user_for_saving(request)
        remember_preferences(user=user, preferences=form.preferences().as_stored())
        messages.success(request, _("Saved."))
        return redirect("deck-preferences")
    return render(request, "decks/preferences.html", {"form": form})
