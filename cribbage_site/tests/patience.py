"""How long tests wait for an event that is due, on a machine that does much else."""

PATIENCE = 60.0  # seconds
