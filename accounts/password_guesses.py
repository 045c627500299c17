"""Limits on password guesses, shared by sign-in, admin site and confirmation forms."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.http import HttpRequest

from accounts import limits

#: Wrong guesses for one name from one network, and for all names from one network.
MOST_FAILURES, MOST_FROM_A_NETWORK = 10, 50
FAILURES_WITHIN = 5 * 60


@contextmanager
def a_guess(request: HttpRequest | None, name: str) -> Iterator[None]:
    """Count an attempt at the password of this name; it is uncounted unless the block raises an error.

    Counting comes first, so that many simultaneous attempts do not all pass because of an old count.
    """
    place = limits.network_of(request) if request else ""
    tries = {f"{name.lower()}@{place}": MOST_FAILURES, place: MOST_FROM_A_NETWORK}
    for guesser, most in tries.items():
        limits.spend("sign-in", guesser, most=most, seconds=FAILURES_WITHIN)
    yield
    for guesser, most in tries.items():
        limits.give_back("sign-in", guesser, most=most, seconds=FAILURES_WITHIN)
