"""Apps in the admin: their list, without secrets. A host may delete one; tokens are not shown."""

from typing import Any

from django.contrib import admin
from django.db.models import Q
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from oauth2_provider.models import AccessToken, Application, Grant, IDToken, RefreshToken

from common.admin.links import player_link
from common.admin.read_only import ReadOnlyAdmin, column

for model in (AccessToken, Application, Grant, IDToken, RefreshToken):
    admin.site.unregister(model)


@admin.register(Application)
class ApplicationAdmin(ReadOnlyAdmin):
    """Apps that players have registered, newest first."""

    list_title = _("Apps of players")
    list_display = ("name", "whose", "client_id", "created")
    list_select_related = ("user",)
    ordering = ("-id",)
    search_fields = ("name",)
    search_help_text = _("The start of an app’s name")
    fields = (*list_display, "redirect_uris", "client_type")
    view_on_site = False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return bool(getattr(request.user, "is_superuser", False))

    def search_filter(self, term: str) -> Q:
        return Q(name__istartswith=term)

    @column(_("by"))
    def whose(self, app: Application) -> Any:
        return player_link(app.user)
