"""Backups of the app Arkham Cards: read, and converted to a start in the middle of a campaign."""
