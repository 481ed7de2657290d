"""When the service was last alive."""

from django.db import models


class Heartbeat(models.Model):
    """When any process was last alive, in milliseconds: one row, which shows how long an outage was."""

    at = models.BigIntegerField()

    def __str__(self) -> str:
        return str(self.at)
