"""Measures live play: scripted clients make real moves at a real server, each made durable."""
