"""The kinds of events: one class each, with a method for every difference between kinds."""
