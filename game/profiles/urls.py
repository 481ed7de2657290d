from django.urls import path

from game.profiles.feed import player_feed
from game.profiles.sharing import profile_picture
from game.profiles.views import profile

urlpatterns = [
    path("@<path:name>/picture.png", profile_picture, name="profile_picture"),
    path("@<path:name>/feed.xml", player_feed, name="player_feed"),
    path("@<path:name>", profile, name="profile"),
]
