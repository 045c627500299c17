"""API views of cards, packs, investigators and taboo lists."""

from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.generics import ListAPIView, RetrieveAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import User
from cards import adapters, selectors
from cards.api.outputs import (
    CardDetailSerializer,
    CardSerializer,
    CycleSerializer,
    InvestigatorSerializer,
    PackSerializer,
    PoolSerializer,
    TabooListDetailSerializer,
    TabooListSerializer,
)
from cards.collections import selectors as collection_selectors
from cards.marks import marks_of
from cards.models import Card, Cycle, Investigator, Pack, TabooList
from cards.search import query
from cards.search.conditions import FAVOURITE, OWNED, TAG, needs
from cards.search.engine import condition_of, search
from cards.search.matching import Marks
from cards.search.reading import read_query


def listed(name: str, description: str, enum: tuple[str, ...] | None = None) -> OpenApiParameter:
    return OpenApiParameter(name, str, description=description, enum=enum, many=True)


FILTERS = [
    OpenApiParameter(
        "q",
        str,
        description='Words, "phrases", -without, (3) for a level, and terms such as class:seeker level<=2, '
        "joined by or and brackets. The site explains them at /cards/help/.",
    ),
    listed("class", "Any of these classes.", query.CLASSES),
    listed("type", "Any of these types.", query.TYPES),
    listed("level", "0 to 5, a range such as 0-2, or none."),
    listed("cost", "A number, a range such as 0-2, X, or none."),
    listed("trait", "Any of these traits, in English."),
    listed("slot", "Any of these slots.", query.SLOTS),
    listed("icon", "willpower, or willpower:2 for at least two; all must hold."),
    listed("uses", "Any of these kinds of uses, such as charges."),
    listed("keyword", "All of these keywords.", query.KEYWORDS),
    listed("tag", "Any of these tags.", query.TAGS),
    listed("pack", "In any of these packs."),
    listed("cycle", "In any of these cycles."),
    listed("chapter", "In a pack of chapter 1 or 2.", ("1", "2")),
    OpenApiParameter("weakness", str, enum=query.WEAKNESSES),
    OpenApiParameter("story", bool, description="Cards of encounter sets that can be in decks."),
    OpenApiParameter("usable_by", str, description="An investigator's code: what they can take."),
    OpenApiParameter("taboo", str, description="The code of a taboo list, for usable_by."),
    OpenApiParameter("owned", bool, description="In your collection, or not."),
    OpenApiParameter("collection", int, description="Which collection, if not your usual one."),
    OpenApiParameter("favourite", bool, description="Among your favourites, or not."),
    listed("own_tag", "With any of your own tags."),
    OpenApiParameter("sort", str, enum=query.SORTS),
]


def owned_by(request: Request) -> dict[str, int] | None:
    """Return the copies in the collection that the request names, or in the usual one."""
    user = request.user
    if not isinstance(user, User):
        raise ValidationError({"owned": [_("Sign in to use your collection.")]})
    chosen = request.query_params.get("collection", "")
    if not chosen:
        collection = collection_selectors.usual_collection(user)
        return collection_selectors.copies_owned(collection) if collection else {}
    if not chosen.isdecimal() or len(chosen) > 18:
        raise ValidationError({"collection": [_("This is not the number of a collection.")]})
    found = get_object_or_404(collection_selectors.collections_visible_to(user), pk=int(chosen))
    return collection_selectors.copies_owned(found)


def marked_by(request: Request) -> Marks | None:
    if not isinstance(request.user, User):
        raise ValidationError({"favourite": [_("Sign in to use your favourites and tags.")]})
    return marks_of(request.user)


