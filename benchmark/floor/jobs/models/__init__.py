from benchmark.floor.jobs.models.bell import Bell
from benchmark.floor.jobs.models.worker_heartbeat import WorkerHeartbeat

MUTABILITY = {"Bell": "mutable", "WorkerHeartbeat": "mutable"}

__all__ = ["MUTABILITY", "Bell", "WorkerHeartbeat"]
