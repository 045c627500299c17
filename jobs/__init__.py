"""Background jobs: their kinds, progress and results."""
