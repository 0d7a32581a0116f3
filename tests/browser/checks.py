"""What must be true of every page."""

from __future__ import annotations

import os
from itertools import product
from pathlib import Path

from playwright.sync_api import Page

AXE = (Path(__file__).parent / "vendor" / "axe.min.js").read_text(encoding="utf-8")
WIDTHS = {360: 740, 1440: 900}
THEMES = ("light", "dark")
DAILY = {(360, "light"), (1440, "dark")}


OPTIONS = {"resultTypes": ["violations"], "preload": False}
"""Nobody reads what is in order, and no rule of ours needs media or foreign style sheets."""


def assert_accessible(page: Page, within: str = "html") -> None:
    """axe-core finds nothing; it is run from outside the page, whose policy stays strict."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE)
    found = page.evaluate(
        "async ([within, options]) => (await axe.run(within, options)).violations",
        [within, OPTIONS],
    )
    assert [
        (rule["id"], node["target"], node["failureSummary"])
        for rule in found
        for node in rule["nodes"]
    ] == []


def assert_no_sideways_scroll(page: Page) -> None:
    wide = page.evaluate(
        """() => {
            const room = document.documentElement.clientWidth;
            if (document.documentElement.scrollWidth <= room) return [];
            return [...document.body.querySelectorAll("*")]
                .filter((item) => item.getBoundingClientRect().right > room + 0.5)
                .map((item) => `${item.tagName}.${item.getAttribute("class")}`);
        }"""
    )
    assert wide == []


def assert_fine_everywhere(page: Page, within: str = "html") -> None:
    """Narrow and wide, light and dark, as the device of the reader would have it.

    Both widths and both themes are looked at; that they do not spoil one another in the two
    remaining pairs is looked at every night. `within` is the part that differs from a page that
    another test looks at as a whole.
    """
    for (width, height), theme in product(WIDTHS.items(), THEMES):
        if (width, theme) in DAILY or os.environ.get("TEST_NIGHTLY"):
            page.set_viewport_size({"width": width, "height": height})
            page.emulate_media(color_scheme=theme, reduced_motion="reduce")
            assert_no_sideways_scroll(page)
            assert_accessible(page, within)
