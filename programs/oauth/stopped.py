"""Whether a host has stopped an app."""

from oauth2_provider.models import Application

from programs.oauth.models import AppDecision


def find_stop(app: Application) -> AppDecision | None:
    """Return the decision by which an app is stopped now."""
    latest = AppDecision.objects.filter(app=app).order_by("-pk").first()
    return latest if latest is not None and latest.kind == AppDecision.Kind.STOP else None
