from django.urls import path

from people.retention.pages import privacy

urlpatterns = [path("privacy", privacy, name="privacy")]
