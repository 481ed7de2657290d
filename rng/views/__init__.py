"""The pages about randomness, and their data requests."""
