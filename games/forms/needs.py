"""Fields that mean something only beside certain choices: a script hides them elsewhere."""

from __future__ import annotations

import json
from collections.abc import Mapping

from django import forms


def shown_beside(field: forms.Field, choices: Mapping[str, object]) -> None:
    """Show a field only while other fields have these values; the server decides anyway."""
    wanted = {name: str(value) for name, value in choices.items()}
    field.widget.attrs["data-needs"] = json.dumps(wanted)
