"""The rules of the ladder as pure functions: changes of points, levels, and long-term points."""
