"""Account pages: sign-up, sign-in, settings, API keys, export and deletion."""

import json
from typing import Any

from django.contrib import messages
from django.contrib.auth import login, logout
from django.contrib.auth import views as auth_views
from django.contrib.auth.decorators import login_required
from django.db import IntegrityError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse, reverse_lazy
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import account_data, keys, limits, services
from accounts.export import export_part, parts_of
from accounts.forms import (
    DeleteForm,
    EmailForm,
    KeyForm,
    NewPasswordForm,
    ResetForm,
    ResetPasswordForm,
    SignInForm,
    SignUpForm,
)
from accounts.models import User
from web.shared.numbers import read_whole

#: Password reset mails in an hour, to one address and from one network.
MOST_RESETS = 5


def parts_for(user: User) -> range:
    """The numbers of the files of an export."""
    return range(1, len(parts_of(user)) + 1)


def guest_of(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) and request.user.is_guest else None


@sensitive_post_parameters("password1", "password2")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def signup(request: HttpRequest) -> HttpResponse:
    guest = guest_of(request)
    if request.user.is_authenticated and guest is None:
        return redirect("account")
    if request.method == "POST":
        services.count_sign_up(request)
    form = SignUpForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        wanted = {name: form.cleaned_data[name] for name in ("username", "email")}
        if guest is None:
            services.count_newcomer(request)
        try:
            user = services.sign_up(user=guest or User(), password=form.cleaned_data["password1"], **wanted)
        except IntegrityError:
            form.add_error("username", _("This name is already taken."))
        else:
            login(request, user, backend=services.BACKEND)
            messages.success(request, _("Welcome, %(name)s.") % {"name": user.username})
            return redirect("home")
    things = account_data.summary(guest) if guest else []
    return render(request, "accounts/signup.html", {"form": form, "things": things})


class SignIn(auth_views.LoginView):
    """Sign in. A guest chooses what happens to the data saved so far."""

    template_name = "accounts/login.html"
    authentication_form = SignInForm

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated and guest_of(request) is None:
            return HttpResponseRedirect(self.get_success_url())
        return super().dispatch(request, *args, **kwargs)

    def get_default_redirect_url(self) -> str:
        return reverse("home")

    def things(self) -> list[str]:
        guest = guest_of(self.request)
        return account_data.summary(guest) if guest else []

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "has_things": bool(self.things())}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(things=self.things(), **kwargs)

    def form_valid(self, form: Any) -> HttpResponse:
        guest, user = guest_of(self.request), form.get_user()
        things = self.things()
        response = super().form_valid(form)
        if guest and things and form.cleaned_data["bring"]:
            services.bring_along(guest=guest, user=user)
            messages.success(
                self.request, _("Moved to your account: %(things)s.") % {"things": ", ".join(things)}
            )
        return response


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_out(request: HttpRequest) -> HttpResponse:
    """Sign out after a confirmation, because a guest's data cannot be reached again."""
    if request.method == "POST":
        logout(request)
        messages.info(request, _("You are signed out."))
        return redirect("home")
    if not request.user.is_authenticated:
        return redirect("home")
    guest = guest_of(request)
    context = {"things": account_data.summary(guest), "parts": parts_for(guest)} if guest else {}
    return render(request, "accounts/logout.html", context)


@sensitive_post_parameters("password")
@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def account(request: HttpRequest) -> HttpResponse:
    user = _player(request)
    form = EmailForm(request.POST or None, request=request, instance=User.objects.get(pk=user.pk))
    if request.method == "POST" and form.is_valid():
        services.change_email(user=user, email=form.cleaned_data["email"])
        messages.success(request, _("Saved."))
        return redirect("account")
    return _account_page(request, form)


def _account_page(request: HttpRequest, form: EmailForm, key_form: KeyForm | None = None) -> HttpResponse:
    user = _player(request)
    context = {
        "form": form,
        "key_form": key_form or KeyForm(),
        "keys": keys.keys_of(user),
        "things": account_data.summary(user),
        "parts": parts_for(user),
    }
    return render(request, "accounts/account.html", context)


@login_required
@require_safe
@limits.costly("bulk", methods=["GET"])
def account_export(request: HttpRequest) -> HttpResponse:
    """Everything of a player as a file; a large account has several, by their number."""
    number = read_whole(request.GET.get("part", "1"), most=99_999) or 0
    exported = export_part(_player(request), number)
    if exported is None:
        raise Http404
    body = json.dumps(exported, ensure_ascii=False)
    response = HttpResponse(body, content_type="application/json; charset=utf-8")
    part = f"-{number}" if "parts" in exported else ""
    response["Content-Disposition"] = f'attachment; filename="casebook-{timezone.localdate()}{part}.json"'
    return response


@sensitive_post_parameters("password")
@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def account_delete(request: HttpRequest) -> HttpResponse:
    user = _player(request)
    form = DeleteForm(request.POST or None, request=request)
    if request.method == "POST" and form.is_valid():
        logout(request)
        services.delete_account(user)
        messages.success(request, _("Your account and everything in it was deleted."))
        return redirect("home")
    context = {"form": form, "things": account_data.summary(user), "parts": parts_for(user)}
    return render(request, "accounts/account_delete.html", context)


@login_required
@never_cache
@require_POST
def key_new(request: HttpRequest) -> HttpResponse:
    """Create an API key. Only this response ever shows it."""
    user, form = _player(request), KeyForm(request.POST)
    if user.is_guest:
        messages.warning(request, _("Sign up first: a key belongs to an account."))
        return redirect("signup")
    if not form.is_valid():
        return _account_page(request, EmailForm(request=request, instance=user), form)
    name = form.cleaned_data["name"]
    return render(request, "accounts/key_new.html", {"key": keys.create_key(user, name=name), "name": name})


@login_required
@never_cache
@require_POST
def key_end(request: HttpRequest, pk: int) -> HttpResponse:
    if not keys.end_key(_player(request), pk):
        raise Http404
    messages.success(request, _("Key revoked."))
    return redirect("account")


class PasswordChange(auth_views.PasswordChangeView):
    template_name = "accounts/password_change.html"
    form_class = NewPasswordForm
    success_url = reverse_lazy("account")

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "request": self.request}

    def form_valid(self, form: Any) -> HttpResponse:
        messages.success(self.request, _("Password changed."))
        return super().form_valid(form)


class PasswordReset(auth_views.PasswordResetView):
    """Send a link by mail to reset the password. The number of mails is limited by address and network."""

    template_name = "accounts/password_reset.html"
    email_template_name = "accounts/password_reset_email.txt"
    subject_template_name = "accounts/password_reset_subject.txt"
    success_url = reverse_lazy("password-reset-sent")
    form_class = ResetForm

    def form_valid(self, form: Any) -> HttpResponse:
        for who in (form.cleaned_data["email"].lower(), limits.network_of(self.request)):
            limits.spend("password-reset", who, most=MOST_RESETS, seconds=services.AN_HOUR)
        return super().form_valid(form)


class PasswordResetSent(auth_views.PasswordResetDoneView):
    template_name = "accounts/password_reset_sent.html"


class PasswordResetConfirm(auth_views.PasswordResetConfirmView):
    template_name = "accounts/password_reset_confirm.html"
    form_class = ResetPasswordForm
    success_url = reverse_lazy("login")

    def form_valid(self, form: Any) -> HttpResponse:
        messages.success(self.request, _("Password changed. Sign in with the new password."))
        return super().form_valid(form)


def _player(request: HttpRequest) -> User:
    """Return the user of a view that requires one."""
    assert isinstance(request.user, User)
    return request.user
