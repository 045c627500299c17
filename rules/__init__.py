"""The rules of the game as pure Python: values go in, verdicts and prices come out."""
