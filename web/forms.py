"""The form renderer: each field with its label, hint and errors."""

from django.forms.renderers import TemplatesSetting


class Renderer(TemplatesSetting):
    form_template_name = "forms/form.html"
    field_template_name = "forms/field.html"
