"""The admin of groups. `HostSite` leaves out the libraries' own pages of accounts."""

from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin as DjangosGroupAdmin
from django.contrib.auth.models import Group
from unfold.admin import ModelAdmin

admin.site.unregister(Group)


@admin.register(Group)
class GroupAdmin(DjangosGroupAdmin, ModelAdmin):  # type: ignore[misc]
    """The groups of moderators, and their rights."""
