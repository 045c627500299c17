"""What a deck is like: figures, charts, odds, comparisons, pull list and history."""
