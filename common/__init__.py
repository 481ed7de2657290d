"""How the house's commands speak: a --help that teaches, and word of how far long work is."""
