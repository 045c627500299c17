"""Pages of published decks: the list, players, parties; likes, reports and hiding."""

from __future__ import annotations

from datetime import date
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.dateparse import parse_date
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.limits import costly
from accounts.models import User
from cards.adapters import catalogue
from cards.collections.selectors import copies_owned, usual_collection
from cards.text.names import CLASSES, title_of
from decks import selectors, services
from decks.insight.charts import bars
from decks.markdown import notes_html
from decks.models import Deck, PublishedParty, Visibility
from decks.published import SORTS, BoundedPaginator, PublishedSearch, search
from decks.views.lists import PER_PAGE, TRUTH, page_context
from web.shared.errors import Refusal

MOST_EXPERIENCE = 999


def search_of(query: QueryDict, owned: dict[str, int] | None) -> PublishedSearch:
    """Return the search of the query string; invalid values are ignored."""
    return PublishedSearch(
        text=query.get("q", "")[:100],
        investigator=query.get("investigator", "")[:16],
        classes=tuple(name for name in query.getlist("class") if name in CLASSES),
        titles=_texts(query, "card"),
        without=_texts(query, "without"),
        tags=_texts(query, "tag"),
        legal=TRUTH.get(query.get("legal", "")),
        least_experience=_number(query.get("xp_min", "")),
        most_experience=_number(query.get("xp_max", "")),
        since=_day(query.get("since", "")),
        owned=owned if query.get("owned") else None,
        sort=query.get("sort", "") if query.get("sort") in SORTS else "",
    )


def _texts(query: QueryDict, name: str) -> tuple[str, ...]:
    """Return the values of a field, several of which may be separated by semicolons."""
    given = (text.strip()[:60] for value in query.getlist(name)[:8] for text in value[:500].split(";"))
    return tuple(text for text in given if text)[:8]


def _number(text: str) -> int | None:
    return min(int(text), MOST_EXPERIENCE) if text.isdecimal() and len(text) < 5 else None


def _day(text: str) -> date | None:
    try:
        return parse_date(text[:10])
    except ValueError:
        return None


@require_safe
def deck_public_list(request: HttpRequest) -> HttpResponse:
    collection = usual_collection(request.user)
    owned = copies_owned(collection) if collection and request.GET.get("owned") else None
    wanted = search_of(request.GET, owned)
    paginator = BoundedPaginator(selectors.for_lists(search(selectors.public_decks(), wanted)), PER_PAGE)
    person = catalogue().resolve(wanted.investigator) if wanted.investigator else None
    context = {
        **page_context(request, paginator),
        "is_cut": paginator.is_cut,
        "classes": CLASSES.items(),
        "sorts": [("", _("newest")), ("likes", _("most liked")), ("experience", _("experience"))],
        "card_titles": titles_of(wanted.titles),
        "without_titles": titles_of(wanted.without),
        "unknown_title": any(not selectors.cards_titled(text) for text in wanted.titles),
        "collection": collection,
        "person": title_of(person) if person else "",
        "shown": any(value for name, value in request.GET.items() if name in MORE),
    }
    return render(request, "decks/lists/public.html", context)


#: Filters behind “More filters”.
MORE = ("without", "xp_min", "xp_max", "since", "owned", "tag", "legal")


def titles_of(wished: tuple[str, ...]) -> list[str]:
    """Return the titles that the search matches, each once and only a few."""
    cards = catalogue()
    found = dict.fromkeys(
        title_of(cards.cards[code]) for text in wished for code in sorted(selectors.cards_titled(text))
    )
    return list(found)[:4]


@require_safe
def player(request: HttpRequest, username: str) -> HttpResponse:
    """Show what a player has published. Players who published nothing have no page."""
    owner = get_object_or_404(User, username__iexact=username[:150], is_guest=False, is_active=True)
    decks = selectors.public_decks().filter(owner=owner)
    parties = selectors.parties().filter(owner=owner)[:PER_PAGE]
    if owner != request.user and not decks.exists():
        raise Http404
    counts = decks.order_by().values_list("investigator").annotate(n=Count("pk")).order_by("-n")[:200]
    cards = catalogue()
    classes: dict[str, int] = {}
    for code, number in counts:
        card = cards.resolve(code)
        for name in sorted(card.classes) if card else ():
            classes[name] = classes.get(name, 0) + number
    rows = [(name, str(CLASSES[name]), n, f"is-{name}") for name, n in classes.items() if name in CLASSES]
    context = {
        **page_context(request, BoundedPaginator(decks.order_by(*SORTS[""]), PER_PAGE)),
        "player": owner,
        "parties": parties,
        "chart": bars(sorted(rows, key=lambda row: -row[2])) if rows else None,
    }
    return render(request, "decks/lists/player.html", context)


