"""Answers that go on: consumers, as sockets have them, whose line is an answer over HTTP."""
