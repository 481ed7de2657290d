"""Change the product in small ways, and check whether its tests fail: `manage.py mutation`."""
