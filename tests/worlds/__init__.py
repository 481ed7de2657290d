"""Helpers that tests of several rooms share, one file for each area: games, people, servers, clocks."""
