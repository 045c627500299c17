"""The JSON API of the board games."""
