"""The queue's messages on the database's clock: a host whose own is behind would never take one (ADR 34)."""

from __future__ import annotations

from datetime import datetime, timedelta
from time import sleep
from typing import Any

from django_q.brokers.orm import ORM
from django_q.conf import Conf

from benchmark.floor.jobs import clocks


class DatabaseClockBroker(ORM):  # type: ignore[misc]  # django-q2 has no types
    """The broker of django-q2 that keeps messages in Postgres, with ``clocks.now`` in place of the host's."""

    def timeout(self, task: Any) -> datetime:
        """Until when a message that is being taken is nobody else's."""
        return clocks.now() + timedelta(seconds=Conf.RETRY)

    def queue_size(self) -> int:
        """Messages that wait."""
        waiting: int = self.get_connection().filter(key=self.list_key, lock__lte=clocks.now()).count()
        return waiting

    def lock_size(self) -> int:
        """Messages that were taken."""
        taken: int = self.get_connection().filter(key=self.list_key, lock__gt=clocks.now()).count()
        return taken

    def enqueue(self, task: str) -> int:
        """Add a message; its number."""
        key = self.list_key or Conf.CLUSTER_NAME
        number: int = self.get_connection().create(key=key, payload=task, lock=clocks.now()).pk
        return number

    def dequeue(self) -> list[tuple[int, str]] | None:
        """Take what waits, at most ``bulk`` messages; None after a pause where nothing does."""
        waiting = self.get_connection().filter(key=self.list_key, lock__lt=clocks.now())[0 : Conf.BULK]
        taken = [
            (message.pk, message.payload)
            for message in waiting
            if self.get_connection()
            .filter(id=message.id, lock=message.lock)
            .update(lock=self.timeout(message))
        ]
        if not waiting:
            sleep(Conf.POLL)
            return None
        return taken
