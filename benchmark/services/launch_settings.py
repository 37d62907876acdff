"""The settings of a launch, and every reason why they would be refused (overview 4.9: misconfigured)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from benchmark.exceptions import LaunchFault
from benchmark.models import HintLevel
from benchmark.oracles.misreadings import MISREADINGS
from benchmark.services import questions, readers, reading_kinds, systems
from benchmark.walk.segments import SEGMENT_SECONDS
from scenarios.models import Suite
from sut_adapters import registry
from sut_adapters.models import SystemUnderTest

#: Tokens of context that a reader gets where a launch names no budget (spec 12.5).
DEFAULT_BUDGET = 8192
#: What one run may ask for at most, wherever it is launched from.
MOST_REPETITIONS = 20
MOST_BUDGET = 1_000_000
#: Parts whose readings are made from contexts again, cut or split.
READ_ANEW = frozenset({"budgets", "probes"})
#: Settings of a reader that a page or the API may choose. Addresses and names of environment variables are
#: left to commands: with both, whoever may launch could have any secret of the server sent anywhere.
OFFERED_SETTINGS = frozenset(
    {"model", "provider", "temperature", "timeout", "max_tokens", "json_mode", "prompt", "script"}
)


@dataclass(frozen=True)
class LaunchSettings:
    """What is to be run. ``budget`` in tokens; ``parts`` are keys of ``reading_kinds.PARTS``;
    ``reader_config`` holds no secret: it is stored and shown; ``segment_seconds`` is what a segment aims to
    stay under; ``submitted``: what its systems hand over comes from a file, and nobody is asked."""

    suite: Suite
    systems: tuple[SystemUnderTest, ...]
    reader: str
    hints: tuple[str, ...] = (HintLevel.NONE.value,)
    repetitions: int = 1
    reading_repetitions: int = 1
    budget: int = DEFAULT_BUDGET
    parts: tuple[str, ...] = ()
    reader_config: Mapping[str, Any] = field(default_factory=dict)
    segment_seconds: float = SEGMENT_SECONDS
    submitted: bool = False


def not_offered(reader_config: Mapping[str, Any]) -> str:
    """Why a page or the API may not choose these settings of a reader; empty if it may."""
    refused = sorted(set(reader_config) - OFFERED_SETTINGS)
    if not refused:
        return ""
    return (
        f"{', '.join(refused)} can only be set by command (manage.py run --reader-option) or by the server's "
        f"environment. Here you may set {', '.join(sorted(OFFERED_SETTINGS))}."
    )


def faults(settings: LaunchSettings) -> list[LaunchFault]:
    """Every reason why this launch would be refused; empty if it may go ahead. Writes nothing."""
    return [
        *_of_suite(settings.suite),
        *_of_systems(settings),
        *_of_misreadings(settings),
        *_of_own_answers(settings),
        *readers.faults(settings.reader, settings.reader_config),
        *_of_hints(settings.hints),
        *_of_parts(settings.parts),
        *_of_numbers(settings),
    ]


def _of_suite(suite: Suite) -> Iterator[LaunchFault]:
    if not suite.is_released:
        yield LaunchFault(
            "suite",
            _("%(slug)s is a draft.") % {"slug": suite.slug},
            _("Release it: runs pin a released version."),
        )
    if not any(questions.of_scenario(scenario) for scenario in suite.scenarios.all()):
        yield LaunchFault(
            "suite", _("%(slug)s puts no question.") % {"slug": suite.slug}, _("Choose another suite.")
        )


def _of_systems(settings: LaunchSettings) -> Iterator[LaunchFault]:
    chosen = settings.systems
    if not chosen:
        yield LaunchFault(
            "systems", _("no system was chosen."), _("Name at least one; `sut list` shows them.")
        )
    names = [system.name for system in chosen]
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield LaunchFault(
            "systems", _("%(name)s was named twice.") % {"name": name}, _("Use repetitions to walk it again.")
        )
    for system in chosen:
        if not system.enabled:
            yield LaunchFault(
                _("system %(name)s") % {"name": system.name},
                _("is switched off."),
                _("Enable it in the admin."),
            )
        elif _takes_files(system) and not settings.submitted:
            yield LaunchFault(
                _("system %(name)s") % {"name": system.name},
                _("takes files."),
                _("Submit a file of its contexts."),
            )
        elif wrong := systems.fault(system):
            yield LaunchFault(
                _("system %(name)s") % {"name": system.name}, wrong, _("Mend its configuration in the admin.")
            )


def _takes_files(system: SystemUnderTest) -> bool:
    return (
        system.adapter in registry.walked_elsewhere() and registry.entry(system.adapter).walked_by == "nobody"
    )


def _of_misreadings(settings: LaunchSettings) -> Iterator[LaunchFault]:
    """Some known-bad systems have their fault in how records are read: a reader must be able to have it."""
    if readers.knows_rules(settings.reader):
        return
    for system in settings.systems:
        if system.adapter in MISREADINGS:
            yield LaunchFault(
                _("system %(name)s") % {"name": system.name},
                _("has its fault in how records are read, which the reader %(reader)s cannot be given.")
                % {"reader": settings.reader},
                _("Read it with the symbolic reader, or leave it out."),
            )


def _of_own_answers(settings: LaunchSettings) -> Iterator[LaunchFault]:
    """The reader of a system's own answers needs systems that give them, and can read nothing else."""
    if settings.reader != readers.OWN:
        return
    for system in settings.systems:
        if not systems.fault(system) and not systems.answers(system):
            yield LaunchFault(
                _("system %(name)s") % {"name": system.name},
                _("gives no answers of its own."),
                _("Read its contexts with another reader than %(own)s.") % {"own": readers.OWN},
            )
    for part in settings.parts:
        if part in READ_ANEW:
            yield LaunchFault(
                "parts",
                _("%(part)s reads contexts anew, and own answers are given once.") % {"part": part},
                _("Leave it out."),
            )


def _of_hints(hints: tuple[str, ...]) -> Iterator[LaunchFault]:
    if not hints or len(set(hints)) != len(hints):
        yield LaunchFault(
            "hints", _("each level counts once, and one is needed."), _("Name each level once.")
        )
    for hint in hints:
        if hint not in HintLevel.values:
            known = ", ".join(HintLevel.values)
            yield LaunchFault(
                "hints",
                _("%(hint)s is no hint level.") % {"hint": f"{hint!r}"},
                _("Choose among %(known)s.") % {"known": known},
            )


def _of_parts(parts: tuple[str, ...]) -> Iterator[LaunchFault]:
    for part in parts:
        if part not in reading_kinds.PARTS:
            known = ", ".join(reading_kinds.PARTS)
            yield LaunchFault(
                "parts",
                _("%(part)s is no part of a run.") % {"part": f"{part!r}"},
                _("Choose among %(known)s.") % {"known": known},
            )
    for part in sorted({part for part in parts if parts.count(part) > 1}):
        yield LaunchFault("parts", _("%(part)s was named twice.") % {"part": part}, _("Name each part once."))


def _of_numbers(settings: LaunchSettings) -> Iterator[LaunchFault]:
    for where, number, most in (
        ("repetitions", settings.repetitions, MOST_REPETITIONS),
        ("reading repetitions", settings.reading_repetitions, MOST_REPETITIONS),
        ("budget", settings.budget, MOST_BUDGET),
    ):
        if not 1 <= number <= most:
            wrong = _("%(number)s is too small.") if number < 1 else _("%(number)s is too large.")
            yield LaunchFault(
                where,
                wrong % {"number": number},
                _("Give a whole number from 1 to %(most)s.") % {"most": most},
            )
