"""What do the account pages ask for?"""

from typing import Any

from django import forms
from django.contrib.admin.forms import AdminAuthenticationForm
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm, UserCreationForm
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.guessing import a_guess
from accounts.models import ApiKey, User
from accounts.services import GUEST_PREFIX

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


class CountedSignInForm(AuthenticationForm):
    """Name and password. Wrong guesses are counted by name and network, and by network alone."""

    def clean(self) -> dict[str, Any]:
        with a_guess(self.request, self.cleaned_data.get("username", "")):
            return super().clean()


class StaffSignInForm(CountedSignInForm, AdminAuthenticationForm):
    """The door of the administration, with the same counts."""


class SignInForm(CountedSignInForm):
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


class PasswordConfirmed(forms.Form):
    """A form that asks for the password of whoever is signed in. Guests have none, and are not asked."""

    password = forms.CharField(
        label=_("Password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, *args: Any, request: HttpRequest, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        assert isinstance(request.user, User)
        self.request, self.user = request, request.user
        if not self.user.has_usable_password():
            del self.fields["password"]

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        with a_guess(self.request, self.user.username):
            if not self.user.check_password(password):
                raise ValidationError(_("This is not your password."), code="wrong")
        return password


class EmailForm(PasswordConfirmed, forms.ModelForm):
    """Whoever can change the address can have the password replaced by mail, so the password is asked for."""

    class Meta:
        model = User
        fields = ["email"]
        labels = {"email": _("E-mail")}
        help_texts = {"email": _("Only for a forgotten password. Leave it empty to take it away.")}

    field_order = ["email", "password"]


class NewPasswordForm(PasswordChangeForm):
    def __init__(self, *args: Any, request: HttpRequest, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.request = request

    def clean_old_password(self) -> str:
        with a_guess(self.request, self.user.get_username()):
            return super().clean_old_password()


class KeyForm(forms.ModelForm):
    class Meta:
        model = ApiKey
        fields = ["name"]
        labels = {"name": _("What the key is for")}
        help_texts = {"name": _("Such as the program that will use it.")}


class DeleteForm(PasswordConfirmed):
    """The name of the account, typed out, and its password: nobody deletes an account by a slip."""

    confirmation = forms.CharField(max_length=150)

    field_order = ["confirmation", "password"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.expected = str(_("delete")) if self.user.is_guest else self.user.username
        self.fields["confirmation"].label = _("Type “%(word)s” to confirm") % {"word": self.expected}

    def clean_confirmation(self) -> str:
        typed: str = self.cleaned_data["confirmation"]
        if typed != self.expected:
            raise ValidationError(
                _("Please type “%(word)s” exactly."), code="differs", params={"word": self.expected}
            )
        return typed
