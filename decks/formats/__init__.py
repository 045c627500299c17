"""The forms in which people keep decks elsewhere, read and written by pure functions."""
