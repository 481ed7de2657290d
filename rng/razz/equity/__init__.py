"""The worth of razz hands, or ranges, against each other."""
