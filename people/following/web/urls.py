from django.urls import URLPattern, path

from people.following.web import calls, pages
from people.following.web.consumer import FollowingConsumer

urlpatterns: list[URLPattern] = [
    path("following", pages.following, name="following"),
    path("api/following/<path:name>", calls.ask, name="is_following"),
    path("api/follow", calls.follow, name="follow"),
    path("api/unfollow", calls.unfollow, name="unfollow"),
]

websocket_urlpatterns = [
    path("ws/following", FollowingConsumer.as_asgi()),  # type: ignore[arg-type]
]
