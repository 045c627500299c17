"""The JSON API of accounts."""
