"""PURE. The coarse scopes of API tokens, mapped onto the verbs of ``accounts.verbs``.

A token stores names of scopes, of single verbs, or both; ``reach`` says which verbs that is.
"""

from __future__ import annotations

import enum
from collections.abc import Collection

from benchmark.floor.accounts.verbs import Verb


class Scope(enum.StrEnum):
    """What a token is for."""

    READ = "read"
    ANNOTATE = "annotate"
    RUN = "run"
    SUBMIT = "submit"
    ADMIN = "admin"


SCOPES: dict[Scope, frozenset[Verb]] = {
    Scope.READ: frozenset(
        {
            *(Verb.SUITE_VIEW, Verb.RECORD_VIEW, Verb.ACTIONS_VIEW, Verb.GOLD_VIEW, Verb.RUN_VIEW),
            *(Verb.LEADERBOARD_VIEW, Verb.REVIEW_VIEW, Verb.REVIEW_EXPORT, Verb.PLAYGROUND_USE),
        }
    ),
    Scope.ANNOTATE: frozenset({Verb.REVIEW_JUDGE, Verb.REVIEW_ADJUDICATE}),
    Scope.RUN: frozenset({Verb.RUN_LAUNCH, Verb.RUN_CANCEL}),
    Scope.SUBMIT: frozenset({Verb.RUN_SUBMIT, Verb.PRACTICE_USE}),
    Scope.ADMIN: frozenset(
        {
            Verb.HOOK_MANAGE,  # a hook outlives the token that made it
            *(Verb.AUDIT_VIEW, Verb.TOKEN_MANAGE, Verb.REVIEW_MANAGE, Verb.SUITE_BUILD, Verb.SUITE_IMPORT),
            *(Verb.SUITE_RELEASE, Verb.SUITE_STAND, Verb.SUITE_DELETE, Verb.HISTORY_EDIT),
            *(Verb.MEMBER_MANAGE, Verb.ADMIN_USE),
        }
    ),
}
"""Every verb lies in exactly one scope. What the owner's role does not allow, no scope allows."""

MEANING: dict[Scope, str] = {
    Scope.READ: "see suites, runs, boards and exports",
    Scope.ANNOTATE: "judge and decide disputes",
    Scope.RUN: "launch and cancel runs",
    Scope.SUBMIT: "hand in contexts and answers of a system, and see the gold of practice suites",
    Scope.ADMIN: "build, edit and release suites, lead reviews, manage people, tokens and hooks",
}
"""Each scope in words, for forms."""


def unknown(names: Collection[str]) -> list[str]:
    """Those of ``names`` that are neither a scope nor a verb, sorted."""
    return sorted(set(names) - {scope.value for scope in Scope} - {verb.value for verb in Verb})


def reach(names: Collection[str]) -> frozenset[str]:
    """The verbs, as text, that a token of these ``names`` may use. No names: every verb.

    An unknown name (of a verb that is no more) adds nothing, so that it never widens a token.
    """
    if not names:
        return frozenset(verb.value for verb in Verb)
    single = frozenset(names) & {verb.value for verb in Verb}
    return single.union(*(SCOPES[scope] for scope in Scope if scope.value in names))


def scope_of(verb: Verb) -> Scope:
    """The one scope in which the verb lies."""
    return next(scope for scope, verbs in SCOPES.items() if verb in verbs)
