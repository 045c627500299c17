"""Effects on setup of an investigator, whose front and back may be of two versions of the card."""

from __future__ import annotations

from collections.abc import Iterator

from rules.cards.model import Card, Effect


def setup_effects(front: Card | None, back: Card | None, kind: str) -> Iterator[tuple[Card, Effect]]:
    """Yield the effects of one kind with their card: those of the front, and those printed on the back."""
    for card, face in ((front, "front"), (back, "back")):
        if card is not None:
            for effect in card.effects_of(kind):
                if effect.get("face", "front") == face:
                    yield card, effect
