"""Calls about the evidence of games."""

NEEDS = ("proof",)
