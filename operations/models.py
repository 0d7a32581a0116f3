"""Signs of life of the background processes."""

from django.db import models


class Heartbeat(models.Model):
    """When a kind of background process last did its work."""

    name = models.CharField(max_length=40, primary_key=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name} at {self.at:%Y-%m-%d %H:%M:%S}"
