"""Statistics of shuffled decks: exact distributions, tests, evidence over time, and pictures."""
