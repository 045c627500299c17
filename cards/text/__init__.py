"""Text made from the facts of cards."""
