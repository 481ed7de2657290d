from django.urls import path

from proof.evidence import views
from proof.evidence.doubts import doubt
from proof.evidence.transcript import transcript

urlpatterns = [
    path("api/games/<slug:game_id>/transcript", transcript, name="transcript"),
    path("api/games/<slug:game_id>/doubts", doubt, name="doubt"),
    path("game/<slug:game_id>/deals", views.deals, name="deals"),
    path("fairness/verify", views.verify_page, name="verify"),
    path("fairness/verify.py", views.verify_script, name="verify_script"),
    path("fairness/verify.html", views.verify_offline, name="verify_offline"),
    path("fairness/transcript.schema.json", views.transcript_schema, name="transcript_schema"),
]
