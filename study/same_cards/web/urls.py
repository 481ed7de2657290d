"""The URLs of invitations to play a game's cards, and of two boards side by side."""

from django.urls import URLPattern, path

from study.same_cards.web import pages

urlpatterns: list[URLPattern] = [
    path("game/<slug:game_id>/cards", pages.invite_to_cards, name="invite_to_cards"),
    path("game/<slug:game_id>/beside/<slug:other_id>", pages.beside, name="beside"),
    path("cards/<slug:code>", pages.invitation, name="cards"),
    path("cards/<slug:code>/play", pages.play, name="play_cards"),
    path("cards/<slug:code>/withdraw", pages.take_back, name="withdraw_cards"),
]
