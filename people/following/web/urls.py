from django.urls import URLPattern, path
from django.views.generic import RedirectView

from people.following.web import calls, pages
from people.following.web.consumer import FollowingConsumer

urlpatterns: list[URLPattern] = [
    path("friends", pages.friends, name="friends"),
    path("friends/here", pages.friends_here, name="friends_here"),
    path("following", RedirectView.as_view(pattern_name="friends", permanent=True)),
    path("api/following/<path:name>", calls.ask, name="is_following"),
    path("api/follow", calls.follow, name="follow"),
    path("api/unfollow", calls.unfollow, name="unfollow"),
]

websocket_urlpatterns = [
    path("ws/following", FollowingConsumer.as_asgi()),  # type: ignore[arg-type]
]
