"""How long tests wait for an expected event on a busy machine."""

PATIENCE = 60.0  # seconds
