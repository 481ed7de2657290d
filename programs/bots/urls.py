from django.urls import path

from programs.bots import pages, settings_page

urlpatterns = [
    path("ladder/bots", pages.bots_ladder, name="ladder_bots"),
    path("settings/bots", settings_page.bots_page, name="own_bots"),
]
