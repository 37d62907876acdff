"""Browser tests drive a real Chromium against a site with real workers, built once for all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, sync_playwright

from tests.browser.site import CHROMIUM_FLAGS, Site, chromium_path
from tests.browser.visitor import Visitor


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A served site with the mini suite, its first run, the worked example and the demo accounts."""
    built = Site(tmp_path_factory.mktemp("site"))
    try:
        built.start()
        built.manage("build_suite", "worked-example")
        yield built
    finally:
        built.stop()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One Chromium for the tests of a file.

    It must not outlive them: while playwright's loop runs, Django keeps connections apart that later tests
    open, and the test database could not be dropped.
    """
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=chromium_path(), args=list(CHROMIUM_FLAGS))
        yield launched
        launched.close()


@pytest.fixture
def visit(site: Site, browser: Browser) -> Iterator[Callable[..., Visitor]]:
    """Opens a page as a person: ``visit()`` anonymous, ``visit("lead")`` signed in; closed afterwards."""
    contexts: list[BrowserContext] = []

    def opened(name: str | None = None, **options: object) -> Visitor:
        context = browser.new_context(**options)  # type: ignore[arg-type]  # playwright's own option names
        contexts.append(context)
        visitor = Visitor(context, site)
        if name:
            visitor.sign_in(name)
        return visitor

    yield opened
    for context in contexts:
        context.close()
