"""Prices of purchases between two scenarios, the reasons for them, and their ledger (docs/prices.md)."""
