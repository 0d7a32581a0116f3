"""A light proof that a person opened the sign-up form: signed, timed, good for one account."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.core import signing
from django.core.cache import cache

SALT = "accounts.signup"


class TooQuick(Exception):
    """Sent back faster than somebody can write; the same token is good a moment later."""


class Unusable(Exception):
    """Forged, too old, or used before."""


def token_make() -> str:
    return signing.TimestampSigner(salt=SALT).sign(secrets.token_urlsafe(12))


def token_check(token: str) -> None:
    """Raises TooQuick or Unusable."""
    signer = signing.TimestampSigner(salt=SALT)
    try:
        nonce = signer.unsign(token, max_age=settings.SIGNUP_SECONDS_AT_MOST)
    except signing.BadSignature as problem:
        raise Unusable from problem
    if cache.get(_used(nonce)):
        raise Unusable
    try:
        signer.unsign(token, max_age=settings.SIGNUP_SECONDS_AT_LEAST)
    except signing.SignatureExpired:
        return
    raise TooQuick


def token_use(token: str) -> bool:
    """Take a checked token out of use; False if another request was first."""
    nonce = token.split(":")[0]
    return bool(cache.add(_used(nonce), True, timeout=settings.SIGNUP_SECONDS_AT_MOST))


def _used(nonce: str) -> str:
    return f"accounts:signup-token:{nonce}"
