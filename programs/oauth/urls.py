from django.urls import path

from programs.oauth import endpoints, pages, settings_page

urlpatterns = [
    path(".well-known/oauth-authorization-server", endpoints.metadata, name="oauth_metadata"),
    path("oauth/authorize", pages.authorize, name="oauth_authorize"),
    path("oauth/token", endpoints.token, name="oauth_token"),
    path("oauth/revoke", endpoints.revoke, name="oauth_revoke"),
    path("oauth/device", endpoints.device_authorization, name="oauth_device_authorization"),
    path("device", pages.device, name="device"),
    path("settings/apps", settings_page.apps_page, name="apps"),
    path("settings/apps/<int:app_id>/disconnect", settings_page.disconnect, name="disconnect_app"),
    path("settings/apps/<int:app_id>/delete", settings_page.delete_app, name="delete_app"),
]
