"""The chronicle: a campaign on one page, from its state and its entries."""
