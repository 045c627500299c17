"""What do the account pages ask for?"""

from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm, UserCreationForm
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts import limits
from accounts.models import User
from accounts.services import GUEST_PREFIX

#: Wrong guesses at one name from one address, and at whichever names.
MOST_FAILURES, MOST_FROM_AN_ADDRESS = 10, 50
FAILURES_WITHIN = 5 * 60
PASSWORD_HINT = _("At least 8 characters; not your name, not a common password, not digits alone.")


class SignUpForm(UserCreationForm):
    class Meta:
        model = User
        fields = ["username", "email"]
        labels = {"username": _("Name"), "email": _("E-mail")}
        help_texts = {
            "username": _("Letters, digits and @ . + - _"),
            "email": _("Not needed. Without it nobody can help you with a forgotten password."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password1"].help_text = PASSWORD_HINT
        self.fields["password2"].help_text = ""
        self.fields["password2"].label = _("Password again")

    def clean_username(self) -> str:
        username: str = super().clean_username() or ""
        if username.lower().startswith(GUEST_PREFIX) or username.lower() == "guest":
            raise ValidationError(_("This name is for guests. Please choose another."), code="reserved")
        return username


class SignInForm(AuthenticationForm):
    """Name and password. Wrong guesses are counted, by name and address, and by address alone."""

    bring = forms.TypedChoiceField(
        label=_("What you made as a guest"),
        choices=[("yes", _("Bring it into my account")), ("no", _("Leave it behind"))],
        coerce=lambda value: value == "yes",
        initial="yes",
        widget=forms.RadioSelect,
        required=False,
        empty_value="yes",
    )

    def __init__(self, *args: Any, has_things: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("Name")
        if not has_things:
            del self.fields["bring"]

    def clean(self) -> dict[str, Any]:
        name = self.cleaned_data.get("username", "").lower()
        address = limits.address_of(self.request) if self.request else ""
        guessers = {f"{name}@{address}": MOST_FAILURES, address: MOST_FROM_AN_ADDRESS}
        for guesser, most in guessers.items():
            limits.check("sign-in", guesser, most=most)
        try:
            return super().clean()
        except ValidationError:
            for guesser in guessers:
                limits.count("sign-in", guesser, seconds=FAILURES_WITHIN)
            raise


class EmailForm(forms.ModelForm):
    class Meta:
        model = User
        fields = ["email"]
        labels = {"email": _("E-mail")}
        help_texts = {"email": _("Only for a forgotten password. Leave it empty to take it away.")}


class DeleteForm(forms.Form):
    """The name of the account, typed out, and its password: nobody deletes an account by a slip."""

    confirmation = forms.CharField(max_length=150)
    password = forms.CharField(
        label=_("Password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        self.expected = str(_("delete")) if user.is_guest else user.username
        self.fields["confirmation"].label = _("Type “%(word)s” to confirm") % {"word": self.expected}
        if not user.has_usable_password():
            del self.fields["password"]

    def clean_confirmation(self) -> str:
        typed: str = self.cleaned_data["confirmation"]
        if typed != self.expected:
            raise ValidationError(
                _("Please type “%(word)s” exactly."), code="differs", params={"word": self.expected}
            )
        return typed

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        if not self.user.check_password(password):
            raise ValidationError(_("This is not your password."), code="wrong")
        return password
