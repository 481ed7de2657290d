from django.urls import path

from proof.evidence import pages
from proof.evidence.doubts import doubt
from proof.evidence.transcript import transcript

urlpatterns = [
    path("api/games/<slug:game_id>/transcript", transcript, name="transcript"),
    path("api/games/<slug:game_id>/doubts", doubt, name="doubt"),
    path("game/<slug:game_id>/deals", pages.deals, name="deals"),
    path("fairness/verify", pages.verify_page, name="verify"),
    path("fairness/verify.py", pages.verify_script, name="verify_script"),
    path("fairness/verify.html", pages.verify_offline, name="verify_offline"),
    path("fairness/bots.zip", pages.bots_program, name="bots_program"),
    path("fairness/transcript.schema.json", pages.transcript_schema, name="transcript_schema"),
]
