"""The admin site: entered by our own login, with a dashboard in front, and a CSP for its theme."""

from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from typing import Any, cast

from django.contrib.auth.views import LogoutView, redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import URLPattern, URLResolver, reverse
from django.views.decorators.http import require_http_methods
from unfold.sites import UnfoldAdminSite

from cribbage_site.dashboard import advice_notes, figures
from cribbage_site.middleware import build_policy
from game.models import Player

View = Callable[..., HttpResponseBase]

# Django's own views treat every method but POST as GET: a TRACE, a PUT.
METHODS = ("GET", "HEAD", "POST")

# Apps whose own pages would show data that is private: addresses, second factors.
LEFT_OUT = ("account", "mfa")

# Unfold's pages set their colors in a style element, and Alpine compiles the contents of attributes.
POLICY = build_policy(**{"script-src": "'self' 'unsafe-eval'", "style-src": "'self' 'unsafe-inline'"})


def _flatten(urls: Iterable[Any]) -> Iterator[URLPattern]:
    for one in urls:
        yield from _flatten(one.url_patterns) if isinstance(one, URLResolver) else (one,)


class HostSite(UnfoldAdminSite):  # type: ignore[misc]
    """The admin site of hosts and moderators."""

    index_title = "Dashboard"

    def register(
        self, model_or_iterable: type[Model] | Iterable[type[Model]], *args: Any, **options: Any
    ) -> None:
        """Register models, except those of apps that are left out."""
        models = [model_or_iterable] if isinstance(model_or_iterable, type) else model_or_iterable
        super().register([one for one in models if one._meta.app_label not in LEFT_OUT], *args, **options)

    def get_urls(self) -> list[Any]:
        """Return the admin's URLs, which only accept the methods that its pages use."""
        urls = super().get_urls()
        for pattern in _flatten(urls):
            pattern.callback = require_http_methods(METHODS)(pattern.callback)
        return cast(list[Any], urls)

    def admin_view(self, view: View, cacheable: bool = False) -> View:
        """Wrap a page of the admin with the admin's policy."""
        guarded = super().admin_view(view, cacheable)

        @wraps(guarded)
        def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            response: HttpResponseBase = guarded(request, *args, **kwargs)
            response.headers["Content-Security-Policy"] = POLICY
            return response

        return answer

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Redirect to our own login with its second factor. The admin must have no form that bypasses it."""
        if self.has_permission(request):
            return redirect("admin:index")
        if isinstance(request.user, Player) and request.user.has_account:
            raise PermissionDenied
        return redirect_to_login(request.GET.get("next", reverse("admin:index")), reverse("account_login"))

    def logout(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponseBase:
        """Log out, and redirect to the front page."""
        return LogoutView.as_view(next_page="/")(request)

    def password_change(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Redirect to the password page that all players use."""
        return redirect("account_change_password")

    def index(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """The dashboard."""
        answer: HttpResponse = super().index(
            request,
            {
                **figures.dashboard_context(),
                "advice_notes": advice_notes.load_advice_notes(),
                **(extra_context or {}),
            },
        )
        return answer
