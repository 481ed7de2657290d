from django.urls import path

from game.notices.settings_page import notice_settings

urlpatterns = [
    path("settings/notices", notice_settings, name="notice_settings"),
]
