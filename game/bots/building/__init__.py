"""Builds the tables from nothing but the rules and a sensible player: pure, in numpy."""
