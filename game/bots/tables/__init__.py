"""Advanced's tables: who wins from where, what is thrown and kept, what hands and cribs count."""

from game.bots.tables.shipped import DamagedTables, Tables, pegger_weights, tables

__all__ = ["DamagedTables", "Tables", "pegger_weights", "tables"]
