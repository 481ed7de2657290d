"""Samples of razz hands, and how near the exact law they come."""
