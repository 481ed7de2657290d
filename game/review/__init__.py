"""A finished game, judged: luck and skill, decision by decision."""
