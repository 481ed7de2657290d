"""Reads the database directly, past the site that is under test."""

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from typing import Any

import psycopg
from psycopg.rows import dict_row

Environment = Mapping[str, str]


@contextmanager
def connect(environment: Environment) -> Iterator[Any]:
    """A connection to the database of a server, every statement by itself."""
    if url := environment.get("DATABASE_URL"):
        with psycopg.connect(url, autocommit=True, row_factory=dict_row) as connection:
            yield connection
    else:
        file = sqlite3.connect(environment["DATABASE_PATH"], timeout=20, isolation_level=None)
        file.row_factory = sqlite3.Row
        with closing(file):
            yield file


def query(environment: Environment, sql: str, *values: object) -> list[dict[str, Any]]:
    """The rows that a statement gives; a value stands where it says %s."""
    with connect(environment) as connection:
        if not environment.get("DATABASE_URL"):
            sql = sql.replace("%s", "?")
        answer = connection.execute(sql, values)
        return [dict(row) for row in answer] if answer.description else []


def load_game(environment: Environment, game: str) -> dict[str, Any]:
    """A game's row, every field of it, and its sealed secrets."""
    sql = "SELECT * FROM game_game JOIN game_secrets ON game_id = id WHERE id = %s"
    (found,) = query(environment, sql, game)
    return found


def load_transcript(environment: Environment, game: str) -> str:
    return str(load_game(environment, game)["transcript"])


def set_deadline(environment: Environment, game: str, at: int) -> bool:
    """Have the first flag of a game fall at this time, in milliseconds; false where none is to fall."""
    sql = "UPDATE game_game SET deadline = %s WHERE id = %s AND deadline IS NOT NULL RETURNING id"
    return bool(query(environment, sql, at, game))
