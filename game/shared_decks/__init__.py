"""Decks that many tables share: provable, and closed to everybody until the last of these tables is done."""
