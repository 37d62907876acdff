"""The blocks of README and manual that hold commands or Python, whatever kind their fence names."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from markdown_it import MarkdownIt

from tests.unit.walls.rooms import ROOT

SHELLS = ("sh", "bash", "console", "shell", "curl")
_COMMAND = re.compile(
    r"^\s*(?:\$ )?(?:manage\.py|make|python3?|curl|git|pip|\.venv/bin/\S+) \S", re.MULTILINE
)


@dataclass(frozen=True)
class Block:
    """One block, the page it stands in (from the top of the project), and its line."""

    page: str
    kind: str
    text: str
    line: int

    @property
    def runs(self) -> bool:
        """Whether a reader would run it: a shell's, Python, or one of no kind that holds a command."""
        return self.kind in (*SHELLS, "python") or (
            self.kind in ("", "text") and bool(_COMMAND.search(self.text))
        )


def pages() -> list[str]:
    """README and all pages of the manual but the decisions, which tell of the past."""
    found = [path.relative_to(ROOT).as_posix() for path in sorted((ROOT / "docs").rglob("*.md"))]
    return ["README.md", *(page for page in found if not page.startswith("docs/adr/"))]


def blocks(page: str, top: Path = ROOT) -> list[Block]:
    """All blocks of a page in their order; ``top`` is the folder of another checkout."""
    tokens = MarkdownIt("commonmark").parse((top / page).read_text(encoding="utf-8"))
    return [
        Block(page, token.info.strip().split(" ")[0], token.content, (token.map or [0])[0] + 1)
        for token in tokens
        if token.type in ("fence", "code_block")
    ]


def commands(page: str) -> list[Block]:
    """Those that a reader would run."""
    return [block for block in blocks(page) if block.runs]
