"""The personal data that connected apps store about a player."""

from oauth2_provider.models import AccessToken, Application, DeviceGrant, Grant, IDToken, RefreshToken

from common.personal_data import Section, register
from programs.oauth.models import Connection


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
