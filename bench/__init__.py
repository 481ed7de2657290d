"""Measure the product and inject faults: `manage.py bench`, `chaos` and `soak`."""
