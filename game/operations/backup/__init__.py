"""A site put away in one file while people play, and brought back into an empty database."""
