"""The personal data that connected apps store about a player."""

from oauth2_provider.models import AccessToken, Application, DeviceGrant, Grant, IDToken, RefreshToken

from common.personal_data import Section, Stays, register
from programs.oauth.models import AppDecision, Connection


def register_sections() -> None:
    # Without codes, secrets and digests of tokens, which are for the app and the site only.
    register(
        "own_apps",
        export=Section(
            lambda me: Application.objects.filter(user=me), "name client_id redirect_uris client_type created"
        ),
    )
    register(
        "connected_apps",
        export=Section(
            lambda me: Connection.objects.filter(player=me), "scopes allowed_at", {"name": "app__name"}
        ),
    )
    register(
        "decisions_on_own_apps",
        export=Section(lambda me: AppDecision.objects.filter(app__user=me), "client_id kind reason at"),
        erase=Stays("Hosts answer for it. It names the app by its client ID alone."),
    )
    register(
        "decisions_on_apps_made",
        export=Section(lambda me: AppDecision.objects.filter(by=me), "client_id kind reason at"),
        erase=Stays("A host’s decision and its reason belong to the app it is about."),
    )
    named = {"app": "application__name"}
    register(
        "app_refresh_tokens",
        export=Section(lambda me: RefreshToken.objects.filter(user=me), "created revoked", named),
    )
    register(
        "app_access_tokens",
        export=Section(lambda me: AccessToken.objects.filter(user=me), "scope created expires", named),
    )
    register(
        "app_codes", export=Section(lambda me: Grant.objects.filter(user=me), "scope created expires", named)
    )
    register(
        "app_devices",
        export=Section(lambda me: DeviceGrant.objects.filter(user=me), "scope status expires"),
    )
    # The toolkit has this table; this site, which gives no identity to apps, never writes it.
    register(
        "app_identities",
        export=Section(lambda me: IDToken.objects.filter(user=me), "scope created expires", named),
    )
