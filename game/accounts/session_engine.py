"""Django's sessions in the database, by a query that is compiled once: every page begins with it."""

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session

from common import clock
from common.database.compiled_query import CompiledModelQuery

_sessions = CompiledModelQuery(Session, lambda key: Session.objects.filter(pk=key), "a session's key")


class SessionStore(db.SessionStore):
    """A session; its class has the name of Django's, which is part of what signs it."""

    def _get_session_from_db(self) -> Session | None:
        session = _sessions.fetch(self.session_key)
        if session is None or session.expire_date <= clock.now():
            self._session_key = None
            return None
        return session
