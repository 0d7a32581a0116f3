"""What the site may answer instead of doing what was asked. Nothing has changed then."""

from __future__ import annotations

from typing import Any, ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Refusal(Exception):
    """A stable code with its facts, and the sentence for the person who asked."""

    code: ClassVar[str] = "refused"
    text: ClassVar[str | Promise] = _("This cannot be done.")

    def __init__(self, **facts: Any) -> None:
        super().__init__(self.code)
        self.facts = facts

    @property
    def sentence(self) -> str:
        return str(self.text) % self.facts
