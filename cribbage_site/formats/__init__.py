"""How dates are written: in English as below, in other languages as Django does."""
