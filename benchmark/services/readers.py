"""The readers that a run may be launched with, and what each of them knows (overview 4.5).

A reader turns a cut context into an answer. The symbolic reader knows the rules and the templates, so
it is marked and its boards are titled as such; a language model knows nothing of ours.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_noop as _n

from benchmark.exceptions import LaunchFault, RunMisconfiguredError
from benchmark.models import IngestVariant, Question, Run, SutContext
from benchmark.oracles import misreadings
from benchmark.oracles.context_reading import stored_lookup
from benchmark.oracles.symbolic import SymbolicReader, sizes_at
from benchmark.scoring import envelope
from benchmark.scoring.subjects import Subject
from benchmark.services.timelines import SceneTimeline
from benchmark.walk.opaque import OpaqueIds
from scenarios.domains import registry as domains
from scenarios.models import Scenario
from scenarios.selectors import histories, programs
from sut_adapters.answering import base as answering
from sut_adapters.answering.base import AnswerReply, AnswerRequest
from sut_adapters.answering.prompting import CURRENT
from sut_adapters.base import MisconfiguredError


@dataclass(frozen=True)
class ReadingScene:
    """What a reader of one store may be told: the scenario, the ids its contexts use, the settings, and the
    ``adapter`` that gave them (some known-bad systems have their fault in how they are read); of which
    ``variant`` they are."""

    scenario: Scenario
    scene: SceneTimeline
    ids: OpaqueIds
    run: Run
    adapter: str = ""
    variant: IngestVariant | None = None


Read = Callable[[Question, AnswerRequest], AnswerReply]

#: The reader that hands on what the system answered itself.
OWN = "own"


@dataclass(frozen=True)
class Reader:
    """A registered reader. ``title`` heads the boards made with it, ``knows`` marks what it was told.

    ``parallel`` calls may fly at once. ``check`` lists what is wrong with the settings of a launch
    (``reader_config`` of the run). What a reader that is not ``ranked`` gives is never ranked. ``calls``
    tells what the reply to a request depends on in a run, where replies may be kept (``AnswerModel.call``).
    ``combines_by_rules``: recoveries rebuild states by the program's rules instead of asking it (spec 7.5).
    """

    name: str
    title: str
    knows: tuple[str, ...]
    parallel: int
    open: Callable[[ReadingScene], Read]
    check: Callable[[Mapping[str, Any]], list[LaunchFault]]
    prompt_version: str = ""
    ranked: bool = True
    calls: Callable[[Run], Callable[[AnswerRequest], Mapping[str, Any] | None]] | None = None
    combines_by_rules: bool = False


def _symbolic(scene: ReadingScene) -> Read:
    """The symbolic reader over one scenario: its program, its templates, and the stored records."""
    scenario = scene.scenario
    program, history = programs.load(scenario), histories.load(scenario)
    actions = defaultdict(list)
    for action in history.actions:
        actions[action.event].append(action)
    known = domains.names()
    reader = SymbolicReader(
        program=program,
        domain=domains.get(scenario.domain) if scenario.domain in known else None,
        stored=stored_lookup(
            (scene.ids.shown[event.label], event.text, tuple(actions[event.label]))
            for event in scene.scene.events
        ),
        sizes=sizes_at(program, history),
        misreading=misreadings.of(scene.adapter),
    )
    return lambda question, request: _answered(reader, question, request)


def _answered(reader: SymbolicReader, question: Question, request: AnswerRequest) -> AnswerReply:
    """The symbolic reader on a question. What a probe or a tracked query cites is not scored, so it is not
    looked for."""
    if question.subject is None:
        return reader.answer(request, question.query.goal, question.query.target)
    subject = Subject.of_json(question.subject)
    return reader.answer(request, subject.goal, subject.target, cites=False)


def _no_settings(config: Mapping[str, Any]) -> list[LaunchFault]:
    return [LaunchFault("reader", f"takes no setting {key!r}.", "Leave it out.") for key in sorted(config)]


def _model(name: str) -> Callable[[ReadingScene], Read]:
    """An answer model of ``sut_adapters.answering``, with the settings of the run."""

    def open_model(scene: ReadingScene) -> Read:
        model = answering.make(name, config=scene.run.config["reader_config"], check=envelope.format_error)
        return lambda question, request: model.answer(request)

    return open_model


def _calls_of(name: str) -> Callable[[Run], Callable[[AnswerRequest], Mapping[str, Any] | None]]:
    """What replies of an answer model depend on, with the settings of the run."""
    return lambda run: (
        answering.make(name, config=run.config["reader_config"], check=envelope.format_error).call
    )


def _check_model(name: str) -> Callable[[Mapping[str, Any]], list[LaunchFault]]:
    def check(config: Mapping[str, Any]) -> list[LaunchFault]:
        try:
            answering.make(name, config=config, check=envelope.format_error).close()
        except MisconfiguredError as error:
            return [LaunchFault("reader", f"{name} cannot be used: {error}.", "Mend its settings.")]
        return []

    return check


def _own(scene: ReadingScene) -> Read:
    """What the system answered itself, as it stands beside its contexts; an empty text where it gave none."""
    found = SutContext.objects.filter(variant=scene.variant, scenario=scene.scenario, meta__has_key="answer")
    said = dict(found.values_list("question", "meta__answer"))
    texts = {pk: own if isinstance(own, str) else json.dumps(own) for pk, own in said.items()}
    return lambda question, request: AnswerReply(raw=texts.get(question.pk, ""))


READERS: dict[str, Reader] = {
    "symbolic": Reader(
        name="symbolic",
        title=_n("What the retrieved records allow (symbolic reader: knows the rules and templates)"),
        knows=SymbolicReader.knows,
        parallel=1,
        open=_symbolic,
        check=_no_settings,
        combines_by_rules=True,
    ),
    "chat": Reader(
        name="chat",
        title=_n("What a language model answers from the retrieved records"),
        knows=(),
        parallel=8,
        open=_model("chat"),
        check=_check_model("chat"),
        calls=_calls_of("chat"),
        prompt_version=CURRENT,
    ),
    OWN: Reader(
        name=OWN,
        title=_n("What the system answered itself"),
        knows=(),
        parallel=1,
        open=_own,
        check=_no_settings,
    ),
    "scripted": Reader(
        name="scripted",
        title=_n("Rehearsal with scripted answers (no result)"),
        knows=("script",),
        parallel=1,
        open=_model("scripted"),
        check=_check_model("scripted"),
        ranked=False,
    ),
}


def get(name: str) -> Reader:
    """The reader of that name. Raises ``RunMisconfiguredError``."""
    if name not in READERS:
        raise RunMisconfiguredError(faults(name, {}))
    return READERS[name]


def faults(name: str, config: Mapping[str, Any]) -> list[LaunchFault]:
    """What keeps a reader from being used with these settings; empty if nothing."""
    if name not in READERS:
        known = ", ".join(sorted(READERS))
        return [LaunchFault("reader", f"no reader is called {name!r}.", f"Known are {known}.")]
    return READERS[name].check(config)


def title(name: str) -> str:
    """What heads a board made with this reader; its name where it is registered no longer."""
    return READERS[name].title if name in READERS else name


def is_ranked(name: str) -> bool:
    """Whether what this reader gives may be ranked."""
    return name in READERS and READERS[name].ranked


def knows_rules(name: str) -> bool:
    """Whether this reader applies the rules itself, so that it can be told to apply them wrongly."""
    return name in READERS and "rules" in READERS[name].knows
