"""Demo data: sample players, labelled so, and games that the engine has really played."""
