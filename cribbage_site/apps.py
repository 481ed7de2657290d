"""The admin with a site of ours in place of Django's."""

from django.contrib.admin.apps import AdminConfig


class HostsAdmin(AdminConfig):
    """Django's admin, as this house sets it up for its hosts."""

    default_site = "cribbage_site.host_site.HostSite"
