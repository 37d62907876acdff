"""The models of what is true. One model a file; this is the one ``__init__`` that re-exports."""

from __future__ import annotations

from scenarios.models.action import Action
from scenarios.models.derivation_edge import DerivationEdge
from scenarios.models.derivation_node import DerivationNode
from scenarios.models.entity import Entity
from scenarios.models.event import Event
from scenarios.models.fact_version import FactVersion
from scenarios.models.finding import Finding
from scenarios.models.gold_answer import GoldAnswer
from scenarios.models.membership import Membership
from scenarios.models.model_reply import ModelReply
from scenarios.models.mutability import MUTABILITY
from scenarios.models.query import Query
from scenarios.models.rendering import Rendering
from scenarios.models.rule_version import RuleVersion
from scenarios.models.scenario import Scenario
from scenarios.models.suite import Suite
from scenarios.models.witness import Witness

__all__ = [
    "MUTABILITY",
    "Action",
    "DerivationEdge",
    "DerivationNode",
    "Entity",
    "Event",
    "FactVersion",
    "Finding",
    "GoldAnswer",
    "Membership",
    "ModelReply",
    "Query",
    "Rendering",
    "RuleVersion",
    "Scenario",
    "Suite",
    "Witness",
]
