"""The pages, calls and feed of the discard of the day."""
