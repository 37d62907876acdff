"""Records that nobody has annotated yet: what do they state? (spec 1.1, 1.3, 6.5)

People attach actions to the records of imported drafts, in rows, as statements, or none. The one judged field
is the canonical text of their actions. What they agree on, or an adjudicator decides, becomes part of the
history: ``services.attaching`` attaches it, and gold follows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.db.models import Exists, OuterRef
from django.utils.translation import gettext, gettext_noop

from scenarios.datalog.history import ActionRecord
from scenarios.models import Event, Rendering, ReviewItem, ReviewPolicy, Suite
from scenarios.rendering.action_texts import actions_text
from scenarios.review.exceptions import FormRefusedError
from scenarios.review.selectors import annotating
from scenarios.review.services import attaching
from scenarios.review.services.annotations import FIELD, KIND, NOTHING, actions_read
from scenarios.review.services.entering import is_empty, read_rows, read_text, rows_of
from scenarios.review.subjects.base import Field, Prepared, Reading, Subject
from scenarios.selectors import programs

if TYPE_CHECKING:
    from benchmark.floor.accounts.models import User

#: Room for the records of a scenario in the order of the queue.
SPAN = 1_000_000
#: How actions may be entered.
ROWS, TEXT, NOTHING_SAID = "rows", "text", "nothing"
ACTIONS = Field(FIELD, gettext_noop("What does the record state?"), ())


class AnnotationSubject(Subject):
    """Unannotated events of drafts."""

    slug = KIND
    title = gettext_noop("Records to annotate")
    template = "scenarios/review/_annotation_form.html"
    decision_template = "scenarios/review/_annotation_decision.html"

    def fields(self, item: ReviewItem) -> tuple[Field, ...]:
        return (ACTIONS,)

    def prepare(self, suite: Suite, policy: ReviewPolicy) -> Iterator[Prepared]:
        """Two queries, however many records there are."""
        if suite.is_released:
            return
        positions = dict(suite.scenarios.values_list("pk", "position"))
        ranks: Counter[int] = Counter()
        for row in _unannotated(suite):
            event = row.event
            assert event is not None  # the filter says so
            ranks[event.scenario_id] += 1
            yield Prepared(
                subject_id=event.pk,
                scenario_id=event.scenario_id,
                label=event.label,
                place=positions[event.scenario_id] * SPAN + ranks[event.scenario_id],
                form="actions",
                wanted=policy.question_judges,
                rendering_id=row.pk,
                author_id=row.author_id,
            )

    def steps(self, item: ReviewItem) -> int:
        return 1

    def shown(self, item: ReviewItem, step: int, frozen: Mapping[str, Any]) -> dict[str, Any]:
        """Four queries at most."""
        event, scenario = _event(item), item.scenario
        program = programs.load(scenario)
        offers = annotating.offered(scenario, _text(item), event.speaker)
        return {
            "record": event,
            "record_text": _text(item),
            "around": annotating.around(event),
            "choices": annotating.worded_choices(program, annotating.words_for(scenario)),
            "offers": offers,
            "own_names": offers[""],
        }

    def freeze(self, item: ReviewItem, step: int, given: Mapping[str, Any]) -> dict[str, Any]:
        return {}  # there is one step

    def read(self, item: ReviewItem, given: Mapping[str, Any], frozen: Mapping[str, Any]) -> Reading:
        actions = self._actions(item, given)
        text = actions_text(programs.load(item.scenario), actions) or NOTHING
        return Reading({FIELD: text}, dict(given), self.outcome(item, {FIELD: text}))

    def _actions(self, item: ReviewItem, given: Mapping[str, Any]) -> tuple[ActionRecord, ...]:
        """What was entered, in the way that was chosen. Raises ``FormRefusedError``."""
        event, program = _event(item), programs.load(item.scenario)
        rows, text = rows_of(given), str(given.get("text", "")).strip()
        filled = {ROWS: any(not is_empty(row) for row in rows), TEXT: bool(text)}
        says = str(given.get("says", "")) or next((way for way, is_so in filled.items() if is_so), "")
        other = next((way for way, is_so in filled.items() if is_so and way != says), "")
        if says not in (ROWS, TEXT, NOTHING_SAID):
            raise FormRefusedError(
                {"says": gettext("Say what the record states, or that it states nothing.")}
            )
        if other:
            why = (
                gettext("There are also rows: empty them, or choose them instead.")
                if other == ROWS
                else gettext("There are also statements: empty them, or choose them instead.")
            )
            raise FormRefusedError({"says": why})
        if says == NOTHING_SAID:
            return ()
        if not filled[says]:
            raise FormRefusedError(
                {"says": gettext("Nothing was entered: choose that it states nothing, if that is so.")}
            )
        names = annotating.spellings(item.scenario, _text(item))
        spec = attaching.place_of(event)
        return (
            read_rows(program, spec, rows, names) if says == ROWS else read_text(program, spec, text, names)
        )

    def told(self, item: ReviewItem, given: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
        """The answer says it all; only how it was entered stands beside it."""
        ways = {
            ROWS: gettext("in rows"),
            TEXT: gettext("as statements"),
            NOTHING_SAID: gettext("that it states nothing"),
        }
        return ((gettext("entered"), ways.get(str(given.get("says", "")), gettext("without saying how"))),)

    def revealed(self, item: ReviewItem) -> dict[str, Any]:
        return self.shown(item, 1, {})

    def decided(self, item: ReviewItem, outcome: str, *, by: User | None, now: datetime) -> None:
        """What was decided is noted, and attached by a worker with whatever else was decided meanwhile: each
        edit derives gold and hashes the suite anew. Raises ``FormRefusedError`` for what cannot be read."""
        actions = actions_read(item, attaching.decided_text(item))
        text = actions_text(programs.load(item.scenario), actions) or NOTHING
        attaching.note(item=item, text=text)


def _unannotated(suite: Suite) -> Iterable[Rendering]:
    """The current words of all unannotated records without an item, in the order of observation."""
    made = ReviewItem.objects.filter(kind=KIND, subject_id=OuterRef("event_id"), is_check=False)
    return (
        Rendering.objects.filter(
            event__scenario__suite=suite, event__kind=Event.Kind.UNANNOTATED, is_current=True
        )
        .exclude(Exists(made))
        .select_related("event")
        .order_by("event__scenario_id", "event__observed_at", "event__seq")
    )


def _event(item: ReviewItem) -> Event:
    assert item.rendering is not None  # every item of this kind has its words
    assert item.rendering.event is not None
    return item.rendering.event


def _text(item: ReviewItem) -> str:
    assert item.rendering is not None  # as above
    return item.rendering.text


ANNOTATION = AnnotationSubject()
"""The object that the setting names."""
