from django.urls import path

from proof.public_log.pages import decks_in_the_log, keys_in_the_log, log_file, log_page

urlpatterns = [
    path("log", log_page, name="log"),
    path("api/decks/<slug:set_id>/log", decks_in_the_log, name="decks_log"),
    path("api/keys", keys_in_the_log, name="keys_api"),
    path("log/<path:path>", log_file, name="log_file"),
]
