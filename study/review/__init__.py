"""Reviews of finished games: luck and skill, decision by decision."""
