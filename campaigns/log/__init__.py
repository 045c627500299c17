"""The campaign log: its page, its forms, and its sections that are tables."""
