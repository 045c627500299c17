"""Guesses at passwords, counted together at every door: sign-in, administration, and confirmations."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.http import HttpRequest

from accounts import limits

#: Wrong guesses at one name from one network, and at all names from one network.
MOST_FAILURES, MOST_FROM_A_NETWORK = 10, 50
FAILURES_WITHIN = 5 * 60


@contextmanager
def a_guess(request: HttpRequest | None, name: str) -> Iterator[None]:
    """Count a try at the password of this name. It is taken back unless the block raises an error.

    Counting comes first, so that many tries at the same moment are not all let in by an old count.
    """
    place = limits.network_of(request) if request else ""
    tries = {f"{name.lower()}@{place}": MOST_FAILURES, place: MOST_FROM_A_NETWORK}
    for guesser, most in tries.items():
        limits.spend("sign-in", guesser, most=most, seconds=FAILURES_WITHIN)
    yield
    for guesser, most in tries.items():
        limits.give_back("sign-in", guesser, most=most, seconds=FAILURES_WITHIN)
