"""Changes of collections and of the catalogue in the database."""
