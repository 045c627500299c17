"""How cards are read: the shipped catalogue, ArkhamDB's data, and the rows that they become."""
