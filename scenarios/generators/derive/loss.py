"""How far chosen queries lie from their targets: the loss L of spec 5.4, kept up to date. PURE.

L = Σ_family [ ((mean_W - t_W)/0.3)² + 3·((obs - t_obs)/10 pp)² + 2·((height - t_h)/0.5)²
+ ((width - t_w)/(0.2 t_w))² ] + 2·Σ_band ((n - t)/max(t, 5))² + Σ_type ((share - t)/5 pp)² + 0.5 for each
use of a target entity beyond the sixth. The share of true Booleans, for which spec 5.2 states a range, counts
like one more type, with the middle of the range as its target.

Ours are that witnesses and widths count in their tolerances (spec 5.4 has 4 and 1 of their relative squares),
and five terms, so that medians and knobs hold and no form tells its answers or crowds others out:
((n - t)/3)² of the witnesses of one or two events, where the medians lie; Σ_degree ((share - t)/10 pp)²;
that of the share of indirect questions alike; 0.1 for each use of a question form beyond the tenth; and
0.1 s² for a form whose commonest answer of few (yes or no, first or second, unknown) is right s times more
often than wrong.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from scenarios.generators.derive.measured import Measured
from scenarios.generators.derive.targets import TRUE_SHARE, Band, FamilyTarget

WITNESS_UNIT, OBS_UNIT, HEIGHT_UNIT, WIDTH_UNIT, SHARE_UNIT = 0.3, 10.0, 0.5, 0.2, 0.05
#: A target entity, and a question form, is asked this often before it counts against a choice.
FREE_USES, FREE_FORM_USES = 6, 10
REUSE_WEIGHT = 0.5
#: Where the medians of Table A lie, and how many queries too few or too many count 1.
SMALL, SMALL_UNIT = (Band.ONE, Band.TWO), 3
FORM_WEIGHT = 0.1
#: A form may tell its commonest guess so many times more often than all others together for free.
FREE_GUESSES, GUESS_WEIGHT = 1, 0.1
#: What nobody can guess: that a question can be answered, and how.
_OPEN = "known"
DEGREE_UNIT = 0.10
_MIDDLE = sum(TRUE_SHARE) / 2


@dataclass(frozen=True, slots=True)
class Aims:
    """What the queries of one scenario aim at; ``queries`` is how many there will be in the end."""

    queries: int
    families: Mapping[str, FamilyTarget]
    bands: Mapping[Band, int]
    type_shares: Mapping[str, float]
    degrees: Mapping[int, float] = field(default_factory=dict)
    indirect: float = 0.0


@dataclass(slots=True)
class _Family:
    """Sums over the chosen queries of a family; ``known`` counts those with a witness size."""

    queries: int = 0
    known: int = 0
    witness: int = 0
    obs: int = 0
    height: int = 0
    width: int = 0

    def count(self, one: Measured, sign: int) -> None:
        self.queries += sign
        self.obs += sign * one.obs
        self.height += sign * one.height
        self.width += sign * one.width
        if one.witness_size is not None:
            self.known += sign
            self.witness += sign * one.witness_size


@dataclass(frozen=True, slots=True)
class _Nobody:
    """In the place of a query that neither comes nor leaves."""

    band: None = None
    type_group: None = None
    truth: None = None
    degree: None = None
    form: None = None
    guess: None = None
    indirect: bool = False
    entities: tuple[str, ...] = ()


_NOBODY = _Nobody()


def _counted(one: Measured | None) -> Measured | _Nobody:
    return _NOBODY if one is None else one


@dataclass
class Loss:
    """The loss of what is chosen. ``value`` follows each change at the cost of the terms that it touches.

    A mean over nothing is taken for 0, the farthest from its target.
    """

    aims: Aims
    value: float = 0.0
    _families: dict[str, _Family] = field(default_factory=lambda: defaultdict(_Family))
    _bands: Counter[Band] = field(default_factory=Counter)
    _types: Counter[str] = field(default_factory=Counter)
    _truths: Counter[bool] = field(default_factory=Counter)
    _uses: Counter[str] = field(default_factory=Counter)
    _degrees: Counter[int] = field(default_factory=Counter)
    _forms: Counter[str] = field(default_factory=Counter)
    _guesses: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    _indirect: int = 0

    def __post_init__(self) -> None:
        self.value = (
            sum(self._family_term(name) for name in self.aims.families)
            + sum(self._band_term(band, 0) for band in Band)
            + sum(self._type_term(name, 0) for name in self.aims.type_shares)
            + sum(self._degree_term(degree, 0) for degree in self.aims.degrees)
            + self._indirect_term(0)
            + self._small_term(0)
        )

    @classmethod
    def over(cls, aims: Aims, chosen: Iterable[Measured]) -> Loss:
        """The loss of a whole choice."""
        loss = cls(aims)
        for one in chosen:
            loss.change(None, one)
        return loss

    def change(self, leaves: Measured | None, comes: Measured | None) -> None:
        """Take one out and another one of its family in; None for none."""
        self.value += self.growth(leaves, comes)
        for one, sign in ((leaves, -1), (comes, 1)):
            if one is not None:
                self._families[one.family].count(one, sign)
                if one.band is not None:
                    self._bands[one.band] += sign
                self._types[one.type_group] += sign
                self._degrees[one.degree] += sign
                self._forms[one.form] += sign
                self._guesses[one.form][one.guess] += sign
                self._indirect += sign * one.indirect
                if one.truth is not None:
                    self._truths[one.truth] += sign
                for name in set(one.entities):
                    self._uses[name] += sign

    def growth(self, leaves: Measured | None, comes: Measured | None) -> float:
        """By how much such a change lets the loss grow; below 0 where it helps. Changes nothing."""
        grown = self._family_growth(leaves, comes)
        left, new = _counted(leaves), _counted(comes)
        if left.band is not new.band:
            grown += self._band_growth(left.band, -1) + self._band_growth(new.band, 1)
            small = self._bands[Band.ONE] + self._bands[Band.TWO]
            more = (new.band in SMALL) - (left.band in SMALL)
            grown += self._small_term(small + more) - self._small_term(small)
        if left.type_group != new.type_group:
            grown += self._type_growth(left.type_group, -1) + self._type_growth(new.type_group, 1)
        if left.truth is not new.truth:
            grown += self._truth_growth(left.truth, new.truth)
        if left.degree != new.degree:
            grown += self._degree_growth(left.degree, -1) + self._degree_growth(new.degree, 1)
        if left.form != new.form:
            grown += self._form_growth(left.form, new.form)
        if (left.form, left.guess) != (new.form, new.guess):
            grown += self._guess_growth(leaves, comes)
        if left.indirect is not new.indirect:
            more = self._indirect + new.indirect - left.indirect
            grown += self._indirect_term(more) - self._indirect_term(self._indirect)
        return grown + self._reuse_growth(left.entities, new.entities)

    def _family_growth(self, leaves: Measured | None, comes: Measured | None) -> float:
        family = next(one.family for one in (leaves, comes) if one is not None)
        sums = self._families[family]
        before = self._family_term(family)
        for one, sign in ((leaves, -1), (comes, 1)):
            if one is not None:
                sums.count(one, sign)
        after = self._family_term(family)
        for one, sign in ((leaves, 1), (comes, -1)):
            if one is not None:
                sums.count(one, sign)
        return after - before

    def _family_term(self, family: str) -> float:
        target, sums = self.aims.families[family], self._families[family]
        queries = sums.queries or 1
        witness = (sums.witness / (sums.known or 1) - target.witness) / WITNESS_UNIT
        obs = (100 * sums.obs / queries - target.obs) / OBS_UNIT
        height = (sums.height / queries - target.height) / HEIGHT_UNIT
        width = (sums.width / queries - target.width) / target.width / WIDTH_UNIT
        return witness * witness + 3 * obs * obs + 2 * height * height + width * width

    def _band_growth(self, band: Band | None, sign: int) -> float:
        if band is None:
            return 0.0
        count = self._bands[band]
        return self._band_term(band, count + sign) - self._band_term(band, count)

    def _band_term(self, band: Band, count: int) -> float:
        target = self.aims.bands.get(band, 0)
        distance = (count - target) / max(target, 5)
        return 2 * distance * distance

    def _small_term(self, count: int) -> float:
        distance = (count - sum(self.aims.bands.get(band, 0) for band in SMALL)) / SMALL_UNIT
        return distance * distance

    def _type_growth(self, name: str | None, sign: int) -> float:
        if name is None:
            return 0.0
        count = self._types[name]
        return self._type_term(name, count + sign) - self._type_term(name, count)

    def _type_term(self, name: str, count: int) -> float:
        """Shares are of the queries there will be, so that types still wanting count as such on the way."""
        distance = (count / self.aims.queries - self.aims.type_shares.get(name, 0.0)) / SHARE_UNIT
        return distance * distance

    def _truth_growth(self, left: bool | None, new: bool | None) -> float:
        true, asked = self._truths[True], self._truths.total()
        after = asked + (new is not None) - (left is not None)
        return self._truth_term(true + (new is True) - (left is True), after) - self._truth_term(true, asked)

    def _truth_term(self, true: int, asked: int) -> float:
        """As with types, the share is of the Booleans there will be: else the first one would cost so much
        that none is ever taken."""
        of = max(asked, self.aims.type_shares.get("bool", 0.0) * self.aims.queries)
        distance = (true - _MIDDLE * asked) / of / SHARE_UNIT if asked else 0.0
        return distance * distance

    def _reuse_growth(self, leave: tuple[str, ...], come: tuple[str, ...]) -> float:
        left, new = set(leave), set(come)
        more = sum(self._uses[name] >= FREE_USES for name in new - left)
        less = sum(self._uses[name] > FREE_USES for name in left - new)
        return REUSE_WEIGHT * (more - less)

    def _degree_growth(self, degree: int | None, sign: int) -> float:
        if degree is None:
            return 0.0
        count = self._degrees[degree]
        return self._degree_term(degree, count + sign) - self._degree_term(degree, count)

    def _degree_term(self, degree: int, count: int) -> float:
        if not self.aims.degrees:
            return 0.0
        distance = (count / self.aims.queries - self.aims.degrees.get(degree, 0.0)) / DEGREE_UNIT
        return distance * distance

    def _guess_growth(self, leaves: Measured | None, comes: Measured | None) -> float:
        """How much more, or less, the wording of a form tells."""
        forms = {one.form for one in (leaves, comes) if one is not None}
        before = sum(_surplus(self._guesses[form]) for form in forms)
        for one, sign in ((leaves, -1), (comes, 1)):
            if one is not None:
                self._guesses[one.form][one.guess] += sign
        after = sum(_surplus(self._guesses[form]) for form in forms)
        for one, sign in ((leaves, 1), (comes, -1)):
            if one is not None:
                self._guesses[one.form][one.guess] += sign
        return GUESS_WEIGHT * (after - before)

    def _indirect_term(self, count: int) -> float:
        distance = (count / self.aims.queries - self.aims.indirect) / SHARE_UNIT / 2
        return distance * distance

    def _form_growth(self, leave: str | None, come: str | None) -> float:
        more = bool(come) and self._forms[come or ""] >= FREE_FORM_USES
        less = bool(leave) and self._forms[leave or ""] > FREE_FORM_USES
        return FORM_WEIGHT * (more - less)


def _surplus(guesses: Counter[str]) -> float:
    """The square of how much more often a guess is right than wrong, beyond what is free."""
    right = max((count for guess, count in guesses.items() if guess != _OPEN), default=0)
    more = max(0, 2 * right - guesses.total() - FREE_GUESSES)
    return float(more * more)
