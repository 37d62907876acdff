"""``make screenshots``: every page, light and dark, wide and narrow, some in German, into
``var/screenshots/``."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, sync_playwright

from tests.browser.pages import PAGES
from tests.browser.site import CHROMIUM_FLAGS, ROOT, Site, chromium_path
from tests.browser.visitor import Visitor

WIDTHS = {"wide": 1280, "narrow": 360}
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def shoot(site: Site, browser: Browser, folder: Path) -> int:
    """Take every picture; returns how many."""
    count = 0
    for theme in THEMES:
        for width, pixels in WIDTHS.items():
            people: dict[str | None, Visitor] = {}
            for name, path, who in PAGES:
                if who not in people:
                    context = browser.new_context(
                        color_scheme=theme, viewport={"width": pixels, "height": 900}
                    )
                    people[who] = Visitor(context, site)
                    if who:
                        people[who].sign_in(who)
                page = people[who].open(path)
                page.screenshot(path=folder / f"{name}-{width}-{theme}.png", full_page=True)
                count += 1
            for person in people.values():
                person.in_german()
            for name, path, who in PAGES:
                page = people[who].open(path)
                page.screenshot(path=folder / f"{name}-{width}-{theme}-de.png", full_page=True)
                count += 1
            for person in people.values():
                person.context.close()
    return count


def main() -> None:
    """Build a site of its own, take the pictures, take it down."""
    folder = Path(os.environ.get("STEMMA_VAR") or ROOT / "var") / "screenshots"
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="stemma-shots-") as place:
        site = Site(Path(place))
        try:
            site.start()
            site.manage("build_suite", "worked-example")
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(
                    executable_path=chromium_path(), args=list(CHROMIUM_FLAGS)
                )
                count = shoot(site, browser, folder)
                browser.close()
        finally:
            site.stop()
    print(f"{count} pictures in {folder}")


if __name__ == "__main__":
    main()
