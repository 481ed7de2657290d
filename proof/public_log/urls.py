from django.urls import path

from proof.public_log.pages import log_file, log_page

urlpatterns = [
    path("log", log_page, name="log"),
    path("log/<path:path>", log_file, name="log_file"),
]
