"""Simulate cheaters on the ladder, and measure their gain per hour: `manage.py cheaters`."""
