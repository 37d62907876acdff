"""What the selection knows of a candidate query: its figures, without its derivation (spec 5.4). PURE."""

from __future__ import annotations

from dataclasses import dataclass, field

from scenarios.datalog.derivation import Answerability
from scenarios.generators.derive.targets import Band, Cell, band_of, type_group


@dataclass(frozen=True, slots=True)
class Measured:
    """A candidate in figures.

    ``key`` is unique among the candidates of a scenario. ``witness_size`` is that of the smallest witness,
    None for unknown. ``obs``: an obsolete version was excluded on the way. ``entities`` are the names that
    the target asks about. ``truth`` is the answer of a Boolean, None for every other. ``degree`` is the
    composition degree (spec 3.1), ``form`` the slug of the question form,
    ``indirect`` whether a phrase stands for a name, ``guess`` what a reader of
    the wording alone would have to guess right: the option that its gold is, or that it is unknown.

    From these follow ``cell``, the unit of the quotas, ``band``, that of the witness size, None for unknown,
    and ``type_group``, the name under which the answer type counts.
    """

    key: str
    family: str
    label: Answerability
    witness_size: int | None
    obs: bool
    height: int
    width: int
    answer_type: str
    entities: tuple[str, ...] = ()
    truth: bool | None = None
    degree: int = 1
    form: str = ""
    indirect: bool = False
    guess: str = "known"

    cell: Cell = field(init=False)
    band: Band | None = field(init=False)
    type_group: str = field(init=False)

    def __post_init__(self) -> None:
        if (self.witness_size is None) is not (self.label is Answerability.UNKNOWN):
            raise ValueError(f"candidate {self.key}: exactly what is unknown has no witness size")
        # The selection reads these tens of thousands of times.
        object.__setattr__(self, "cell", (self.family, self.label))
        object.__setattr__(self, "band", None if self.witness_size is None else band_of(self.witness_size))
        object.__setattr__(self, "type_group", type_group(self.answer_type))
