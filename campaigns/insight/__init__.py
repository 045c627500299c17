"""What the history of a campaign shows: ledger, experience, statistics, achievements, chronicle."""
