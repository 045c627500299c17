"""Numbers as people read them: with a true minus sign, and shares in whole percent."""


def plain(n: int) -> str:
    """Return a number with a minus sign instead of a hyphen."""
    return str(n).replace("-", "−")


def signed(n: int) -> str:
    """Return a change: with a plus or a minus sign, and 0 without one."""
    return f"{n:+d}".replace("-", "−") if n else "0"


def percent(part: int, whole: int) -> int:
    """Return a share in whole percent; a half is rounded up. A share of nothing is 0."""
    return (200 * part + whole) // (2 * whole) if whole else 0
