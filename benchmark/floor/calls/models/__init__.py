from benchmark.floor.calls.models.call_count import CallCount
from benchmark.floor.calls.models.kept_reply import KeptReply

MUTABILITY = {"CallCount": "mutable", "KeptReply": "immutable"}

__all__ = ["MUTABILITY", "CallCount", "KeptReply"]
