"""What does a visitor see first?"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from cards import adapters, naming, portrait
from config import check
from rules.catalogue import Catalogue
from rules.model import Card, Pack

CLASSES = ("guardian", "seeker", "rogue", "mystic", "survivor")
PICKS_PER_CLASS = 2


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    catalogue = adapters.catalogue()
    everybody = portrait.builders(catalogue)
    context = {
        **check.choices(),
        "picks": picks(catalogue, everybody),
        "investigators": len(everybody),
    }
    return render(request, "home/home.html", context)


def picks(catalogue: Catalogue, everybody: list[Card]) -> list[Card]:
    """A few to begin with: of the newest chapter, for each class those that came out first."""

    def box(card: Card) -> Pack:
        return catalogue.packs[catalogue.printings[card.code].pack]

    newest = max((pack.chapter for pack in catalogue.packs.values()), default=1)
    recent = [card for card in everybody if box(card).chapter == newest]
    recent.sort(key=lambda card: (box(card).released, card.code))
    by_class = [[card for card in recent if naming.class_of(card) == name] for name in CLASSES]
    return [cards[rank] for rank in range(PICKS_PER_CLASS) for cards in by_class if rank < len(cards)]
