"""The catalogue of cards, its search and import, and the collections of players."""
