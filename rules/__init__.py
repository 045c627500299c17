"""The law of the game: values in, verdicts and prices out."""
