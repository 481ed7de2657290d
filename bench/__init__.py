"""Measures and breaks the product: `manage.py bench`, `chaos` and `soak`."""
