"""The URLs of shared decks."""

from django.urls import path

from game.shared_rounds.web import calls

urlpatterns = [
    path("api/decks/<slug:set_id>", calls.show_set, name="decks_api"),
    path("api/decks/<slug:set_id>/record", calls.show_record, name="decks_record"),
    path("api/decks/<slug:set_id>/enter", calls.enter, name="enter_decks"),
    path("api/decks/<slug:set_id>/commit", calls.commit, name="commit_to_decks"),
    path("api/decks/<slug:set_id>/reveal", calls.reveal, name="reveal_for_decks"),
]
