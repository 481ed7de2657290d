from django.urls import path

from game.accounts import preferences
from people.settings.calls import mark_notices_read, mark_warning_read, set_bot_pause, set_preferences

urlpatterns = [
    path("settings", preferences.settings_page, name="settings"),
    path("api/me/pause", set_bot_pause, name="pause"),
    path("api/me/warnings/<int:ruling>/read", mark_warning_read, name="read_warning"),
    path("api/me/notices/read", mark_notices_read, name="notices_read"),
    path("api/me/look", set_preferences, name="look"),
]
