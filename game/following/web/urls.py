from django.urls import URLPattern, path

from game.following.web import calls, page

urlpatterns: list[URLPattern] = [
    path("following", page.following, name="following"),
    path("api/following/<path:name>", calls.ask, name="is_following"),
    path("api/follow", calls.follow, name="follow"),
    path("api/unfollow", calls.unfollow, name="unfollow"),
]
