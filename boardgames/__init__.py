"""Games of the board games: trackers that know the rules, keep every investigator and can undo."""
