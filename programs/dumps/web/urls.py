"""The URLs of the dumps."""

from django.urls import URLPattern, path

from programs.dumps.web import feed, pages

urlpatterns: list[URLPattern] = [
    path("data", pages.data_page, name="data"),
    path("data/feed.xml", feed.dumps_feed, name="data_feed"),
    path("data/<path:path>", pages.data_file, name="data_file"),
]
