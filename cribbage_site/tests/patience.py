"""How long tests wait for an expected event on a busy machine."""

PATIENCE = 120.0  # seconds
PATIENCE_MS = int(PATIENCE * 1000)  # for browsers
