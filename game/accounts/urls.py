"""Where an account is made, entered, kept and left: of allauth's addresses those that are used here."""

from allauth.account import views as allauth
from allauth.mfa.base import views as mfa
from allauth.mfa.recovery_codes import views as recovery_codes
from allauth.mfa.totp import views as totp
from django.urls import path, re_path

from game.accounts import views
from game.accounts.decorators import account_only, entrance, unsealing

urlpatterns = [
    path("signup/", entrance(views.SignUp.as_view()), name="account_signup"),
    path("login/", entrance(views.LogIn.as_view()), name="account_login"),
    path("login/code/", entrance(mfa.authenticate), name="mfa_authenticate"),
    path("logout/", entrance(allauth.logout), name="account_logout"),
    path("password/reset/", entrance(views.AskForReset.as_view()), name="account_reset_password"),
    path("password/reset/done/", entrance(allauth.password_reset_done), name="account_reset_password_done"),
    re_path(
        r"^password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        entrance(allauth.password_reset_from_key),
        name="account_reset_password_from_key",
    ),
    path(
        "password/reset/key/done/",
        entrance(allauth.password_reset_from_key_done),
        name="account_reset_password_from_key_done",
    ),
    re_path(
        r"^email/confirm/(?P<key>[-:\w]+)/$", entrance(allauth.confirm_email), name="account_confirm_email"
    ),
    path("", account_only(views.account), name="account"),
    path("email/", account_only(allauth.email), name="account_email"),
    path("password/", account_only(allauth.password_change), name="account_change_password"),
    path("confirm/", account_only(allauth.reauthenticate), name="account_reauthenticate"),
    path("confirm/code/", account_only(mfa.reauthenticate), name="mfa_reauthenticate"),
    path("second-factor/", account_only(mfa.index), name="mfa_index"),
    path("second-factor/on/", account_only(totp.activate_totp), name="mfa_activate_totp"),
    path("second-factor/off/", account_only(totp.deactivate_totp), name="mfa_deactivate_totp"),
    path(
        "second-factor/codes/",
        account_only(unsealing(recovery_codes.view_recovery_codes)),
        name="mfa_view_recovery_codes",
    ),
    path(
        "second-factor/codes/new/",
        account_only(unsealing(recovery_codes.generate_recovery_codes)),
        name="mfa_generate_recovery_codes",
    ),
    path(
        "second-factor/codes/file/",
        account_only(unsealing(recovery_codes.download_recovery_codes)),
        name="mfa_download_recovery_codes",
    ),
    path("download/", account_only(views.download), name="account_download"),
    path("delete/", account_only(views.delete), name="account_delete"),
]
