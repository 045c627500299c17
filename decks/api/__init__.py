"""The API for decks: views, inputs and outputs."""
