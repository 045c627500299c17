"""Forms of the account pages."""

from typing import Any

from django import forms
from django.contrib.admin.forms import AdminAuthenticationForm
from django.contrib.auth.forms import (
    AuthenticationForm,
    PasswordChangeForm,
    PasswordResetForm,
    SetPasswordForm,
    UserCreationForm,
)
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import ApiKey, User
from accounts.password_guesses import a_guess
from accounts.services import GUEST_PREFIX

PASSWORD_HINT = _("At least 8 characters. Not your name, a common password, or only digits.")


class SignUpForm(UserCreationForm):
    class Meta:
        model = User
        fields = ["username", "email"]
        labels = {"username": _("Name"), "email": _("E-mail")}
        help_texts = {
            "username": _("Letters, digits and @ . + - _"),
            "email": _("Optional. Without it, you can't reset a forgotten password."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password1"].help_text = PASSWORD_HINT
        self.fields["password2"].help_text = ""
        self.fields["password2"].label = _("Password again")

    def clean_username(self) -> str:
        username: str = super().clean_username() or ""
        if username.lower().startswith(GUEST_PREFIX) or username.lower() == "guest":
            raise ValidationError(_("This name is reserved for guests. Choose another."), code="reserved")
        return username


class CountedSignInForm(AuthenticationForm):
    """Name and password. Wrong guesses are counted by name and network, and by network alone."""

    def clean(self) -> dict[str, Any]:
        with a_guess(self.request, self.cleaned_data.get("username", "")):
            return super().clean()


class StaffSignInForm(CountedSignInForm, AdminAuthenticationForm):
    """The sign-in form of the admin site, with the same counts."""


class SignInForm(CountedSignInForm):
    bring = forms.TypedChoiceField(
        label=_("What you made as a guest"),
        choices=[("yes", _("Move it to my account")), ("no", _("Discard it"))],
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
    """A form with the password of the signed-in user. Guests have none, and no field for it."""

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
                raise ValidationError(_("The password is wrong."), code="wrong")
        return password


class ResetForm(PasswordResetForm):
    """A form for the address that a link to a new password is sent to."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = _("E-mail")


class EmailForm(PasswordConfirmed, forms.ModelForm):
    """A form for the email address. It needs the password, because the address can be used to reset it."""

    class Meta:
        model = User
        fields = ["email"]
        labels = {"email": _("E-mail")}
        help_texts = {"email": _("Only used to reset your password. Leave empty to remove it.")}

    field_order = ["email", "password"]


def _hint_at_password(form: forms.Form) -> None:
    """Say in one sentence what a new password must be, as when an account is made."""
    form.fields["new_password1"].help_text = PASSWORD_HINT
    form.fields["new_password2"].help_text = ""
    form.fields["new_password2"].label = _("Password again")


class ResetPasswordForm(SetPasswordForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _hint_at_password(self)


class NewPasswordForm(PasswordChangeForm):
    def __init__(self, *args: Any, request: HttpRequest, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.request = request
        _hint_at_password(self)

    def clean_old_password(self) -> str:
        with a_guess(self.request, self.user.get_username()):
            return super().clean_old_password()


class KeyForm(forms.ModelForm):
    class Meta:
        model = ApiKey
        fields = ["name"]
        labels = {"name": _("Name of the key")}
        help_texts = {"name": _("For example the program that will use it.")}


class DeleteForm(PasswordConfirmed):
    """A form to delete an account, with its name typed out and its password to prevent accidents."""

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
                _("Type “%(word)s” exactly."), code="differs", params={"word": self.expected}
            )
        return typed
