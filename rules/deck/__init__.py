"""Decks: reading them, the cards that an investigator may take, and the verdict on them."""
