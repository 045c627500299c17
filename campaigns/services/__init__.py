"""Services of campaigns: every function that changes a campaign."""
