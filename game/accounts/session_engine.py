"""Django's sessions in the database, by a query that is compiled once: every page begins with it."""

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session

from common import clock
from common.compiled_query import CompiledQuery

FIELDS = [field.attname for field in Session._meta.concrete_fields]

_sessions = CompiledQuery(lambda key: Session.objects.filter(pk=key).values_list(*FIELDS), "a session's key")


class SessionStore(db.SessionStore):
    """A session; its class has the name of Django's, which is part of what signs it."""

    def _get_session_from_db(self) -> Session | None:
        row = _sessions.fetch(self.session_key)
        session = Session.from_db(None, FIELDS, row) if row else None
        if session is None or session.expire_date <= clock.now():
            self._session_key = None
            return None
        return session
