"""Template tags of all pages: icons, form keys and form controls."""

from uuid import uuid4

from django import forms, template
from django.forms import BoundField
from django.utils.html import format_html
from django.utils.safestring import SafeString

from web.shared import numbers
from web.shared.sprite import drawing, sprite

register = template.Library()

CLASSES = [
    (forms.Textarea, "textarea"),
    (forms.RadioSelect, ""),
    (forms.CheckboxInput, ""),
    (forms.Select, "select"),
]


@register.simple_tag
def icon(name: str, extra: str = "", *, label: str = "") -> SafeString:
    """Return an icon of the sprite. Without a label it is hidden from screen readers."""
    if not label:
        return drawing(name, extra)
    return format_html(
        '<svg class="{}" role="img" aria-label="{}"><use href="{}#i-{}"/></svg>',
        f"icon {extra}".strip(),
        label,
        sprite(),
        name,
    )


@register.filter
def signed(n: int) -> str:
    """Return a change with its sign, such as +2 or −1."""
    return numbers.signed(n)


@register.simple_tag
def form_key() -> SafeString:
    """Return a hidden field with the idempotency key of a form, so that a double click creates one thing."""
    return format_html('<input type="hidden" name="key" value="{}">', uuid4())


@register.simple_tag
def control(field: BoundField) -> SafeString:
    """Return the control of a form field, with the classes of the stylesheet."""
    css = next((css for kind, css in CLASSES if isinstance(field.field.widget, kind)), "input")
    return field.as_widget(attrs={"class": css} if css else {})
