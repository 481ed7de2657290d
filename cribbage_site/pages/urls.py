from django.urls import path

from cribbage_site.pages import appointment, banned, friend, front, play, warnings
from cribbage_site.pages.sitemap import sitemap

urlpatterns = [
    path("", front.front, name="front"),
    path("play", play.play, name="play"),
    path("friend", friend.invite, name="friend"),
    path("join/<slug:code>", friend.join, name="join"),
    path("appointment/<slug:appointment_id>", appointment.appointment, name="appointment"),
    path(
        "appointment/<slug:appointment_id>/calendar.ics",
        appointment.calendar,
        name="appointment_calendar",
    ),
    path("sitemap.xml", sitemap, name="sitemap"),
    path("table/<slug:game_id>", play.table, name="table"),
    path("appeal", banned.appeal_page, name="appeal"),
    path("warnings/<int:ruling>/read", warnings.mark_warning_read, name="warning_read"),
]
