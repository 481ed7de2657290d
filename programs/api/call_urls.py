"""The URL prefix of all calls of the open API."""

from django.urls import include, path

from programs.api.urls import calls

urlpatterns = [path("api/v1/", include(calls))]
