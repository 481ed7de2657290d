from django.urls import path

from people.profiles.calls import meaning

urlpatterns = [
    path("api/games/<slug:game_id>/meaning", meaning, name="meaning"),
]
