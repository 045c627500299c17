"""Background work: what runs, how far it is, what came of it."""
