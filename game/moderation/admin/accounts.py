"""Takes the libraries' own account pages out of the admin, and leaves groups to hosts."""

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
    """The groups of moderators, and their rights."""
