"""Who is asking: guests, players, and what belongs to them."""
