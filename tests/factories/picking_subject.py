"""A subject whose items offer different answers to one field, and the same in another order to the other."""

from __future__ import annotations

from scenarios.models import ReviewItem
from scenarios.review.subjects.base import Field, Option
from tests.factories.plain_subject import YES_NO, PlainSubject

PATH = "tests.factories.picking_subject.PICKING"


class PickingSubject(PlainSubject):
    """``content`` of an item names what its field ``who`` offers."""

    slug = "picking"
    title = "Picks"

    def fields(self, item: ReviewItem) -> tuple[Field, ...]:
        names = item.content["names"]
        colours = ("red", "blue", "green")[:: 1 if item.pk % 2 else -1]
        return (
            Field("who", "Who is it?", tuple(Option(name, name) for name in names)),
            Field("colour", "Which colour?", tuple(Option(name, name) for name in colours)),
            Field("says.0", f"Is this said? {names[0]} came", YES_NO, bound=f"{names[0]} came"),
            Field("recoverable", f"Can it be told ({item.form})?", YES_NO),
        )


PICKING = PickingSubject()
"""The one object that the setting names."""
