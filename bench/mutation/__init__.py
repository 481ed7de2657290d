"""Changes the product in small ways, and shows whether its tests notice: `manage.py mutation`."""
