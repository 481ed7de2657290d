"""A third-party app: it sends players to the consent page, and calls the endpoints as a program would."""

import base64
import hashlib
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from django.http import HttpResponse
from django.test import Client
from oauth2_provider.models import Application

from game.models import Player
from programs.oauth.registration import register_app
from rng import entropy

BACK = "https://app.example/done"
PASSWORD = "fifteen-two"  # of all players in tests


def log_in(one: Player, *, confirms: bool = True) -> Client:
    """Return a browser of a player, who has just typed the password again unless told otherwise."""
    browser = Client()
    browser.force_login(one, backend="game.accounts.password.ByNameOrEmail")
    if confirms:
        assert browser.post("/accounts/confirm/", {"password": PASSWORD}).status_code == 302
    return browser


def new_verifier() -> str:
    return entropy.secret().hex()


def challenge_of(verifier: str) -> str:
    digest = hashlib.sha256(verifier.encode()).digest()
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")


class App:
    """An app, registered by a player, and its own server or program."""

    def __init__(
        self, owner: Player, *, redirects: str = BACK, keeps_secret: bool = False, has_devices: bool = False
    ) -> None:
        self.row, self.secret = register_app(
            owner=owner,
            name="Cribbage Board",
            redirects=redirects,
            keeps_secret=keeps_secret,
            has_devices=has_devices,
        )
        self.back = redirects.partition(" ")[0]
        self.verifier = new_verifier()

    @property
    def client_id(self) -> str:
        return str(Application.objects.get(pk=self.row.pk).client_id)

    def link(self, scope: str = "play", **changed: str | None) -> str:
        """Return the address to which the app sends a player. A parameter of None is left out."""
        parameters: dict[str, str | None] = {
            "response_type": "code",
            "client_id": self.client_id,
            "redirect_uri": self.back,
            "scope": scope or None,
            "state": "a-state",
            "code_challenge": challenge_of(self.verifier),
            "code_challenge_method": "S256",
        }
        wanted = {name: value for name, value in (parameters | changed).items() if value is not None}
        return f"/oauth/authorize?{urlencode(wanted)}"

    def allowed_code(self, browser: Client, scope: str = "play", **changed: str | None) -> str:
        """Return the code with which a player who allows the app comes back."""
        answer = browser.post(self.link(scope, **changed), {"do": "allow"})
        assert answer.status_code == 302, answer.content.decode()
        return parameters_of(answer)["code"]

    def call(self, path: str, **fields: str) -> Any:
        secret = {"client_secret": self.secret} if self.secret else {}
        body = urlencode({"client_id": self.client_id} | secret | fields)
        return Client().post(path, body, "application/x-www-form-urlencoded")

    def swap(self, code: str, **changed: str) -> Any:
        """Swap a code for tokens."""
        fields = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": self.back,
            "code_verifier": self.verifier,
        }
        return self.call("/oauth/token", **(fields | changed))

    def refresh(self, refresh_token: str, **changed: str) -> Any:
        fields = {"grant_type": "refresh_token", "refresh_token": refresh_token}
        return self.call("/oauth/token", **(fields | changed))

    def tokens_of(self, browser: Client, scope: str = "play") -> dict[str, Any]:
        """Return the tokens that the app gets once the player of a browser allows it."""
        answer = self.swap(self.allowed_code(browser, scope))
        assert answer.status_code == 200, answer.content
        tokens: dict[str, Any] = answer.json()
        return tokens

    def ask_by_device(self, scope: str = "play") -> dict[str, Any]:
        """Return the codes that a device gets."""
        answer = self.call("/oauth/device", scope=scope)
        assert answer.status_code == 200, answer.content
        codes: dict[str, Any] = answer.json()
        return codes

    def poll(self, device_code: str) -> Any:
        kind = "urn:ietf:params:oauth:grant-type:device_code"
        return self.call("/oauth/token", grant_type=kind, device_code=device_code)


def parameters_of(response: HttpResponse) -> dict[str, str]:
    """Return the parameters of the address to which a response leads."""
    return {name: values[0] for name, values in parse_qs(urlsplit(response["Location"]).query).items()}
