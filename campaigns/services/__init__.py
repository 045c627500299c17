"""Everything that changes a campaign."""
