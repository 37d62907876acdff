"""A person at a page of the site."""

from __future__ import annotations

from playwright.sync_api import BrowserContext, Page

from tests.browser.site import Site


class Visitor:
    """Opens pages and signs in; keeps every console error and every uncaught exception of the page."""

    def __init__(self, context: BrowserContext, site: Site) -> None:
        self.context = context
        self.site = site
        self.page: Page = context.new_page()
        self.faults: list[str] = []
        self.page.on("console", lambda message: message.type == "error" and self.faults.append(message.text))
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))

    def open(self, path: str) -> Page:
        """Go to a path of the site."""
        self.page.goto(self.site.url + path)
        return self.page

    def in_german(self) -> Page:
        """Choose German at the top of the start page."""
        self.open("/")
        self.page.get_by_role("button", name="Deutsch", exact=True).click()
        self.page.locator("html[lang=de]").wait_for(state="attached")
        return self.page

    def sign_in(self, name: str) -> Page:
        """Sign in as a demo account and land on the start page."""
        self.open("/accounts/sign-in/")
        self.page.get_by_label("Name", exact=True).fill(name)
        self.page.get_by_label("Password").fill(self.site.passwords[name])
        self.page.get_by_role("main").get_by_role("button", name="Sign in").click()
        self.page.wait_for_url(self.site.url + "/")
        return self.page
