from django.urls import path

from game.sharing import views

urlpatterns = [
    path("picture.png", views.site_picture, name="site_picture"),
    path("join/<slug:code>/picture.png", views.invitation_picture, name="invitation_picture"),
    path("game/<slug:game_id>/picture.png", views.game_picture, name="game_picture"),
    path("robots.txt", views.robots, name="robots"),
]
