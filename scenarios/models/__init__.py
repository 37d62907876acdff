"""The models of what is true. One model a file; this is the one ``__init__`` that re-exports."""

from __future__ import annotations

from scenarios.models.action import Action
from scenarios.models.adjudication import Adjudication
from scenarios.models.complaint import Complaint
from scenarios.models.derivation_edge import DerivationEdge
from scenarios.models.derivation_node import DerivationNode
from scenarios.models.draft import Draft
from scenarios.models.entity import Entity
from scenarios.models.event import Event
from scenarios.models.fact_version import FactVersion
from scenarios.models.finding import Finding
from scenarios.models.gold_answer import GoldAnswer
from scenarios.models.guideline import Guideline
from scenarios.models.membership import Membership
from scenarios.models.model_reply import ModelReply
from scenarios.models.mutability import MUTABILITY
from scenarios.models.query import Query
from scenarios.models.remark import Remark
from scenarios.models.rendering import Rendering
from scenarios.models.review_item import ReviewItem, ReviewStatus
from scenarios.models.review_policy import ReviewPolicy
from scenarios.models.reviewer import Reviewer
from scenarios.models.rule_version import RuleVersion
from scenarios.models.scenario import Scenario
from scenarios.models.slot import Slot, SlotStatus
from scenarios.models.suite import Suite
from scenarios.models.transition import Transition
from scenarios.models.verdict import Outcome, Verdict
from scenarios.models.verdict_export import VerdictExport
from scenarios.models.witness import Witness

__all__ = [
    "MUTABILITY",
    "Action",
    "Adjudication",
    "Complaint",
    "DerivationEdge",
    "DerivationNode",
    "Draft",
    "Entity",
    "Event",
    "FactVersion",
    "Finding",
    "GoldAnswer",
    "Guideline",
    "Membership",
    "ModelReply",
    "Outcome",
    "Query",
    "Remark",
    "Rendering",
    "ReviewItem",
    "ReviewPolicy",
    "ReviewStatus",
    "Reviewer",
    "RuleVersion",
    "Scenario",
    "Slot",
    "SlotStatus",
    "Suite",
    "Transition",
    "Verdict",
    "VerdictExport",
    "Witness",
]
