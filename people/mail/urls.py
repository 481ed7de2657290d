from django.urls import path

from people.mail.unsubscribe import mail_stop

urlpatterns = [
    path("mail/stop/<str:token>", mail_stop, name="mail_stop"),
]
