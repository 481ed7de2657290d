from django.urls import path

from ranking import pages

urlpatterns = [
    path("ladder", pages.ladder, name="ladder"),
    path("ladder/mine", pages.own, name="ladder_mine"),
    path("ladder/rules", pages.rules, name="ladder_rules"),
]
