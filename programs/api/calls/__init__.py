"""The calls, a module for each section of the page, and what each takes and answers."""
