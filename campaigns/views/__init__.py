"""Pages of campaigns: list, overview, log, chaos bag, and all actions."""
