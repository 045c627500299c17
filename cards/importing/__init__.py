"""How cards get into the database: the shipped catalogue, and imports of ArkhamDB's data."""
