"""Template filters of the board games."""

from django import template

from boardgames.text import place_text

register = template.Library()

register.filter("place_text", place_text)


@register.filter
def minus_sign(number: int) -> str:
    """Return a number with a true minus sign."""
    return str(number).replace("-", "−")
