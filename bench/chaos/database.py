"""Read the database directly, bypassing the site under test."""

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from typing import Any

import psycopg
from psycopg.rows import dict_row

Environment = Mapping[str, str]


@contextmanager
def connect(environment: Environment) -> Iterator[Any]:
    """Connect to the database of a server, in autocommit mode."""
    if url := environment.get("DATABASE_URL"):
        with psycopg.connect(url, autocommit=True, row_factory=dict_row) as connection:
            yield connection
    else:
        file = sqlite3.connect(environment["DATABASE_PATH"], timeout=20, isolation_level=None)
        file.row_factory = sqlite3.Row
        with closing(file):
            yield file


def query(environment: Environment, sql: str, *values: object) -> list[dict[str, Any]]:
    """Return the rows of a statement. Values replace each %s."""
    with connect(environment) as connection:
        if not environment.get("DATABASE_URL"):
            sql = sql.replace("%s", "?")
        answer = connection.execute(sql, values)
        return [dict(row) for row in answer] if answer.description else []


def load_game(environment: Environment, game: str) -> dict[str, Any]:
    """Return all fields of a game's row, and its sealed secrets."""
    sql = "SELECT * FROM game_game JOIN game_secrets ON game_id = id WHERE id = %s"
    (found,) = query(environment, sql, game)
    return found


def load_transcript(environment: Environment, game: str) -> str:
    return str(load_game(environment, game)["transcript"])


def set_deadline(environment: Environment, game: str, at: int) -> bool:
    """Move the first flag of a game to this time, in milliseconds. Return False if no flag is due."""
    sql = "UPDATE game_game SET deadline = %s WHERE id = %s AND deadline IS NOT NULL RETURNING id"
    return bool(query(environment, sql, at, game))
