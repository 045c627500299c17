"""Formats of decks in other programs, read and written by pure functions."""
