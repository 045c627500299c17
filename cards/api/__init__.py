"""The catalogue and collections, for programs."""
