"""Engines that run elsewhere, and poll for what they are asked."""
