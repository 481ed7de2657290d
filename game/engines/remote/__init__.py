"""Engines that run elsewhere and poll for questions."""
