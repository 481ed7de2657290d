"""Proof: evidence that deals were fair, and the public log."""
