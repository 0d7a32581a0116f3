"""Pictures of a running site, for looking at: phone and desktop, light and dark.

    python -m tooling.screenshots --site http://localhost:8000 --folder pictures
    python -m tooling.screenshots --user ilse --password … /settings/

Without paths, all pages of a visitor are taken, and those of a player too where a user is given.
"""

from __future__ import annotations

import argparse
import re
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from playwright.sync_api import sync_playwright

from tooling.services import chromium_here

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page, StorageState

Theme = Literal["light", "dark"]

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
WIDTHS = {390: 844, 1440: 1000}
THEMES: tuple[Theme, ...] = ("light", "dark")
VISITOR_PAGES = (
    "/",
    "/about/",
    "/privacy/",
    "/accounts/login/",
    "/accounts/signup/",
    "/accounts/password/reset/",
    "/nowhere/",
)
PLAYER_PAGES = (
    "/",
    "/settings/",
    "/settings/preferences/",
    "/settings/notifications/",
    "/settings/data/",
    "/accounts/email/",
    "/accounts/password/change/",
    "/accounts/2fa/",
    "/accounts/sessions/",
)


def chromium() -> str:
    """The browser installed on this machine; Playwright's own download is not used."""
    path = chromium_here()
    if not path:
        raise SystemExit("No chromium on the path: apt-get install chromium, or the like.")
    return path


def file_name(path: str, who: str, width: int, theme: str) -> str:
    words = re.sub(r"[^a-z0-9]+", "-", path.lower()).strip("-") or "home"
    return f"{who}-{words}-{width}-{theme}.png"


def sign_in(page: Page, site: str, user: str, password: str) -> None:
    page.goto(f"{site}/accounts/login/")
    page.fill("input[name=login]", user)
    page.fill("input[name=password]", password)
    page.click("main form button[type=submit]")
    page.wait_for_load_state("networkidle")
    if page.url.endswith("/accounts/login/"):
        raise SystemExit(f"Could not sign in as {user}.")


def _context(
    browser: Browser, width: int, theme: Theme, state: StorageState | None
) -> BrowserContext:
    return browser.new_context(
        viewport={"width": width, "height": WIDTHS[width]},
        color_scheme=theme,
        reduced_motion="reduce",
        device_scale_factor=1,
        storage_state=state,
    )


def take(context: BrowserContext, site: str, path: str, target: Path, *, full: bool) -> None:
    page = context.new_page()
    page.goto(site + path)
    page.wait_for_load_state("networkidle")
    page.screenshot(path=target, full_page=full)
    page.close()
    print(target)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("paths", nargs="*")
    parser.add_argument("--site", default="http://localhost:8000", help="of the running site")
    parser.add_argument("--folder", type=Path, default=Path("var/pictures"))
    parser.add_argument("--user")
    parser.add_argument("--password", default="")
    parser.add_argument("--fold", action="store_true", help="only what is seen without scrolling")
    options = parser.parse_args()
    site = options.site.rstrip("/")
    options.folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        runs: list[tuple[str, StorageState | None, tuple[str, ...]]] = []
        if options.user:
            context = _context(browser, 1440, "light", None)
            sign_in(context.new_page(), site, options.user, options.password)
            runs.append(("player", context.storage_state(), tuple(options.paths) or PLAYER_PAGES))
            context.close()
        if not options.user or not options.paths:
            runs.append(("visitor", None, tuple(options.paths) or VISITOR_PAGES))
        for who, state, paths in runs:
            for width, theme in product(WIDTHS, THEMES):
                context = _context(browser, width, theme, state)
                for path in paths:
                    target = options.folder / file_name(path, who, width, theme)
                    take(context, site, path, target, full=not options.fold)
                context.close()
        browser.close()


if __name__ == "__main__":
    main()
