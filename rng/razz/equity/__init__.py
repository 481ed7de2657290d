"""The equity of razz hands, or ranges, against each other."""
