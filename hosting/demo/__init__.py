"""Demo data: labelled sample players, and games that the engine has really played."""
