"""The notification about a host's decision on an app, for its owner."""

from django.utils.translation import gettext

from people.notices.kinds import BELL, MAIL, Kind, Parts
from programs.oauth.models import AppDecision


def _describe(parts: Parts) -> str:
    about = {"title": parts.get("title", ""), "reason": parts.get("reason", "")}
    if parts.get("decision") == AppDecision.Kind.ALLOW:
        return gettext("The host allows your app %(title)s again: %(reason)s") % about
    return gettext("The host stopped your app %(title)s: %(reason)s") % about


APP_DECISION = Kind(
    name="app_decision",
    ways=(BELL, MAIL),
    default=(BELL, MAIL),
    always=(BELL,),
    group="ruling",
    describe=_describe,
)

KINDS = (APP_DECISION,)
