"""Retention: how long a site keeps players' data, and the jobs that delete it afterwards."""
