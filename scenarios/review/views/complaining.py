"""Calling a node of a gold derivation wrong: from its panel on the page of a query, and from the last step of
a question form, by who judges it."""

from __future__ import annotations

import re
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.http import require_POST

from benchmark.floor.accounts.verbs import Verb
from scenarios.exceptions import InputRefusedError, NotVisibleError, StateRefusedError
from scenarios.models import Complaint, DerivationNode, Query
from scenarios.review.exceptions import FormRefusedError
from scenarios.review.selectors.complaints import revealed_to
from scenarios.review.services import complaining
from scenarios.review.views.sending import Sent, on_slot
from scenarios.selectors import queries, suites
from scenarios.views.browsing import find_suite

_NUMBER = re.compile(r"[0-9]{1,15}")
THANKS = gettext_lazy("Thank you: {} is called wrong, and somebody else decides it.")


@require_POST
@login_required
def complain(request: HttpRequest, suite: str) -> HttpResponse:
    """From the page of a query, by who may see its gold; back to the node."""
    found = find_suite(request, suite, Verb.GOLD_VIEW)
    scenario = suites.get_scenario(found, request.POST.get("scenario", ""))
    query = queries.get(scenario, request.POST.get("query", ""))
    node = node_of(query, request.POST.get("node", ""))
    try:
        complained = _complain(query, node, request.POST.get("text", ""), request.user)
        messages.success(request, THANKS.format(complained.node_label))
    except FormRefusedError as error:
        messages.error(request, str(error))
    page = reverse("scenarios:query", args=[found.slug, scenario.slug, query.label])
    response = HttpResponseRedirect(f"{page}?node={node.pk}#node-panel")
    response.status_code = 303
    return response


@on_slot
def slot_complain(sent: Sent) -> HttpResponse:
    """From the form of a question whose gold is revealed; what is entered there besides is kept as a draft.
    The page's script gets the place of the node again, a plain form its page."""
    work = sent.work
    query = revealed_to(work)
    node = node_of(query, sent.text("_complain"))
    try:
        _complain(query, node, sent.text(f"wrong.{node.pk}"), sent.by)
        problem = ""
    except FormRefusedError as error:
        problem = str(error)
    if sent.text("_fragment"):
        return _fragment(sent, node, problem)
    if work.verdict is None:
        _keep(sent)
    if problem:
        messages.error(sent.request, problem)
    else:
        messages.success(sent.request, THANKS.format(node.node_label))
    page = reverse("review:slot", args=[sent.suite.slug, work.slot.pk])
    response = HttpResponseRedirect(f"{page}#node-{node.pk}")
    response.status_code = 303
    return response


def node_of(query: Query, ref: str) -> DerivationNode:
    """The node that a link of this query carries. Raises ``NotVisibleError``."""
    found = None
    if _NUMBER.fullmatch(ref):
        rows = DerivationNode.objects.filter(scenario=query.scenario, cutoff=query.cutoff)
        found = rows.filter(pk=int(ref)).first()
    if found is None:
        raise NotVisibleError(gettext("There is no such node in the derivation."))
    return found


def _complain(query: Query, node: DerivationNode, text: str, by: Any) -> Complaint:
    return complaining.complain(
        query=query,
        node_kind=node.kind,
        node_label=node.node_label,
        text=text,
        by=by,
        now=timezone.now(),
    )


def _keep(sent: Sent) -> None:
    """The other entries of the form, which a plain form would lose."""
    try:
        sent.keep()
    except (InputRefusedError, StateRefusedError) as error:
        messages.warning(
            sent.request, gettext("Your other entries could not be kept: %(error)s") % {"error": error}
        )


def _fragment(sent: Sent, node: DerivationNode, problem: str) -> HttpResponse:
    context = {
        "node": {
            "ref": str(node.pk),
            "label": node.node_label,
            "by": set() if problem else {sent.by.username},
        },
        "problem": problem,
        "entered": sent.given,
        "slot": sent.work.slot,
        "suite": sent.suite,
        "user": sent.by,
        "opened": True,
    }
    return render(
        sent.request, "scenarios/review/_node_complaint.html", context, status=422 if problem else 200
    )
