"""Collections: the boxes that players own, and the cards in them."""
