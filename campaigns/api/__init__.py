"""Campaigns as JSON: everything that a page can do."""
