"""Settings of a benchmark's workers: those of the tests, with kept connections as in production."""

from terra_site.settings.test import *  # noqa: F403
from terra_site.settings.test import DATABASES

DATABASES["default"]["OPTIONS"]["pool"] = {"min_size": 1, "max_size": 8, "timeout": 10}
