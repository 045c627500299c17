"""What does it cost, and why? Purchases between two scenarios, their ledger, earnings (docs/prices.md)."""
