"""What do the collection's pages ask for? Shape only: what may be is for the services to say."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from cards.transfer import LARGEST


class NameForm(forms.Form):
    name = forms.CharField(
        label=_("Name"), max_length=100, help_text=_("Such as “The shelf at home” or “Ours together”.")
    )


class ShareForm(forms.Form):
    username = forms.CharField(
        label=_("Player"),
        max_length=150,
        help_text=_("By the name they sign in with. Make sure of it: you are not told whether it exists."),
    )
    may_edit = forms.BooleanField(label=_("may change what is in it"), required=False)


class ImportForm(forms.Form):
    """A file or a pasted text; one of them."""

    file = forms.FileField(
        label=_("File"), required=False, help_text=_("JSON as exported here, or a list of codes.")
    )
    text = forms.CharField(
        label=_("Or paste it"),
        required=False,
        max_length=LARGEST,
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false"}),
        help_text=_("Codes of packs will do, with commas between them: core, dwl, ptc."),
    )

    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = super().clean() or {}
        if not given.get("file") and not (given.get("text") or "").strip() and not self.errors:
            raise forms.ValidationError(_("Choose a file, or paste what is in it."))
        return given

    @property
    def written(self) -> bytes | str:
        """What was given. Of a file that is too large, just enough to see that it is."""
        file = self.cleaned_data.get("file")
        return file.read(LARGEST + 1) if file else self.cleaned_data["text"]
