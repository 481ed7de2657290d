"""The URLs of the API: every call of the registry, their description, and the settings page of tokens."""

import re

from django.urls import URLPattern, path, re_path

from common.http.refusal_shapes import OPEN_API
from game.web.frame import unknown_call
from programs.api import pages, settings_page
from programs.api.answering import view_of
from programs.api.clients import client_file
from programs.api.registry import calls_by_path
from programs.api.turns import counted

# Path parameters that are names may have any letter; all others are ids.
CONVERTERS = dict.fromkeys(("name", "one", "other", "club"), "str")


def route_of(template: str) -> str:
    """Return a path template as a Django route."""
    route = template.removeprefix("/")
    return re.sub(r"{(\w+)}", lambda part: f"<{CONVERTERS.get(part[1], 'slug')}:{part[1]}>", route)


calls: list[URLPattern] = [
    path("openapi.json", pages.openapi, name="openapi"),
    *(path(route_of(template), view_of(calls), name=calls[0].name) for template, calls in calls_by_path()),
    re_path("^(?P<rest>.*)$", counted(unknown_call(OPEN_API)), name="no_such_call"),
]
urlpatterns: list[URLPattern] = [
    path("api", pages.api_page, name="api"),
    path("api/clients/<str:name>", client_file, name="client_file"),
    path("settings/tokens", settings_page.tokens_page, name="tokens"),
    path("settings/tokens/<int:token_id>/revoke", settings_page.revoke_token, name="revoke_token"),
]
