"""How GlassOps questions refer to glasshouses and plots without naming them (spec 4.7)."""

from __future__ import annotations

from scenarios.rendering.references import Among, Reference, ReferenceKind
from scenarios.rendering.slots import CODE, NAME, PERSON, Slot

#: The slots of the phrases.
REFERENCE_KINDS: dict[str, Slot] = {"plot": CODE, "site": NAME, "species": NAME, "person": PERSON}

REFERENCES = (
    Reference(
        "plot", ReferenceKind.BY_PLACE, "house",
        "the glasshouse of plot {plot}",
        "house_of", ("plot",),
        ("number_of_plots", "total_water", "ration_left", "missing_equipment", "beyond_ration"),
        noun="glasshouse {house}",
    ),
    Reference(
        "species", ReferenceKind.BY_ROLE, "bed",
        "the plot with {species} in glasshouse {site}",
        "planted", ("bed",),
        ("family_of",),
        by="species", among=Among("bed", ("site",)), noun="plot {bed}",
    ),
)  # fmt: skip
