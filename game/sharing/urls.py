from django.urls import path

from game.sharing import pages

urlpatterns = [
    path("picture.png", pages.site_picture, name="site_picture"),
    path("join/<slug:code>/picture.png", pages.invitation_picture, name="invitation_picture"),
    path("game/<slug:game_id>/picture.png", pages.game_picture, name="game_picture"),
    path("robots.txt", pages.robots, name="robots"),
]
