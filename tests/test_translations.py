"""Czech and Polish are complete, and what is compiled is what is written."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import polib
import pytest
from django.conf import settings
from django.core.management import call_command

ROOT = Path(__file__).resolve().parent.parent
LANGUAGES = [code for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE]
NOT_SOURCES = {"tests", "var", "locale", "static", "docs", "benchmarks", "node_modules"}
PLACEHOLDER = re.compile(r"%\(\w+\)[a-z]|%[a-z]|%%|\{\w*\}")

pytestmark = pytest.mark.parametrize("language", LANGUAGES)


def catalogue(language: str) -> polib.POFile:
    return polib.pofile(str(ROOT / "locale" / language / "LC_MESSAGES" / "django.po"))


def versions(entry: polib.POEntry) -> list[str]:
    return list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]


def test_nothing_is_missing_or_in_doubt(language: str):
    messages = catalogue(language)
    assert [entry.msgid for entry in messages if not all(versions(entry))] == []
    assert [entry.msgid for entry in messages if entry.fuzzy] == []
    assert not messages.metadata_is_fuzzy
    assert messages.obsolete_entries() == []


def test_every_number_has_its_form(language: str):
    messages = catalogue(language)
    assert messages.metadata["Plural-Forms"].startswith("nplurals=4;")
    counted = [entry for entry in messages if entry.msgid_plural]
    assert [entry.msgid for entry in counted if len(versions(entry)) != 4] == []


def test_the_same_values_are_filled_in(language: str):
    """A singular may say the number in words, so a form has to fit either of the two originals."""
    wrong = []
    for entry in catalogue(language):
        originals = [entry.msgid, *([entry.msgid_plural] if entry.msgid_plural else [])]
        allowed = [sorted(PLACEHOLDER.findall(original)) for original in originals]
        wrong += [
            text for text in versions(entry) if sorted(PLACEHOLDER.findall(text)) not in allowed
        ]
    assert wrong == []


def test_line_ends_and_spaces_around_are_kept(language: str):
    assert [
        text
        for entry in catalogue(language)
        for text in versions(entry)
        if text != text.strip() or text.count("\n") != entry.msgid.count("\n")
    ] == []


def test_the_compiled_file_is_up_to_date(language: str):
    source = catalogue(language)
    compiled = polib.mofile(str(ROOT / "locale" / language / "LC_MESSAGES" / "django.mo"))
    assert {(entry.msgctxt, entry.msgid): versions(entry) for entry in compiled} == {
        (entry.msgctxt, entry.msgid): versions(entry) for entry in source
    }, "run `make messages`"


def test_every_text_of_the_site_is_in_the_catalogue(
    language: str, tmp_path: Path, settings, monkeypatch
):
    """Collects again, in a copy of the sources, because the tool writes beside what it reads."""
    for folder in ROOT.iterdir():
        if folder.is_dir() and folder.name not in NOT_SOURCES and folder.name[0] != ".":
            shutil.copytree(
                folder,
                tmp_path / folder.name,
                ignore=shutil.ignore_patterns("__pycache__", "*.html.py", "*.txt.py"),
            )
    (tmp_path / "locale").mkdir()
    settings.LOCALE_PATHS = [tmp_path / "locale"]
    monkeypatch.chdir(tmp_path)
    call_command("makemessages", locale=[language], verbosity=0)
    found = polib.pofile(str(tmp_path / "locale" / language / "LC_MESSAGES" / "django.po"))

    def keys(messages: polib.POFile) -> set[tuple[str | None, str, str]]:
        return {(entry.msgctxt, entry.msgid, entry.msgid_plural) for entry in messages}

    known = keys(catalogue(language))
    assert keys(found) - known == set(), "run `make messages` and translate these"
    assert known - keys(found) == set(), "run `make messages`: these are no longer used"
