"""The URLs of accounts: the ones used from allauth, and our own."""

from allauth.account import views as allauth
from allauth.mfa.base import views as mfa
from allauth.mfa.recovery_codes import views as recovery_codes
from allauth.mfa.totp import views as totp
from django.urls import path, re_path

from game.accounts.decorators import account_required, guest_as_anonymous
from people.settings import pages
from people.settings.two_factor import show_unreadable_secret

urlpatterns = [
    path("signup/", guest_as_anonymous(pages.SignUpView.as_view()), name="account_signup"),
    path("login/", guest_as_anonymous(pages.LogInView.as_view()), name="account_login"),
    path("login/code/", guest_as_anonymous(mfa.authenticate), name="mfa_authenticate"),
    path("logout/", guest_as_anonymous(allauth.logout), name="account_logout"),
    path(
        "password/reset/",
        guest_as_anonymous(pages.PasswordResetRequestView.as_view()),
        name="account_reset_password",
    ),
    path(
        "password/reset/done/",
        guest_as_anonymous(allauth.password_reset_done),
        name="account_reset_password_done",
    ),
    re_path(
        r"^password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        guest_as_anonymous(allauth.password_reset_from_key),
        name="account_reset_password_from_key",
    ),
    path(
        "password/reset/key/done/",
        guest_as_anonymous(allauth.password_reset_from_key_done),
        name="account_reset_password_from_key_done",
    ),
    re_path(
        r"^email/confirm/(?P<key>[-:\w]+)/$",
        guest_as_anonymous(allauth.confirm_email),
        name="account_confirm_email",
    ),
    path("", account_required(pages.account), name="account"),
    path("email/", account_required(allauth.email), name="account_email"),
    path("password/", account_required(allauth.password_change), name="account_change_password"),
    path("confirm/", account_required(allauth.reauthenticate), name="account_reauthenticate"),
    path("confirm/code/", account_required(mfa.reauthenticate), name="mfa_reauthenticate"),
    path("second-factor/", account_required(mfa.index), name="mfa_index"),
    path("second-factor/on/", account_required(totp.activate_totp), name="mfa_activate_totp"),
    path("second-factor/off/", account_required(totp.deactivate_totp), name="mfa_deactivate_totp"),
    path(
        "second-factor/codes/",
        account_required(show_unreadable_secret(recovery_codes.view_recovery_codes)),
        name="mfa_view_recovery_codes",
    ),
    path(
        "second-factor/codes/new/",
        account_required(show_unreadable_secret(recovery_codes.generate_recovery_codes)),
        name="mfa_generate_recovery_codes",
    ),
    path(
        "second-factor/codes/file/",
        account_required(show_unreadable_secret(recovery_codes.download_recovery_codes)),
        name="mfa_download_recovery_codes",
    ),
    path("download/", account_required(pages.download), name="account_download"),
    path("delete/", account_required(pages.delete), name="account_delete"),
]
