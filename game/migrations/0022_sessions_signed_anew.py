"""Sites at home had a secret that everyone knows, and have one of their own now: who was there stays logged in.

A session's row can be trusted, no matter who signed it: nobody but the server writes into the database.
"""

from django.conf import settings
from django.contrib.sessions.serializers import JSONSerializer
from django.core import signing
from django.db import migrations
from django.utils.crypto import constant_time_compare, salted_hmac

OLD_SECRET = "a key that everyone knows: for playing at home, refused in production"  # noqa: S105 - no secret
OF_SESSIONS = {"salt": "django.contrib.sessions.SessionStore", "serializer": JSONSerializer}
OF_PASSWORDS = "django.contrib.auth.models.AbstractBaseUser.get_session_auth_hash"
PLAYER, HASH = "_auth_user_id", "_auth_user_hash"


def sign_anew(apps, schema_editor):
    if settings.PRODUCTION or settings.SECRET_KEY == OLD_SECRET:
        return
    sessions = apps.get_model("sessions", "Session").objects.using(schema_editor.connection.alias)
    players = apps.get_model("game", "Player").objects.using(schema_editor.connection.alias)
    for session in sessions.iterator():
        try:
            data = signing.loads(session.session_data, key=OLD_SECRET, fallback_keys=[], **OF_SESSIONS)
        except signing.BadSignature:
            continue
        player = players.filter(pk=data.get(PLAYER)).only("password").first()
        # One from before a change of password stays invalid.
        if player and constant_time_compare(data.get(HASH), hash_of(player.password, OLD_SECRET)):
            data[HASH] = hash_of(player.password, settings.SECRET_KEY)
        session.session_data = signing.dumps(data, compress=True, **OF_SESSIONS)
        session.save(update_fields=["session_data"])


def hash_of(password, secret):
    return salted_hmac(OF_PASSWORDS, password, secret=secret, algorithm="sha256").hexdigest()


class Migration(migrations.Migration):
    dependencies = [("game", "0021_advice_notes"), ("sessions", "0001_initial")]

    operations = [migrations.RunPython(sign_anew, migrations.RunPython.noop)]
