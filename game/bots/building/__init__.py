"""How the tables are made, from nothing but the rules and a sensible player: pure, in numpy."""
