"""The catalogue of cards, and who owns which."""
