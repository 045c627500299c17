"""Pages of campaigns: the list, the table, the log, the bag, and what is done there."""
