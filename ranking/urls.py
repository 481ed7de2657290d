from django.urls import path

from ranking import views

urlpatterns = [
    path("ladder", views.ladder, name="ladder"),
    path("ladder/mine", views.own, name="ladder_mine"),
    path("ladder/rules", views.rules, name="ladder_rules"),
]
