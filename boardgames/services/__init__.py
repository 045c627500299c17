"""Everything that writes games, their members and templates."""
