"""Shared parts of the trials of failure: a separate site, visitors, players, and a summary."""
