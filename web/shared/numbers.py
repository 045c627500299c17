"""Numbers as people write and read them: with a true minus sign, and shares in percent."""

import re
from fractions import Fraction

from django.utils.formats import number_format

_WHOLE = re.compile(r"-?[0-9]{1,18}")


def read_whole(text: str, *, least: int = 0, most: int) -> int | None:
    """Return the whole number in a text that was typed or sent; None if it has none within these bounds."""
    text = text.strip().replace("−", "-").removeprefix("+")
    number = int(text) if _WHOLE.fullmatch(text) else None
    return number if number is not None and least <= number <= most else None


def read_key(text: str) -> int:
    """Return the primary key that a form sent; 0, which no row has, if it is not one."""
    return read_whole(text, most=10**18) or 0


def plain(n: int) -> str:
    """Return a number with a minus sign instead of a hyphen."""
    return str(n).replace("-", "−")


def signed(n: int) -> str:
    """Return a change: with a plus or a minus sign, and 0 without one."""
    return f"{n:+d}".replace("-", "−") if n else "0"


def percent(part: int, whole: int) -> int:
    """Return a share in whole percent; a half is rounded up. A share of nothing is 0."""
    return (200 * part + whole) // (2 * whole) if whole else 0


def exact_percent(share: Fraction) -> str:
    """Return a share in percent with one decimal place, in the user's language; a half is rounded up."""
    tenths = int(share * 1000 + Fraction(1, 2))
    return number_format(f"{tenths // 10}.{tenths % 10}")
