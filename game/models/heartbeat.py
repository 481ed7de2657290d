"""The time at which the service was last alive."""

from django.db import models


class Heartbeat(models.Model):
    """The last time in milliseconds at which any process was alive. One row, used to measure outages."""

    at = models.BigIntegerField()

    def __str__(self) -> str:
        return str(self.at)
