"""Decks as JSON."""
