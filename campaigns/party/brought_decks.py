"""Decks that players bring to a campaign, several at once: pasted, uploaded, or their own."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts.limits import MOST_SHOWN_AGAIN
from accounts.models import User
from campaigns.errors import BadStep
from cards.adapters import catalogue
from decks import selectors as deck_selectors
from decks.adapters import rules_deck
from decks.formats.errors import Unreadable
from decks.importing import Preview, preview
from decks.models import Deck
from decks.remote_decks import resolve_addresses
from decks.text import error_text
from rules.campaign.resuming import MOST_INVESTIGATORS
from rules.cards import model

#: Characters of pasted or uploaded decks, which the page repeats; four decks have some thousands.
MOST_TEXT = MOST_SHOWN_AGAIN
#: Lines that were not understood and are named for each deck.
MOST_LINES = 5


@dataclass(frozen=True, slots=True)
class BroughtDeck:
    """A deck for a seat: one of the user's own, or one that was read and is not saved yet."""

    name: str
    content: model.Deck
    own: Deck | None = None
    read: Preview | None = None
    remarks: tuple[str, ...] = ()
    """What was not understood and is left out."""

    @property
    def investigator(self) -> str:
        return self.content.investigator

    @property
    def front(self) -> str:
        return self.content.choices.front


def sent_text(request: HttpRequest, name: str = "text") -> str:
    """Return the text that was pasted, followed by the uploaded file; BadStep if it cannot be read.

    Addresses of ArkhamDB and arkham.build are replaced by the decks there, so that they are loaded once.
    """
    text = request.POST.get(name, "")
    file = request.FILES.get("file")
    if file is not None:
        if file.size is None or file.size > MOST_TEXT:
            raise BadStep(_("The file is too large. Upload only the decks of this campaign."))
        try:
            uploaded = file.read().decode("utf-8-sig")
        except UnicodeDecodeError:
            raise BadStep(_("This isn't a text file. Upload JSON or a list of cards in UTF-8.")) from None
        text = f"{text.rstrip()}\n\n{uploaded}" if text.strip() else uploaded
    if len(text) > MOST_TEXT:
        raise BadStep(_("The text is too long. Paste only the decks of this campaign."))
    try:
        found = resolve_addresses(text, versions=False)
    except Unreadable as error:
        raise BadStep(error_text(error)) from error
    if len(found) > MOST_TEXT:
        raise BadStep(_("These decks are too large. Enter their addresses one at a time."))
    return found


def read_decks(text: str) -> list[BroughtDeck]:
    """Return the decks of a text: JSON of ArkhamDB or arkham.build, or lists. BadStep names every problem."""
    if not text.strip():
        return []
    try:
        found = preview(text)
    except Unreadable as error:
        raise BadStep(error_text(error)) from error
    if len(found) > MOST_INVESTIGATORS:
        facts = {"n": len(found), "most": MOST_INVESTIGATORS}
        raise BadStep(_("These are %(n)d decks; a campaign takes at most %(most)d at once.") % facts)
    problems = [f"{_name(row)}: {error_text(row.error)}" for row in found if row.error]
    problems += [
        _("%(deck)s: the investigator is missing.") % {"deck": _name(row)}
        for row in found
        if row.record and not _is_investigator(row.record.deck.investigator)
    ]
    if problems:
        raise BadStep(" ".join(problems))
    return [
        BroughtDeck(_name(row), row.record.deck, read=row, remarks=tuple(_remarks(row)))
        for row in found
        if row.record
    ]


def _is_investigator(code: str) -> bool:
    card = catalogue().resolve(code)
    return card is not None and card.type == "investigator"


def _name(row: Preview) -> str:
    """Return a name by which players recognize the deck: its own, its investigator's, its number."""
    number = _("Deck %(n)d") % {"n": row.number}
    if row.record is None:
        return number
    card = catalogue().resolve(row.record.deck.investigator)
    named = " ".join(row.record.name.split())[:80] or (card.title if card else "")
    return f"{number} ({named})" if named else number


def _remarks(row: Preview) -> Iterable[str]:
    for line in row.not_understood[:MOST_LINES]:
        facts = {"line": line.number, "text": line.text.strip()[:60]}
        yield _("line %(line)d is left out: “%(text)s”") % facts
    if (more := len(row.not_understood) - MOST_LINES) > 0:
        yield _("%(n)d more lines are left out") % {"n": more}
    unknown = (
        [code for code in row.record.deck.slots if catalogue().resolve(code) is None] if row.record else []
    )
    if unknown:
        yield _("unknown cards: %(cards)s") % {"cards": ", ".join(sorted(unknown)[:MOST_LINES])}


def own_decks(user: User, ids: Iterable[str]) -> list[BroughtDeck]:
    """Return decks of the user by their ids, in this order; BadStep if one of them is not the user's."""
    try:
        wanted = [UUID(id) for id in dict.fromkeys(ids)][:MOST_INVESTIGATORS]
    except ValueError:
        raise BadStep(_("You have no deck with this id.")) from None
    known = {deck.public_id: deck for deck in deck_selectors.decks_of(user).filter(public_id__in=wanted)}
    if len(known) < len(wanted):
        raise BadStep(_("You have no deck with this id."))
    return [BroughtDeck(known[id].name, rules_deck(known[id]), own=known[id]) for id in wanted]
