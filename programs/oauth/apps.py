"""The Django apps of OAuth: ours, and the toolkit's."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class Toolkit(AppConfig):
    """django-oauth-toolkit, which stores apps, codes and tokens. It is named here to leave with this wing."""

    name = "oauth2_provider"
    verbose_name = _("Apps")

    def ready(self) -> None:
        from oauth2_provider import checks  # noqa: F401 - registers the toolkit's checks of the settings


class OAuthConfig(AppConfig):
    """The pages and endpoints of OAuth."""

    default = True  # of the two here
    name = "programs.oauth"
    label = "oauth"
    verbose_name = _("Connected apps")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from programs.oauth.bearers import follow_access_tokens
        from programs.oauth.personal_data import register_sections

        follow_access_tokens()
        register_sections()
