"""What do all templates draw with? Icons of our own."""

from django import forms, template
from django.forms import BoundField
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()

CLASSES = [
    (forms.Textarea, "textarea"),
    (forms.RadioSelect, ""),
    (forms.CheckboxInput, ""),
    (forms.Select, "select"),
]


@register.simple_tag
def icon(name: str, extra: str = "", *, label: str = "") -> SafeString:
    """An icon of the sprite. It is silent beside a word; alone it needs a label."""
    return format_html(
        '<svg class="{}" {}><use href="{}#i-{}"/></svg>',
        f"icon {extra}".strip(),
        format_html('role="img" aria-label="{}"', label) if label else SafeString('aria-hidden="true"'),
        static("icons.svg"),
        name,
    )


@register.simple_tag
def control(field: BoundField) -> SafeString:
    """A form field's control, in the classes of the stylesheet."""
    css = next((css for kind, css in CLASSES if isinstance(field.field.widget, kind)), "input")
    return field.as_widget(attrs={"class": css} if css else {})
