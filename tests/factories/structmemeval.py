"""A look-alike of the StructMemEval files: same shapes and faults, names and words of our own.

``write(folder)`` lays out all four subsets. The numbers of session "ridge" are worked out by hand in
``RIDGE_NET``; the other sessions carry one fault or convention each.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

#: Three people on a walking tour. Checkpoints: after 10 messages and after 20.
RIDGE = (
    "Ilvane: Paid €90 for the hut - split among all",  # I +90, each -30
    "Torrick: Fog again, but the marmots do not mind.",
    "Maessa: I bought soup: €24. Split between Ilvane and me.",  # M +24; I -12, M -12
    "Torrick: Ferry was €33 total for all three of us.",  # T +33, each -11
    "Ilvane: I covered the map: €15. Torrick and Maessa owe me their shares.",  # I +15, each -5
    "Somebody hummed all the way up.",
    "Maessa: I got a €6 refund on the soup for Ilvane and me.",  # M -6; I +3, M +3
    "Torrick: Lamp oil: €12. Everyone except Maessa.",  # T +12; I -6, T -6
    "Ilvane: Did we count the €4 toll?",
    "Maessa: Refund €2 each for Ilvane and Torrick",  # M -4; I +2, T +2
    "Torrick: I need to cancel the €12 lamp oil payment.",  # takes the lamp oil out
    "Ilvane: Maessa, the view!",
    "Maessa: Ropes: €40.50. Split three ways.",  # M +40.50, each -13.50
    "Torrick: I paid Maessa back €20.",  # T +20, M -20
    "Ilvane: Cheese: €9. Split with Torrick.",  # I +9; I -4.50, T -4.50
    "Maessa: New laces for me only: €5.",  # M 0
    "Torrick: The bus down will be €30. Split equally.",  # T +30, each -10
    "Ilvane: What a day.",
    "Maessa: I borrowed €7 from Torrick.",  # T +7, M -7
    "Torrick: Tea. Everybody slept.",
)
#: The net position by hand after 10 and after 20 messages: positive is owed.
RIDGE_NET = {
    10: {"Ilvane": "46.00", "Torrick": "-5.00", "Maessa": "-41.00"},
    20: {"Ilvane": "33.00", "Torrick": "18.00", "Maessa": "-51.00"},
}
RIDGE_ANSWERS = (
    "Settlement: Maessa -> Ilvane : 41.00 EUR, Torrick -> Ilvane : 5.00 EUR",
    # The same arrows the other way round.
    "Settlement: Ilvane -> Maessa : 33.00 EUR, Torrick -> Maessa : 18.00 EUR",
)

FAULTY = (
    "Ilvane: Bread: €8. Split equally between Torrick and me.",
    "Torrick: Rye: €6. Torrick and Maessa owe me.",  # a payer among his own debtors
    "Maessa: The summary: €100 in all.",  # not readable
    "Ilvane: Honey: €1.240,00. Split equally.",  # no number by the rules
    "Torrick: Jam: €8. Split with Quendal.",  # nobody of the group
    "Maessa: Salt: $3. Split equally.",  # another currency
    "Ilvane: Bread: €8. Split equally between Torrick and me.",  # said before
    "Torrick: We are out of oats.",
    "Maessa: I need to cancel the €77 sled payment.",  # no such payment
    "Ilvane: A huge deposit: €123456789012345678901234567890.12. Split three ways.",
)


def session(name: str, messages: Sequence[str], answers: Sequence[str] = (), **more: Any) -> dict[str, Any]:
    """One session as the files hold it."""
    built: dict[str, Any] = {
        "session_id": name,
        "topic": "",
        "messages": [{"role": "user", "content": text} for text in messages],
    }
    return built | ({"answers": list(answers)} if answers else {}) | more


def question(text: str, answer: str, **more: Any) -> dict[str, Any]:
    """One question of a file with its stated answer."""
    return {"question": text, "reference_answer": {"text": answer, **more}}


def chain(*names: str, start: int = 0) -> list[str]:
    """One message a link, in two wordings by turns."""
    wordings = ("{} works with {}.", "{} is a colleague of {}.")
    return [
        wordings[(start + place) % 2].format(*pair)
        for place, pair in enumerate(zip(names, names[1:], strict=False))
    ]


def related(first: str, second: str) -> str:
    return f"Are {first} and {second} connected with each other in the guild?"


YES = "Yes, through other members."
TREE: dict[str, dict[str, Any]] = {
    "guild_1": {
        "case_id": "guild_1",
        "sessions": [
            session(
                "one",
                [
                    *chain("Oda Brack", "Ulf Senn", "Ina Moor", "Pia Lund"),
                    *chain("Rolf Aske", "Jon Vik", start=1),
                    "Pia Lund is Ulf Senn's stepsister.",
                    "Jon Vik used to work with Ina Moor.",  # not readable as a link
                    "The guild hall smells of wax.",
                ],
            )
        ],
        "queries": [
            question(related("Pia Lund", "Oda Brack"), YES),
            question(related("Rolf Aske", "Jon Vik"), YES),
        ],
    },
    "guild_2": {
        "case_id": "guild_two",
        "sessions": [session("one", chain("Oda Brack", "Ulf Senn", "Ina Moor"))],
        "queries": [
            question(related("Oda Brack", "Ina Moor"), YES),
            question(related("Rolf Aske", "Jon Vik"), YES),  # the file never mentions them
        ],
    },
}

RECOMMENDATIONS = {
    "case_id": "walks",
    "sessions": [
        session(
            "s1", ["I liked the ridge."], contains_fact="True", fact_id="ridge", fact_quote="liked the ridge"
        ),
        session(
            "s2",
            ["I liked the bog.", "I liked the bog."],
            contains_fact="True",
            fact_id="bog",
            fact_quote="mud",
        ),
    ],
    "queries": [
        {"query_id": "q1"} | question("Ridge or bog?", "Ridge.", required_facts=["ridge", "gorge"]),
    ],
}
STATE = {
    "case_id": "move",
    "sessions": [session("s1", ["I live in Hallow Bay."])],
    "queries": [question("Where do I live?", "In Hallow Bay.")],
}


def accounting() -> dict[str, Any]:
    """The accounting file: one session worked out by hand, one full of faults."""
    return {
        "case_id": "20%",
        "sessions": [
            session("ridge", RIDGE, RIDGE_ANSWERS),
            session("faulty", FAULTY, ["Debt: Torrick -> Ilvane : 1.0000 EUR"]),
        ],
    }


def write_json(path: Path, content: Any) -> Path:
    """Write a file of the data set, folders included."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content, ensure_ascii=False), encoding="utf-8")
    return path


def write(folder: Path) -> Path:
    """The whole look-alike data set below ``folder``, one recommendation file of it empty."""
    write_json(folder / "accounting" / "tour_20percent.json", accounting())
    for name, case in TREE.items():
        write_json(folder / "tree_based" / f"{name}.json", case)
    write_json(folder / "recommendations" / "walks.json", RECOMMENDATIONS)
    (folder / "recommendations" / "songs.json").write_bytes(b"")
    write_json(folder / "state_tracking" / "moves" / "move_1.json", STATE)
    return folder
