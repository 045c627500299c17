"""Forms of the collection pages. They check the form of the input; services check the rest."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.limits import shown_again
from cards.collections.transfer import LARGEST


class NameForm(forms.Form):
    name = forms.CharField(
        label=_("Name"), max_length=100, help_text=_("For example “At home” or “Our group”.")
    )


class ShareForm(forms.Form):
    username = forms.CharField(
        label=_("Player"),
        max_length=150,
        help_text=_("The name they sign in with. Check the spelling: you won't see whether it exists."),
    )
    may_edit = forms.BooleanField(label=_("can edit"), required=False)


class PastedText(forms.Textarea):
    """A field for a text that may be very long."""

    def format_value(self, value: Any) -> Any:
        return shown_again(value) if isinstance(value, str) else super().format_value(value)


class ImportForm(forms.Form):
    """A file or a pasted text."""

    file = forms.FileField(
        label=_("File"), required=False, help_text=_("JSON exported from Casebook, or a list of pack codes.")
    )
    text = forms.CharField(
        label=_("Or paste it"),
        required=False,
        max_length=LARGEST,
        widget=PastedText(attrs={"rows": 4, "spellcheck": "false"}),
        help_text=_("Pack codes separated by commas are enough: core, dwl, ptc."),
    )

    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = super().clean() or {}
        if not given.get("file") and not (given.get("text") or "").strip() and not self.errors:
            raise forms.ValidationError(_("Choose a file or paste its content."))
        return given

    @property
    def written(self) -> bytes | str:
        """The content that was given. Of a file that is too large, only enough to detect it."""
        file = self.cleaned_data.get("file")
        given: bytes | str = file.read(LARGEST + 1) if file else self.cleaned_data["text"]
        return given
