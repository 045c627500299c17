"""The pages of the board games."""
