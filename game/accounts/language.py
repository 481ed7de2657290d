"""The account's language, for a browser without a language cookie."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation

from game.accounts.preferences import preferences_of, remember_in_browser


def account_language(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Show pages in the account's language and store it in a cookie. An existing cookie takes precedence."""

    def answer(request: HttpRequest) -> HttpResponse:
        is_new_here = (
            settings.SESSION_COOKIE_NAME in request.COOKIES
            and settings.LANGUAGE_COOKIE_NAME not in request.COOKIES
        )
        preferences = preferences_of(request) if is_new_here else None
        if preferences is None or preferences.language == "system":
            return get_response(request)
        translation.activate(preferences.language)
        response = get_response(request)
        remember_in_browser(request, response, preferences)
        return response

    return answer
