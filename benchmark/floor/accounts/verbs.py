"""PURE. What each role may do: the one table of roles and verbs (overview 4.15).

``scenarios.permissions.can`` asks this table, adds memberships of suites and answers for a user and a suite.
Each URL name and API verb is classified by one of these verbs, or as ``public`` or ``signed-in``.
"""

from __future__ import annotations

import enum


class Role(enum.StrEnum):
    """What a person is. ``system`` is a system under test that calls the API with a token of its own."""

    ANNOTATOR = "annotator"
    ADJUDICATOR = "adjudicator"
    VIEWER = "viewer"
    LEAD = "lead"
    RESEARCHER = "researcher"
    ADMIN = "admin"
    SYSTEM = "system"


class Verb(enum.StrEnum):
    """What can be done. Read verbs first, then those that write."""

    SUITE_VIEW = "suite.view"
    RECORD_VIEW = "record.view"
    ACTIONS_VIEW = "actions.view"
    GOLD_VIEW = "gold.view"
    RUN_VIEW = "run.view"
    LEADERBOARD_VIEW = "leaderboard.view"
    AUDIT_VIEW = "audit.view"
    TOKEN_MANAGE = "token.manage"
    PLAYGROUND_USE = "playground.use"
    REVIEW_VIEW = "review.view"
    REVIEW_JUDGE = "review.judge"
    REVIEW_ADJUDICATE = "review.adjudicate"
    REVIEW_MANAGE = "review.manage"
    REVIEW_EXPORT = "review.export"
    RUN_LAUNCH = "run.launch"
    RUN_CANCEL = "run.cancel"
    RUN_SUBMIT = "run.submit"
    PRACTICE_USE = "practice.use"
    SUITE_BUILD = "suite.build"
    SUITE_IMPORT = "suite.import"
    SUITE_RELEASE = "suite.release"
    SUITE_STAND = "suite.stand"
    SUITE_DELETE = "suite.delete"
    HISTORY_EDIT = "history.edit"
    MEMBER_MANAGE = "member.manage"
    HOOK_MANAGE = "hook.manage"
    ADMIN_USE = "admin.use"


_READ_RESULTS = frozenset({Verb.SUITE_VIEW, Verb.RECORD_VIEW, Verb.RUN_VIEW, Verb.LEADERBOARD_VIEW})
_READ_TRUTH = frozenset({Verb.ACTIONS_VIEW, Verb.GOLD_VIEW})
# What a person does with nothing but their own: no suite is read. And what practice suites are for: they
# serve their gold to whoever sees them, and no other suite does by this verb (ADR 28).
_OWN = frozenset({Verb.TOKEN_MANAGE, Verb.PLAYGROUND_USE, Verb.PRACTICE_USE})
_LEAD = frozenset(
    {
        Verb.RUN_LAUNCH,
        Verb.RUN_CANCEL,
        Verb.RUN_SUBMIT,
        Verb.SUITE_BUILD,
        Verb.SUITE_IMPORT,
        Verb.SUITE_RELEASE,
        Verb.SUITE_STAND,
        Verb.HISTORY_EDIT,
        Verb.MEMBER_MANAGE,
        Verb.HOOK_MANAGE,
        Verb.AUDIT_VIEW,
        Verb.REVIEW_VIEW,
        Verb.REVIEW_ADJUDICATE,
        Verb.REVIEW_MANAGE,
        Verb.REVIEW_EXPORT,
    }
)

ALLOWED: dict[Role, frozenset[Verb]] = {
    # Annotators judge records: they see no typed actions and no gold, or their verdicts would copy them.
    Role.ANNOTATOR: frozenset({Verb.SUITE_VIEW, Verb.RECORD_VIEW, Verb.REVIEW_JUDGE}) | _OWN,
    # Who decides disputes sees the truth and what rests on it, and so does not judge.
    Role.ADJUDICATOR: _READ_RESULTS | _READ_TRUTH | _OWN | {Verb.REVIEW_VIEW, Verb.REVIEW_ADJUDICATE},
    # A viewer follows results and progress: totals, never the truth behind them.
    Role.VIEWER: _READ_RESULTS | _OWN | {Verb.REVIEW_VIEW},
    Role.RESEARCHER: _READ_RESULTS
    | _READ_TRUTH
    | _OWN
    | {Verb.RUN_LAUNCH, Verb.RUN_CANCEL, Verb.RUN_SUBMIT, Verb.REVIEW_VIEW, Verb.REVIEW_EXPORT}
    # Who launches runs may have other systems told how they end.
    | {Verb.HOOK_MANAGE},
    Role.LEAD: _READ_RESULTS | _READ_TRUTH | _OWN | _LEAD,
    Role.ADMIN: frozenset(Verb),
    # A system's token reaches records and questions through the endpoints made for it, and no gold but that
    # of practice suites.
    Role.SYSTEM: frozenset({Verb.SUITE_VIEW, Verb.RUN_SUBMIT, Verb.PRACTICE_USE}),
}
"""Every role has an entry; what is not listed is not allowed."""

PUBLIC = "public"
SIGNED_IN = "signed-in"
CLASSES = frozenset({PUBLIC, SIGNED_IN, *(verb.value for verb in Verb)})
"""What the value of a ``ROUTE_VERBS`` entry may be."""


def allowed(role: str, verb: Verb) -> bool:
    """Whether the role, whichever suite, may do it. An unknown role may do nothing."""
    return role in ALLOWED and verb in ALLOWED[Role(role)]
