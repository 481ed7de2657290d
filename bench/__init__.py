"""What `manage.py bench` measures, a part to a module."""
