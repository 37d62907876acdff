"""How often somebody called in the window of time that runs."""

from __future__ import annotations

from django.db import models


class CallCount(models.Model):
    """One row for each caller and scope, counted by all processes together. The table is unlogged: a crash
    of the server forgets it, and a call costs no wait for the disk."""

    caller = models.CharField(primary_key=True, max_length=120, db_collation="C")
    until = models.DateTimeField(db_index=True)
    calls = models.PositiveIntegerField()

    class Meta:
        ordering = ["caller"]

    def __str__(self) -> str:
        return f"{self.caller}: {self.calls} until {self.until:%H:%M:%S}"
