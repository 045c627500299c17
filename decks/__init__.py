"""Decks: their contents, versions, upgrades, imports and exports, and the pages and API for them."""
