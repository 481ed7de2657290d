from django.urls import URLPattern, path

from tournaments.desk.pages import card, desk, desks, games_csv, order_csv, screen
from tournaments.desk.prints import pairings, score_cards, slips

urlpatterns: list[URLPattern] = [
    path("desk", desks, name="desks"),
    path("desk/card/<slug:code>", card, name="desk_card"),
    path("desk/<slug:evening_id>", desk, name="desk"),
    path("desk/<slug:evening_id>/screen", screen, name="desk_screen"),
    path("desk/<slug:evening_id>/pairings", pairings, name="desk_pairings"),
    path("desk/<slug:evening_id>/cards", score_cards, name="desk_cards"),
    path("desk/<slug:evening_id>/slips", slips, name="desk_slips"),
    path("desk/<slug:evening_id>/order.csv", order_csv, name="desk_order_csv"),
    path("desk/<slug:evening_id>/games.csv", games_csv, name="desk_games_csv"),
]
