"""What do the forms of the deck pages hold? They check shape, never rules."""
