"""Cards as values: printed facts, the catalogue, effects, and how many copies a collection has."""
