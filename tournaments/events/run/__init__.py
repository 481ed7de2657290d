"""The course of an event: its flow, its results, its end, and the audit of its record."""
