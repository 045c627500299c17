"""How is a form drawn? Each field with its label, its hint, and what is wrong with it beside it."""

from django.forms.renderers import TemplatesSetting


class Renderer(TemplatesSetting):
    form_template_name = "forms/form.html"
    field_template_name = "forms/field.html"
