"""Cribbage taught from nothing: the steps of the lesson, and the real hands it is played with."""
