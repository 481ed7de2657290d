"""Engines: programs of anyone's making that play as house bots, by the protocol every-other/engine/1."""
