"""For all tests: their order, their chance, and the database of those that need one."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# By day the same examples each time, however slow the machine; new ones are tried every night.
settings.register_profile(
    "day", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("night", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("night" if os.environ.get("TEST_NIGHTLY") else "day")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The few long ones begin first, so that nobody waits for them at the end."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


@pytest.fixture(scope="session")
def django_db_setup(
    django_test_environment,
    django_db_blocker,
    django_db_modify_db_settings,
) -> Iterator[None]:
    """In place of pytest-django's: one process runs the migrations for all of a run."""
    from tests.database import migrated_database  # the rules are tested without Django

    shared = os.environ.get("TEST_TEMPLATE_DIR")
    with django_db_blocker.unblock(), migrated_database(Path(shared) if shared else None):
        yield
