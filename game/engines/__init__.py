"""Engines: external programs that play as house bots by the protocol every-other/engine/1."""
