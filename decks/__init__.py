"""Decks and their history."""
