"""Time at a table: what a clock gives, whose turn it is, who is away or on vacation."""
