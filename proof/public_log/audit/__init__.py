"""Audit a public log from anywhere, without trusting the site."""
