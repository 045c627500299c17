"""The rules pages: every rule with its citations, the editions, interpretations and coverage."""
