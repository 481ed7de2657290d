"""A cursor for statements that run with every game: PostgreSQL plans them once."""

from typing import Any

from django.db import connection
from django.db.backends.utils import CursorWrapper


def open_cursor() -> CursorWrapper:
    """Open a cursor that sends PostgreSQL the values apart from the statement.

    A setting of Django does so for all statements, but then `F("deadline") + 2**32` is cut to 32 bits.
    """
    if connection.vendor != "postgresql" or connection.queries_logged:  # a log shows statements with values
        return connection.cursor()
    import psycopg

    connection.ensure_connection()
    cursor: Any = psycopg.Cursor(connection.connection)
    return connection.make_cursor(cursor)
