"""Search of the catalogue: the index, the query, its filters, and the cards page."""
