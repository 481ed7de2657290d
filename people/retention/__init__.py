"""Retention: the times for which a site keeps data of players, and the jobs that delete it afterwards."""
