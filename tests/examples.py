"""How many examples the property tests try: a third every day, all of them before a release."""

import os

#: `./run test both` sets it.
ALL = os.environ.get("TEST_EXAMPLES") == "all"


def number_of_examples(number: int) -> int:
    """Return how many of this number of examples to try in this run."""
    return number if ALL else -(-number // 3)
