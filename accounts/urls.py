"""URLs of the account pages (at /) and of their JSON API (at /api/v1/)."""

from django.urls import URLPattern, URLResolver, path
from django.views.decorators.http import require_http_methods

from accounts import views
from accounts.api.urls import api as api

#: Restricts Django's own views, which accept other methods, too.
a_form = require_http_methods(["GET", "HEAD", "POST"])

pages: list[URLPattern | URLResolver] = [
    path("sign-up/", views.signup, name="signup"),
    path("sign-in/", a_form(views.SignIn.as_view()), name="login"),
    path("sign-out/", views.sign_out, name="logout"),
    path("account/", views.account, name="account"),
    path("account/export/", views.account_export, name="account-export"),
    path("account/delete/", views.account_delete, name="account-delete"),
    path("account/keys/", views.key_new, name="account-key-new"),
    path("account/keys/<int:pk>/end/", views.key_end, name="account-key-end"),
    path("account/password/", a_form(views.PasswordChange.as_view()), name="password-change"),
    path("password/", a_form(views.PasswordReset.as_view()), name="password-reset"),
    path("password/sent/", views.PasswordResetSent.as_view(), name="password-reset-sent"),
    path(
        "password/<uidb64>/<token>/",
        a_form(views.PasswordResetConfirm.as_view()),
        name="password-reset-confirm",
    ),
]
