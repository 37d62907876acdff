"""Template helpers of complaints: what was said of the node that is open."""

from __future__ import annotations

from django import template

from scenarios.models import Query
from scenarios.review.selectors import complaints
from scenarios.review.selectors.complaints import ComplaintLine
from scenarios.selectors.panels import NodePanel

register = template.Library()


@register.simple_tag
def complaints_about(query: Query, panel: NodePanel) -> list[ComplaintLine]:
    """The complaints about the opened node of a query, oldest first. Two database queries."""
    node = panel.row.node
    return complaints.of_node(query, str(node.kind), node.label)
