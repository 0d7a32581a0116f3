"""The database of a test process: migrated once for all processes, emptied in little time."""

from __future__ import annotations

import fcntl
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth.management import create_permissions
from django.contrib.contenttypes.management import create_contenttypes
from django.db import connection
from django.db.models.signals import post_migrate


@contextmanager
def migrated_database(shared: Path | None) -> Iterator[None]:
    """`shared` is a folder for all processes of one run: the first leaves a copy for the others."""
    creation = connection.creation
    outside = connection.settings_dict["NAME"]
    if shared is None:
        _migrate()
    else:
        with _alone(shared):
            _take_or_leave(_Template(shared))
    _make_emptying_cheap()
    try:
        yield
    finally:
        creation.destroy_test_db(outside, verbosity=0)


def _migrate() -> None:
    connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)


def _take_or_leave(template: _Template) -> None:
    if template.is_there:
        name = connection.creation._get_test_db_name()
        template.copy_to(name)
        settings.DATABASES["default"]["NAME"] = name
        connection.settings_dict["NAME"] = name
    else:
        _migrate()
        connection.close()  # a database in use cannot be copied
        template.copy_from(connection.settings_dict["NAME"])


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    with (folder / f"{connection.vendor}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


class _Template:
    """The copy: a file for SQLite; for PostgreSQL a database, and a file that says it is whole."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / f"template.{connection.vendor}"
        self._name = f"test_{settings.DATABASES['default']['NAME']}_template"

    @property
    def is_there(self) -> bool:
        return self._file.exists()

    def copy_to(self, name: str) -> None:
        if connection.vendor == "sqlite":
            shutil.copyfile(self._file, name)
        else:
            self._clone(self._name, name)

    def copy_from(self, name: str) -> None:
        if connection.vendor == "sqlite":
            shutil.copyfile(name, self._file)
        else:
            self._clone(name, self._name)
            self._file.touch()

    def _clone(self, source: str, target: str) -> None:
        with connection.creation._nodb_cursor() as cursor:
            cursor.execute(f'DROP DATABASE IF EXISTS "{target}"')
            cursor.execute(f'CREATE DATABASE "{target}" TEMPLATE "{source}"')


def _make_emptying_cheap() -> None:
    """Tests with several connections empty the database afterwards; it must not take long.

    Django then makes content types and permissions anew, which nothing here asks for, and
    PostgreSQL writes new files for each of the tables, though few have rows.
    """
    post_migrate.disconnect(create_contenttypes)
    post_migrate.disconnect(
        create_permissions, dispatch_uid="django.contrib.auth.management.create_permissions"
    )
    if connection.vendor == "postgresql":
        connection.ops.sql_flush = _delete_what_is_there  # type: ignore[method-assign]


def _delete_what_is_there(style: Any, tables: Iterable[str], **options: Any) -> list[str]:
    """References are checked at the end of the transaction, so any order will do."""
    names = sorted(tables)
    asked = " UNION ALL ".join(
        f"(SELECT {number} FROM {connection.ops.quote_name(table)} LIMIT 1)"
        for number, table in enumerate(names)
    )
    with connection.cursor() as cursor:
        cursor.execute(asked)
        filled = [names[number] for (number,) in cursor.fetchall()]
    return [f"DELETE FROM {connection.ops.quote_name(table)};" for table in filled]
