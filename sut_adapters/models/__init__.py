"""The models of the app, one a file."""

from __future__ import annotations

from sut_adapters.models.kept_reply import KeptReply
from sut_adapters.models.metered_call import CallKind, CallOutcome, MeteredCall
from sut_adapters.models.mutability import MUTABILITY
from sut_adapters.models.store_vector import StoreVector
from sut_adapters.models.system_under_test import SystemUnderTest

__all__ = [
    "MUTABILITY",
    "CallKind",
    "CallOutcome",
    "KeptReply",
    "MeteredCall",
    "StoreVector",
    "SystemUnderTest",
]
