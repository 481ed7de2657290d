"""Takes cookies from what is the same for everybody, so that no page of it can know, or change, who asks."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

FOR_EVERYBODY = ("/embed/", "/oembed")
FILES_FOR_EVERYBODY = ("/feed.xml", "/sitemap.xml")


def without_cookies(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Answers boards, feeds and the sitemap as if nobody had ever been here."""

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
    """Whether what is at a path is the same for everybody."""
    return path.startswith(FOR_EVERYBODY) or path.endswith(FILES_FOR_EVERYBODY)


def varies_by(response: HttpResponse) -> list[str]:
    """The headers that an answer says it depends on; the session's middleware always names cookies."""
    return [name.strip().lower() for name in response.headers.get("Vary", "").split(",") if name.strip()]
