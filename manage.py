#!/usr/bin/env python3
"""Command line of the site. Settings default to the embedded ones, which need no server."""

import os
import sys
from importlib.util import find_spec
from pathlib import Path


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "terra_site.settings.dev")
    if find_spec("django") is None:
        # Called with a Python that knows nothing of the site: go on in the site's own.
        from tooling.bootstrap import run_script_inside

        run_script_inside(Path(__file__).resolve(), sys.argv[1:])
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
