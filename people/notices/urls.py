from django.urls import path

from people.notices.calls import check_push, start_push, stop_push
from people.notices.consumer import SiteConsumer
from people.notices.settings_page import notice_settings

urlpatterns = [
    path("settings/notices", notice_settings, name="notice_settings"),
    path("api/me/push", start_push, name="start_push"),
    path("api/me/push/stop", stop_push, name="stop_push"),
    path("api/me/push/check", check_push, name="check_push"),
]

websocket_urlpatterns = [
    path("ws/site", SiteConsumer.as_asgi()),  # type: ignore[arg-type]
]
