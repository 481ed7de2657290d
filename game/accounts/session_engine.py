"""Django's database sessions with a precompiled query, because every page begins with it."""

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session

from common import clock
from common.database.compiled_query import CompiledModelQuery

_sessions = CompiledModelQuery(Session, lambda key: Session.objects.filter(pk=key), "a session's key")


class SessionStore(db.SessionStore):
    """A session. The class has the name of Django's, because the name is part of the signature."""

    def _get_session_from_db(self) -> Session | None:
        session = _sessions.fetch(self.session_key)
        if session is None or session.expire_date <= clock.now():
            self._session_key = None
            return None
        return session
