"""All addresses of the site, and those of the new app."""

from django.urls import include, path

from cribbage_site.urls import handler400, handler500, urlpatterns, websocket_urlpatterns

__all__ = ["handler400", "handler500", "urlpatterns", "websocket_urlpatterns"]

urlpatterns = [path("", include("thanks.urls")), *urlpatterns]
