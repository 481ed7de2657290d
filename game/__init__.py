"""Cribbage: its rules, its bots and its live tables."""
