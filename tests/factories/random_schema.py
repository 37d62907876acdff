"""Random declarations of every shape, and the names and values that programs and histories draw from.

Pools are small, so that joins meet, and some of their texts are hard: quotes, backslashes, percent signs,
tabs, line breaks, other scripts.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace

from scenarios.datalog.printing import const_text, quoted
from scenarios.datalog.syntax import Decl, Reading, Shape
from scenarios.datalog.values import NUMERIC_TYPES, parse_value

ENTITIES = ("person", "trip", "course")
SCALARS = ("int", "decimal", "money", "date", "bool", "text")
HARD_TEXTS = (
    'O\'Hara "Lodge", Ltd',
    "C:\\temp\\",
    "line1\nline2\tend",
    "100% _x_ ; DROP TABLE event;--",
    "X",
    "true",
    "unknown",
    "%(ids)s",
    "a%%b",
    "{a,b}",
    "\u00e9",
    "e\u0301",
    "\u202eabc",
    "\U0001f600",
    " lead",
    "\\N",
    "$$x$1$$",
    "a\r\nb",
    "'",
    "a\u2028b",
)
_NAMES = {
    "person": ("ana", "bo", "cy"),
    "trip": ("t1", "t2", "t3"),
    "course": ("k1", "k2", "k3"),
    "text": ("red", "blue", "", "green"),
}
_VALUES = {
    "int": ("0", "1", "2", "3", "-1", "9223372036854775807"),
    "decimal": ("0", "0.5", "2.5", "-1.25", "3", "0.000001"),
    "money": ("0", "5", "5", "7.25", "-5", "0.01", "10"),
    "date": ("2026-01-05", "2026-01-20", "2024-02-29", "2025-12-31"),
    "bool": ("true", "false"),
}

Pools = dict[str, tuple[str, ...]]


@dataclass
class Schema:
    """The recorded predicates of a program, its pools by type, and the collections assumed complete."""

    pools: Pools
    decls: dict[str, Decl] = field(default_factory=dict)
    assumed: tuple[str, ...] = ()

    def add(self, decl: Decl) -> Decl:
        """Take a declaration in under its name."""
        self.decls[decl.pred] = decl
        return decl

    def key(self, rng: random.Random, decl: Decl) -> tuple[str, ...]:
        """A key drawn from the pools of its types."""
        return tuple(self.name(rng, type_name) for type_name in decl.key_types)

    def name(self, rng: random.Random, type_name: str) -> str:
        """A text that can stand as a key or member: every one of the pool but the empty one."""
        return rng.choice([text for text in self.pools[type_name] if text])

    def value(self, rng: random.Random, type_name: str) -> str:
        """A text that can stand as a value."""
        return rng.choice(self.pools[type_name])

    def constant(self, rng: random.Random, type_name: str) -> str:
        """A constant of the type as a program writes it."""
        return constant_text(self.value(rng, type_name), type_name)


def constant_text(text: str, type_name: str) -> str:
    """A canonical text as a constant of a program."""
    return const_text(parse_value(text, type_name))


#: Numbers without those that engines with small integers cannot hold.
_PLAIN = {
    "int": ("0", "1", "2", "3", "-1"),
    "decimal": ("0", "0.5", "2.5", "-1.25", "3"),
    "money": ("0", "5", "5", "7.25", "-5", "10"),
}


def draw_pools(rng: random.Random, *, plain: bool = False) -> Pools:
    """Two to four texts a type; in one program of three some names are hard. ``plain``: small numbers."""
    pools: Pools = {}
    for type_name, names in {**_NAMES, **_VALUES, **(_PLAIN if plain else {})}.items():
        pool = list(rng.sample(names, min(len(names), rng.choice([2, 3, 3, 4]))))
        if type_name in _NAMES and rng.random() < 0.35:
            pool[rng.randrange(len(pool))] = rng.choice(HARD_TEXTS)
        pools[type_name] = tuple(pool)
    return pools


def draw_schema(rng: random.Random, *, plain: bool = False) -> Schema:
    """Recorded predicates of every shape: at least an edge and a group to fold, others by chance."""
    schema = Schema(draw_pools(rng, plain=plain))
    schema.add(Decl(Shape.SET, "next", ("course",), "course", on_cancel=_set_cancel(rng)))
    schema.add(Decl(Shape.SET, "trips", ("person",), "trip", on_cancel=_set_cancel(rng)))
    schema.add(_with_options(rng, schema, Decl(Shape.FUNC, "boss", ("person",), None, "person")))
    schema.add(_with_options(rng, schema, Decl(Shape.FUNC, "cost", ("trip",), None, _number(rng))))
    for number in range(rng.randint(1, 3)):
        schema.add(_func(rng, schema, f"f{number}"))
    for number in range(rng.randint(0, 2)):
        schema.add(_collection(rng, f"s{number}"))
    for number in range(rng.randint(0, 1)):
        keys = tuple(_key_type(rng) for _ in range(rng.choice([0, 1, 2])))
        param = Decl(Shape.PARAM, f"p{number}", keys, None, rng.choice(SCALARS))
        schema.add(_with_options(rng, schema, param))
    _inverses(rng, schema)
    sets = [decl.pred for decl in schema.decls.values() if decl.shape is Shape.SET]
    schema.assumed = tuple(pred for pred in sets if rng.random() < 0.08)
    return schema


def _number(rng: random.Random) -> str:
    return rng.choice(("money", "money", "int", "decimal"))


def _key_type(rng: random.Random) -> str:
    return rng.choice(ENTITIES) if rng.random() < 0.85 else rng.choice(SCALARS)


def _func(rng: random.Random, schema: Schema, name: str) -> Decl:
    keys = tuple(_key_type(rng) for _ in range(rng.choice([0, 1, 1, 1, 1, 2, 3])))
    value = rng.choice(ENTITIES) if rng.random() < 0.35 else rng.choice(SCALARS)
    return _with_options(rng, schema, Decl(Shape.FUNC, name, keys, None, value))


def _collection(rng: random.Random, name: str) -> Decl:
    keys = tuple(_key_type(rng) for _ in range(rng.choice([0, 1, 1, 1, 2, 3])))
    member = rng.choice(ENTITIES) if rng.random() < 0.75 else rng.choice(SCALARS)
    return Decl(Shape.SET, name, keys, member, on_cancel=_set_cancel(rng))


def _set_cancel(rng: random.Random) -> str:
    return "unknown" if rng.random() < 0.15 else "absent"


def _with_options(rng: random.Random, schema: Schema, decl: Decl) -> Decl:
    """``on_cancel`` and ``default`` by chance; a default may be a stated none."""
    assert decl.value_type is not None
    chance = rng.random()
    if chance < 0.25:
        decl = replace(decl, on_cancel="absent")
    elif chance < 0.35:
        decl = replace(decl, on_cancel=f"default:{_default(rng, schema, decl.value_type)}")
    if rng.random() < 0.1:
        decl = replace(decl, default=_default(rng, schema, decl.value_type))
    return decl


def _default(rng: random.Random, schema: Schema, type_name: str) -> str:
    return "none" if rng.random() < 0.15 else schema.value(rng, type_name)


def _inverses(rng: random.Random, schema: Schema) -> None:
    """An inverse of a collection whose group has one argument of the type it returns."""
    for decl in list(schema.decls.values()):
        if decl.shape is not Shape.SET or rng.random() < 0.5:
            continue
        places = [t for t in decl.key_types if decl.key_types.count(t) == 1]
        if places and decl.member_type is not None:
            value = rng.choice(places)
            inverse = Decl(Shape.INVERSE, f"of_{decl.pred}", (decl.member_type,), None, value)
            at = decl.key_types.index(value)
            schema.add(replace(inverse, inverse_of=decl.pred, inverse_key=at))


def decl_text(decl: Decl) -> str:
    """A declaration as a program writes it."""
    member = f" ; {decl.member_type}" if decl.member_type is not None else ""
    text = f"{decl.shape.value} {decl.pred}({', '.join(decl.key_types)}{member})"
    if decl.value_type is not None:
        text += f" -> {decl.value_type}"
    if decl.inverse_of is not None:
        text += f" of {decl.inverse_of}"
    if decl.on_cancel.startswith("default:"):
        text += f" on_cancel default:{_option(decl, decl.on_cancel.removeprefix('default:'))}"
    elif decl.on_cancel != ("absent" if decl.shape is Shape.SET else "unknown"):
        text += f" on_cancel {decl.on_cancel}"
    if decl.default is not None:
        text += f" default {_option(decl, decl.default)}"
    return text


def _option(decl: Decl, text: str) -> str:
    if decl.value_type in NUMERIC_TYPES or decl.value_type == "date" or text == "none":
        return text
    return text if decl.value_type == "bool" else quoted(text)


def readings(decls: dict[str, Decl], reading: Reading) -> list[Decl]:
    """The declarations that answer with values, members or truths."""
    return [decl for decl in decls.values() if decl.reading is reading]
