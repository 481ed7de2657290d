from django.urls import path

from cribbage_site.pages.profile_page import profile
from cribbage_site.pages.profile_sharing import profile_picture
from people.profiles.feed import player_feed

urlpatterns = [
    path("@<path:name>/picture.png", profile_picture, name="profile_picture"),
    path("@<path:name>/feed.xml", player_feed, name="player_feed"),
    path("@<path:name>", profile, name="profile"),
]
