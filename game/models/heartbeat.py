"""When the service was last alive."""

from django.db import models


class Heartbeat(models.Model):
    """When any process was last alive, in milliseconds: one row, by which a gap in the service is known."""

    at = models.BigIntegerField()

    def __str__(self) -> str:
        return str(self.at)
