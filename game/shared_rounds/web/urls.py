"""The addresses of shared decks."""

from django.urls import path

from game.shared_rounds.web import api

urlpatterns = [
    path("api/decks/<slug:set_id>", api.show_set, name="decks_api"),
    path("api/decks/<slug:set_id>/record", api.show_record, name="decks_record"),
    path("api/decks/<slug:set_id>/enter", api.enter, name="enter_decks"),
    path("api/decks/<slug:set_id>/commit", api.commit, name="commit_to_decks"),
    path("api/decks/<slug:set_id>/reveal", api.reveal, name="reveal_for_decks"),
]
