"""The frame of HTTP calls: one table of codes, one parser of bodies, one way to answer what a call raises."""
