from django.urls import path

from programs.own_bots import settings_page

urlpatterns = [path("settings/bots", settings_page.bots_page, name="own_bots")]
