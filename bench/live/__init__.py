"""Measure live play: scripted clients make real moves on a real server, each of them durable."""
