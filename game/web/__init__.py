"""The framework of HTTP calls: one table of codes, one parser of bodies, and one way to answer exceptions."""
