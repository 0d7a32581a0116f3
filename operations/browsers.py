"""A browser's own long description, shortened to what its user would call it."""

from __future__ import annotations

# The first sign found decides, so those who also carry the signs of others come first.
PROGRAMS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)


def browser_name(user_agent: str) -> str:
    """For example "Firefox, Linux"; what is not known is given as it came, cut short."""
    found = [
        next((name for sign, name in table if sign in user_agent), "")
        for table in (PROGRAMS, SYSTEMS)
    ]
    return ", ".join(filter(None, found)) or user_agent[:60]
