"""Accounts: guests, players, their data, and limits on their use of the site."""
