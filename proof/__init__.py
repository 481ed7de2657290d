"""Proof: what shows that deals were fair, and the public log."""
