"""Template tags of the pages of reviewing: the ways between them, bars, shares."""

from __future__ import annotations

from typing import Any

from django import template
from django.urls import NoReverseMatch, reverse
from django.utils.html import format_html
from django.utils.translation import gettext, gettext_noop

from benchmark.floor.accounts.verbs import Verb
from scenarios.permissions import verbs_on
from scenarios.review.selectors import disputes

register = template.Library()

_WAYS: tuple[tuple[str, str, str, Verb], ...] = (
    ("progress", gettext_noop("Progress"), "review_lead:progress", Verb.REVIEW_VIEW),
    ("disputes", gettext_noop("Disputes"), "review_lead:disputes", Verb.REVIEW_ADJUDICATE),
    ("items", gettext_noop("Items"), "review_lead:items", Verb.REVIEW_MANAGE),
    ("agreement", gettext_noop("Agreement"), "review_lead:agreement", Verb.REVIEW_VIEW),
    ("manage", gettext_noop("Settings and people"), "review_lead:manage", Verb.REVIEW_MANAGE),
)


@register.inclusion_tag("scenarios/review/_ways.html", takes_context=True)
def review_ways(context: Any, here: str) -> dict[str, Any]:
    """The ways between the pages of a suite's review that the person may go, with the number of disputes that
    wait for those who decide them. Two queries."""
    suite, user = context["suite"], context["request"].user
    may = verbs_on(user, suite)
    ways = []
    for slug, title, name, verb in _WAYS:
        if verb in may:
            try:
                ways.append((slug, gettext(title), reverse(name, args=[suite.slug])))
            except NoReverseMatch:
                continue
    judges = Verb.REVIEW_JUDGE in may and Verb.GOLD_VIEW not in may
    return {
        "suite": suite,
        "here": here,
        "ways": ways,
        "judges": judges,
        "waiting": disputes.waiting(suite) if Verb.REVIEW_ADJUDICATE in may else 0,
        "with_guidelines": bool(ways or judges),
    }


@register.simple_tag
def review_bar(tally: Any, label: str) -> str:
    """Done, disputed and left of a tally as a bar; the figures stand in its label, and beside it in words."""
    done, disputed = tally.widths
    figures = {"done": tally.done, "total": tally.total, "disputed": tally.disputed, "left": tally.left}
    said = gettext("%(done)s of %(total)s done, %(disputed)s disputed, %(left)s left") % figures
    return format_html(
        '<svg class="review-bar-picture" viewBox="0 0 100 10" preserveAspectRatio="none" role="img"'
        ' aria-label="{}"><rect class="done" x="0" y="0" width="{}" height="10"/>'
        '<rect class="disputed" x="{}" y="0" width="{}" height="10"/></svg>',
        f"{label}: {said}",
        f"{done:.2f}",
        f"{done:.2f}",
        f"{disputed:.2f}",
    )


@register.inclusion_tag("scenarios/review/_share.html")
def review_share(share: Any) -> dict[str, Any]:
    """A share with its numerator and denominator, n/a over nothing, grey over few."""
    return {"share": share}


@register.filter
def get_item(found: Any, key: Any) -> Any:
    """The value under a key or at a place, nothing where there is none."""
    try:
        return found[key]
    except (KeyError, IndexError, TypeError):
        return None
