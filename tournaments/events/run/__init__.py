"""How an event runs: pairing, opening tables, entering results, closing and checking its record."""
