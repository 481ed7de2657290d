"""Remove cookies from public responses, so that they neither depend on the visitor nor change the session."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

FOR_EVERYBODY = ("/embed/", "/oembed")
FILES_FOR_EVERYBODY = ("/feed.xml", "/sitemap.xml")


def without_cookies(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Answer requests for boards, feeds and the sitemap without cookies in either direction."""

    def answer(request: HttpRequest) -> HttpResponse:
        if not is_for_everybody(request.path):
            return get_response(request)
        request.META.pop("HTTP_COOKIE", None)
        response = get_response(request)
        response.cookies.clear()
        response.headers["Vary"] = ", ".join(name for name in varies_by(response) if name != "cookie")
        return response

    return answer


def is_for_everybody(path: str) -> bool:
    """Return whether the response at a path is the same for all visitors."""
    return path.startswith(FOR_EVERYBODY) or path.endswith(FILES_FOR_EVERYBODY)


def varies_by(response: HttpResponse) -> list[str]:
    """Return the header names in `Vary`. The session middleware always adds Cookie to it."""
    return [name.strip().lower() for name in response.headers.get("Vary", "").split(",") if name.strip()]
