from django.urls import path

from programs.bots import pages

urlpatterns = [
    path("ladder/bots", pages.bots_ladder, name="ladder_bots"),
]
