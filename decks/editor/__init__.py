"""What the deck editor shows: the pool, the deck's rows, the verdict on them, and how cards get in."""
