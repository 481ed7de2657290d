"""What the libraries would show of accounts is not for looking at; groups are a host's to make."""

from allauth.account.models import EmailAddress, EmailConfirmation
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin as DjangosGroupAdmin
from django.contrib.auth.models import Group
from unfold.admin import ModelAdmin

for model in (Authenticator, EmailAddress, EmailConfirmation, Group):
    if admin.site.is_registered(model):
        admin.site.unregister(model)


@admin.register(Group)
class GroupAdmin(DjangosGroupAdmin, ModelAdmin):  # type: ignore[misc]
    """Who may do what, of those that help the host."""
