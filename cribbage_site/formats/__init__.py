"""Date formats: English as below, other languages as in Django."""
