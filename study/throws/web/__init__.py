"""The pages, calls and feed of the throw of the day."""
