"""A live game: written down by the ledger, played at the table, told by the hub."""
