"""Rules for all templates: the content policy forbids inline style and script, and so do we."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.template.loader import get_template

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "templates"
TEMPLATES = sorted(str(path.relative_to(FOLDER)) for path in FOLDER.rglob("*.*"))
PAGES = [name for name in TEMPLATES if name.endswith(".html") and "/email/" not in name]

FORBIDDEN = {
    "style attribute": re.compile(r"\sstyle\s*=", re.I),
    "style element": re.compile(r"<style\b", re.I),
    "event attribute": re.compile(r"\son[a-z]+\s*=\s*[\"']", re.I),
    "javascript address": re.compile(r"javascript:", re.I),
    "foreign address": re.compile(r"(?:src|href)\s*=\s*[\"']?(?:https?:)?//", re.I),
}
SCRIPT = re.compile(r"<script\b([^>]*)>(.*?)</script>", re.I | re.S)


@pytest.mark.parametrize("name", TEMPLATES)
def test_it_compiles(name: str):
    assert get_template(name) is not None


@pytest.mark.parametrize("name", PAGES)
def test_nothing_inline(name: str):
    text = (FOLDER / name).read_text(encoding="utf-8")
    assert [what for what, pattern in FORBIDDEN.items() if pattern.search(text)] == []
    for attributes, body in SCRIPT.findall(text):
        assert "src=" in attributes or "application/json" in attributes, body


@pytest.mark.parametrize("name", PAGES)
def test_every_icon_exists(name: str):
    known = set(re.findall(r'id="([\w-]+)"', (FOLDER / "_icons.html").read_text(encoding="utf-8")))
    text = (FOLDER / name).read_text(encoding="utf-8")
    used = re.findall(r'\{% icon "([\w-]+)"', text) + re.findall(r'href="#([tbrua]-[\w-]+)"', text)
    assert set(used) - known == set()


@pytest.mark.parametrize("name", PAGES)
def test_words_are_translatable(name: str):
    """No sentence stands in a template outside the tags of the translation."""
    text = (FOLDER / name).read_text(encoding="utf-8")
    text = re.sub(r"\{% block \w+_class %\}.*?\{% endblock.*?%\}", " ", text)
    text = re.sub(r"\{% (blocktranslate|comment)\b.*?\{% end\1 %\}", " ", text, flags=re.S)
    text = re.sub(r"\{[%{#].*?[%}#]\}", " ", text, flags=re.S)
    text = re.sub(r"<(script|pre|code)\b.*?</\1>", " ", text, flags=re.S)
    text = re.sub(r"<!?\s*[a-z/][^>]*>", " ", text, flags=re.I | re.S)
    left = re.findall(r"[^\W\d_]{4,}", re.sub(r"&\w+;", " ", text))
    assert [word for word in left if word not in {"action", "build"}] == []
