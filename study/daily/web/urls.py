"""The URLs of the daily game."""

from django.urls import URLPattern, path

from study.daily.web import calls, pages
from study.daily.web.own_result import own_picture
from study.daily.web.sharing import daily_picture

urlpatterns: list[URLPattern] = [
    path("daily", pages.today, name="daily"),
    path("daily/play", pages.play, name="play_daily"),
    path("daily/month/<str:month>", pages.month, name="daily_month"),
    path("daily/<str:day>", pages.one_day, name="daily_of_day"),
    path("daily/<str:day>/picture.png", daily_picture, name="daily_picture"),
    path("daily/<str:day>/own.png", own_picture, name="own_daily_picture"),
    path("api/daily", calls.show_today, name="daily_api"),
    path("api/daily/play", calls.play, name="play_daily_api"),
    path("api/daily/<str:day>", calls.show_day, name="daily_of_day_api"),
]
