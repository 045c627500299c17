"""Campaigns: the party, what happened to it, and what it may do next."""
