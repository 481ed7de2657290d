"""The course of an event: its flow, its results, its end, and the check of its record."""
