from benchmark.floor.hooks.models.delivery import Delivery, DeliveryState
from benchmark.floor.hooks.models.hook import Hook
from benchmark.floor.hooks.models.hook_secret import HookSecret

MUTABILITY = {"Delivery": "mutable", "Hook": "mutable", "HookSecret": "mutable"}

__all__ = ["MUTABILITY", "Delivery", "DeliveryState", "Hook", "HookSecret"]
