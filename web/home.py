"""The home page."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.views.decorators.http import require_safe

from accounts.models import User
from campaigns import selectors as campaign_selectors
from campaigns.text import names as campaign_names
from cards import adapters, card_page, import_offer
from cards.text import names
from decks import selectors as deck_selectors
from rules.cards.catalogue import Catalogue, once_per_catalogue
from rules.cards.model import Card, Pack
from web import quick_check

CLASSES = ("guardian", "seeker", "rogue", "mystic", "survivor")
PICKS_PER_CLASS = 2
#: Recent items on the home page; the rest is on the lists.
RECENT_CAMPAIGNS, RECENT_DECKS = 3, 5


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    catalogue = adapters.catalogue()
    context = {
        **quick_check.choices(),
        "picks": picks(catalogue),
        "investigators": len(card_page.builders(catalogue)),
        "texts_offered": import_offer.is_offered(request),
        **left_off(request, catalogue),
    }
    return render(request, "home/home.html", context)


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    return redirect(static("favicon.svg"))


def left_off(request: HttpRequest, catalogue: Catalogue) -> dict[str, Any]:
    """Return the recent campaigns and decks of a returning user."""
    user = request.user
    if not isinstance(user, User):
        return {}
    campaigns = campaign_selectors.with_outlines(campaign_selectors.campaigns_visible_to(user))
    decks = deck_selectors.decks_of(user).select_related(None).prefetch_related(None)
    decks = decks.defer("notes", "extras").order_by("-changed", "-pk")
    rows = []
    for campaign in campaigns[:RECENT_CAMPAIGNS]:
        outline = campaign_selectors.outline_of(campaign)
        playing = outline.playing and campaign_names.scenario_name(outline.campaign, outline.playing)
        rows.append(
            {
                "campaign": campaign,
                "party": outline.party,
                "where": playing or campaign_names.PHASES.get(outline.phase, ""),
            }
        )
    return {
        "my_campaigns": rows,
        "my_decks": [
            {"deck": deck, "who": catalogue.resolve(deck.front or deck.investigator)}
            for deck in decks[:RECENT_DECKS]
        ],
    }


@once_per_catalogue
def picks(catalogue: Catalogue) -> tuple[Card, ...]:
    """Return a few investigators for beginners: the earliest of each class in the newest chapter."""

    def box(card: Card) -> Pack:
        return catalogue.packs[catalogue.printings[card.code].pack]

    newest = max((pack.chapter for pack in catalogue.packs.values()), default=1)
    recent = [card for card in card_page.builders(catalogue) if box(card).chapter == newest]
    recent.sort(key=lambda card: (box(card).released, card.code))
    by_class = [[card for card in recent if names.class_of(card) == name] for name in CLASSES]
    return tuple(cards[rank] for rank in range(PICKS_PER_CLASS) for cards in by_class if rank < len(cards))
