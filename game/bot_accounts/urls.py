from django.urls import path

from game.bot_accounts import pages

urlpatterns = [
    path("ladder/bots", pages.bots_ladder, name="ladder_bots"),
]
