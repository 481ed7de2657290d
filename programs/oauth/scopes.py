"""The scopes that apps may ask for: those of tokens, in the same words, and `read` for no more than that."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext, gettext_lazy
from oauth2_provider.scopes import BaseScopes

from game.tokens.scopes import FOR_PROGRAMS, Scope

# OAuth has no token without a scope, as a token that only reads has none.
READ = "read"
READ_LABEL = gettext_lazy("Read what you can read: your games, events and notifications")


class TokenScopes(BaseScopes):  # type: ignore[misc]
    """The toolkit's interface for scopes. An app that asks for none may only read."""

    def get_all_scopes(self) -> dict[str, Any]:
        return {READ: READ_LABEL, **dict(Scope.choices)}

    def get_available_scopes(self, *args: Any, **kwargs: Any) -> list[str]:
        return [READ, *Scope.values]

    def get_default_scopes(self, *args: Any, **kwargs: Any) -> list[str]:
        return [READ]


def token_scopes(scopes: Iterable[str]) -> str:
    """Return an app's scopes as a token of the API stores them."""
    return " ".join(sorted({*scopes} & {*Scope.values}))


def labels_of(scopes: Iterable[str]) -> list[Any]:
    """Return what these scopes allow, in words for the owner."""
    asked = {*scopes} & {*Scope.values}
    reads = gettext("Read what everyone can read") if asked and asked <= FOR_PROGRAMS else READ_LABEL
    return [reads, *(label for scope, label in Scope.choices if scope in asked)]
