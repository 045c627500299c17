"""Forms of the campaigns app."""