def public_deck(deck_id: UUID) -> Deck:
    return get_object_or_404(selectors.public_decks(), public_id=deck_id)


@require_POST
@costly("bulk")
def deck_like(request: HttpRequest, deck_id: UUID) -> HttpResponse:
    """Like a published deck, or take that back."""
    deck = public_deck(deck_id)
    try:
        if not isinstance(request.user, User):
            raise Refusal(_("Sign in to like decks of other players."))
        services.set_like(deck, user=request.user, liked=request.POST.get("liked") == "yes")
    except Refusal as refusal:
        messages.error(request, str(refusal.message))
    return redirect("deck-detail", deck.public_id)


@require_http_methods(["GET", "HEAD", "POST"])
@costly("bulk")
def deck_report(request: HttpRequest, deck_id: UUID) -> HttpResponse:
    """Tell the operators what is wrong with a published deck."""
    deck = public_deck(deck_id)
    error = ""
    if request.method == "POST":
        reporter = request.user if isinstance(request.user, User) else None
        try:
            services.report(deck, reporter=reporter, reason=request.POST.get("reason", ""))
            messages.success(request, _("Thank you. The operators of this site will look at it."))
            return redirect("deck-detail", deck.public_id)
        except Refusal as refusal:
            error = str(refusal.message)
    return render(request, "decks/reading/report.html", {"deck": deck, "error": error})


@require_POST
def deck_hide(request: HttpRequest, deck_id: UUID) -> HttpResponse:
    """Hide a published deck, or show it again. Only operators may."""
    if not request.user.is_staff:
        raise Http404
    deck = get_object_or_404(Deck, public_id=deck_id, deleted_at=None, visibility=Visibility.PUBLIC)
    services.hide(deck, hidden=request.POST.get("hidden") == "yes")
    done = _("“%(name)s” is hidden.") if deck.hidden_at else _("“%(name)s” is shown again.")
    messages.success(request, done % {"name": deck.name})
    return redirect("deck-public-list")


def publication(request: HttpRequest, deck: Deck) -> dict[str, Any]:
    """Return what the page of a deck needs to know about its publication."""
    user = request.user
    is_listed = deck.visibility == Visibility.PUBLIC and deck.hidden_at is None
    member = isinstance(user, User) and not user.is_guest
    return {
        "is_listed": is_listed,
        "may_like": is_listed and member and deck.owner_id != user.pk,
        "liked": is_listed and member and selectors.likes(user, deck),
        "may_hide": bool(user.is_staff) and deck.visibility == Visibility.PUBLIC,
        "parties": selectors.parties().filter(decks=deck)[:5] if is_listed else (),
    }


# --- Parties


@require_safe
def party_list(request: HttpRequest) -> HttpResponse:
    page = Paginator(selectors.parties(), PER_PAGE).get_page(request.GET.get("page", "")[:9])
    return render(request, "decks/lists/parties.html", {"page": page, "rest": ""})


@require_safe
def party_detail(request: HttpRequest, party_id: UUID) -> HttpResponse:
    """Show decks that were published together."""
    party = get_object_or_404(selectors.parties(), public_id=party_id)
    decks = selectors.public_decks().filter(parties=party).order_by("pk")
    context = {
        **page_context(request, BoundedPaginator(decks, PER_PAGE)),
        "party": party,
        "mine": party.owner_id == request.user.pk,
        "notes": notes_html(party.notes) if party.notes else "",
    }
    return render(request, "decks/lists/party.html", context)


@require_POST
def party_change(request: HttpRequest, party_id: UUID) -> HttpResponse:
    """Rename a party, change its notes, or delete its page."""
    party = get_object_or_404(PublishedParty, public_id=party_id, owner=request.user.pk or 0)
    if request.POST.get("delete"):
        services.dissolve_party(party)
        messages.success(request, _("The party is gone. Its decks stay published."))
        return redirect("party-list")
    try:
        services.change_party(party, name=request.POST.get("name", ""), notes=request.POST.get("notes", ""))
    except Refusal as refusal:
        messages.error(request, str(refusal.message))
    return redirect("party-detail", party.public_id)
