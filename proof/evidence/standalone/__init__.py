"""The one file that people take away: it imports nothing of ours, and nothing of ours imports it."""
