"""Decks that many tables share: provable, and hidden from all other players until the last table is done."""
