"""`load_demo`: fill an empty site with people (and later tables) to look at, once."""

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from django.apps import apps
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    help = "Loads the demo content of every app that has a demo module; repeating it is harmless."

    def handle(self, *args: Any, **options: Any) -> None:
        for app in apps.get_app_configs():
            if find_spec(f"{app.name}.demo"):
                for sign_in in import_module(f"{app.name}.demo").load_demo():
                    self.stdout.write("\t".join(sign_in))
