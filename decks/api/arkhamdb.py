"""The addresses of ArkhamDB's public API for decks, so that its clients can read decks from here.

A deck has the number of its row, which is stable and survives backups: Tabletop Simulator and bots take
nothing else. A number opens public decks alone, so that counting up finds nothing that was not published. The
deck's id works like its number. A deck that is shared by link has no number; it is opened by the token of the
link, as clients open the shares of arkham.build.
"""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from cards.api.arkhamdb import PublicView, json_answer
from decks import selectors
from decks.formats.export import as_json
from decks.models import Deck, DeckVersion, Visibility

NUMBER = re.compile(r"([0-9]{1,18})(?:-([0-9]{1,6}))?", re.ASCII)
ID = re.compile(r"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:-([0-9]{1,6}))?", re.ASCII | re.IGNORECASE)
#: The most decks in the list of one day, and the characters after which it ends. Notes may be long.
MOST_DECKS, MOST_CHARACTERS = 1_000, 5_000_000
#: Decks that are read at a time.
AT_ONCE = 100


def deck_at(name: str) -> tuple[Deck, DeckVersion | None]:
    """Return the deck of a number, id or share token, and the version of `57-2`. Http404 if there is none."""
    public = selectors.public_decks()
    found: Deck | None
    version = None
    if match := NUMBER.fullmatch(name):
        found, version = public.filter(pk=int(match[1])).first(), match[2]
    elif match := ID.fullmatch(name):
        found, version = public.filter(public_id=UUID(match[1])).first(), match[2]
    else:
        found = selectors.deck_by_token(name)
    if found is None:
        raise Http404
    return found, _version(found, int(version)) if version else None


def _version(deck: Deck, number: int) -> DeckVersion:
    found = deck.versions.select_related("previous").filter(number=number).first()
    if found is None:
        raise Http404
    return found


def deck_json(deck: Deck, version: DeckVersion | None = None) -> dict[str, Any]:
    """Return the deck as ArkhamDB has it. Public decks, and their earlier versions, go by their number."""
    written = as_json(deck, version, mine=False)
    shown = version or deck.working
    assert shown is not None
    # Some clients parse `meta` without asking whether it is empty.
    row = {**written, "user_id": None, "meta": written["meta"] or "{}"}
    if deck.visibility == Visibility.PUBLIC:
        row["id"] = deck.pk if shown.pk == deck.working_id else f"{deck.pk}-{shown.number}"
        row["previous_deck"] = f"{deck.pk}-{shown.previous.number}" if shown.previous else None
        row["next_deck"] = deck.pk if shown.pk != deck.working_id else None
    else:
        row["previous_deck"] = row["next_deck"] = None
    return row


def decklist_json(deck: Deck, version: DeckVersion | None = None) -> dict[str, Any]:
    """Return the deck as a decklist of ArkhamDB, in which commas are between the tags."""
    return {**deck_json(deck, version), "tags": ", ".join(tag.name for tag in deck.tags.all())}


def _bytes(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


@extend_schema(exclude=True)
class PublicDeck(PublicView):
    def get(self, request: Request, name: str) -> HttpResponse:
        """Return a deck that is public or shared by link. Others do not exist here."""
        return json_answer(request, _bytes(deck_json(*deck_at(name))))


@extend_schema(exclude=True)
class PublicDecklist(PublicView):
    def get(self, request: Request, name: str) -> HttpResponse:
        """Return the same deck under its other address. Published decks are decklists on ArkhamDB."""
        return json_answer(request, _bytes(decklist_json(*deck_at(name))))


@extend_schema(exclude=True)
class DecklistsByDate(PublicView):
    def get(self, request: Request, day: str) -> HttpResponse:
        """List the public decks that were created on a day (UTC)."""
        try:
            begun = datetime.strptime(day, "%Y-%m-%d").replace(tzinfo=UTC)
            ended = begun + timedelta(days=1)
        except (ValueError, OverflowError):
            raise Http404 from None
        found = selectors.public_decks().filter(created__gte=begun, created__lt=ended).order_by("pk")
        decks = found.select_related("working__previous")[:MOST_DECKS]
        rows, size = list[bytes](), 0
        for deck in decks.iterator(chunk_size=AT_ONCE):
            rows.append(_bytes(decklist_json(deck)))
            size += len(rows[-1])
            if size > MOST_CHARACTERS:
                break
        return json_answer(request, b"[" + b",".join(rows) + b"]")