@extend_schema(parameters=FILTERS)
class CardList(ListAPIView[Card]):
    """Search the catalogue. Without a filter, list every card that is not hidden."""

    serializer_class = CardSerializer
    queryset = Card.objects.none()

    def list(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        wanted, errors = read_query(request.query_params, adapters.catalogue())
        if errors:
            faults: dict[str, list[str]] = {}
            for error in errors:
                faults.setdefault(error.parameter, []).append(str(error))
            raise ValidationError(faults)
        condition = condition_of(wanted.text, adapters.catalogue())
        owned = owned_by(request) if wanted.owned is not None or needs(condition, OWNED) else None
        marked = wanted.favourite is not None or bool(wanted.own_tags)
        marked = marked or needs(condition, FAVOURITE) or needs(condition, TAG)
        marks = marked_by(request) if marked else None
        codes: Any = [card.code for card in search(wanted, owned=owned, marks=marks).cards]
        page = self.paginate_queryset(codes)
        rows = selectors.card_rows(list(codes if page is None else page))
        return self.get_paginated_response(self.get_serializer(rows, many=True).data)


class CardDetail(APIView):
    """Return one card, by the code of any of its printings, with everything related to it."""

    @extend_schema(
        parameters=[OpenApiParameter("taboo", str, description="For who may take it.")],
        responses=CardDetailSerializer,
        operation_id="cards_retrieve",
    )
    def get(self, request: Request, code: str) -> Response:
        found = selectors.relations(code, request.query_params.get("taboo", ""))
        if found is None:
            raise Http404
        ways = [(each, "signature") for each in found.signature_of]
        answer = {
            "card": selectors.card_rows([found.card.code])[0],
            "versions": [each.code for each in found.versions],
            "bonded": [each.code for each in found.bonded],
            "bonded_to": [each.code for each in found.bonded_to],
            "researched": [each.code for each in found.researched],
            "researched_from": found.researched_from.code if found.researched_from else None,
            "faces": [each.code for each in found.faces],
            "usable_by": [{"investigator": who.code, "way": way} for who, way in (*ways, *found.takers)],
            "taboo": selectors.taboo_history(found.card.code),
            "texts": selectors.texts(found.card.code, (get_language() or "en")[:2]),
        }
        return Response(CardDetailSerializer(answer).data)


class PackList(ListAPIView[Pack]):
    """List all products."""

    serializer_class = PackSerializer
    queryset = selectors.packs()


class PackDetail(RetrieveAPIView[Pack]):
    """Return one product."""

    serializer_class = PackSerializer
    queryset = selectors.packs()
    lookup_url_kwarg = "code"


class CycleList(ListAPIView[Cycle]):
    """List all cycles, with the codes of their packs."""

    serializer_class = CycleSerializer
    queryset = selectors.cycles()


class InvestigatorList(ListAPIView[Investigator]):
    """List all investigators who build decks, with their options."""

    serializer_class = InvestigatorSerializer
    queryset = selectors.investigators()


class InvestigatorDetail(RetrieveAPIView[Investigator]):
    """Return one investigator, by the code of any printing."""

    serializer_class = InvestigatorSerializer
    queryset = selectors.investigators()
    lookup_url_kwarg = "code"

    def get_object(self) -> Investigator:
        card = selectors.resolve(self.kwargs["code"])
        return get_object_or_404(self.get_queryset(), pk=card.code if card else "")


class InvestigatorPool(APIView):
    """List the cards that an investigator can take, with any choice at deck creation."""

    @extend_schema(
        parameters=[OpenApiParameter("taboo", str, description="The code of a taboo list.")],
        responses=PoolSerializer,
    )
    def get(self, request: Request, code: str) -> Response:
        card = selectors.resolve(code)
        if card is None or card.investigator is None:
            raise Http404
        pool = selectors.pool(code, request.query_params.get("taboo", ""))
        answer: dict[str, Any] = {
            name: sorted(getattr(pool, name)) for name in ("free", "limited", "signatures")
        }
        return Response(PoolSerializer(answer).data)


class TabooListList(ListAPIView[TabooList]):
    """List all taboo lists, newest first."""

    serializer_class = TabooListSerializer
    queryset = selectors.taboo_lists()


class TabooListDetail(RetrieveAPIView[TabooList]):
    """Return one taboo list, with its entry for every card on it."""

    serializer_class = TabooListDetailSerializer
    queryset = selectors.taboo_lists().prefetch_related("entries")
    lookup_url_kwarg = "code"
