"""The link in a check-in mail: it says who taps it, so that nobody has to sign in for one tap."""

from __future__ import annotations

from django.core import signing

from leagues.models import Entry

_SALT = "leagues.check-in"


def check_in_token(entry: Entry) -> str:
    return signing.Signer(salt=_SALT).sign(str(entry.pk))


def entry_of_token(token: str) -> Entry | None:
    """None for anything we have not written."""
    try:
        pk = signing.Signer(salt=_SALT).unsign(token)
    except signing.BadSignature:
        return None
    return Entry.objects.select_related("user", "season__league").filter(pk=pk).first()
