"""The key pair with which push services know us (VAPID, RFC 8292)."""

from __future__ import annotations

import os
import secrets
from base64 import urlsafe_b64encode
from functools import cache
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from py_vapid import Vapid


def key_new() -> str:
    """A private key: 32 octets in URL-safe base64."""
    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return _base64(number.to_bytes(32, "big"))


def vapid() -> Vapid | None:
    """The key of the settings; the embedded site makes one for itself. None: no push."""
    key = settings.VAPID_PRIVATE_KEY
    if not key and settings.SITE_KIND == "embedded":
        key = _kept_key(Path(settings.DATA_DIR) / "push-key")
    return _vapid(key) if key else None


def public_key() -> str:
    """What a browser needs to subscribe; empty where there is no push."""
    pair = vapid()
    if pair is None:
        return ""
    point = pair.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return _base64(point)


@cache
def _vapid(key: str) -> Vapid:
    return Vapid.from_raw(key.encode("ascii"))


def _kept_key(path: Path) -> str:
    """Made once: of several processes that begin at the same time, one writes it."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f".{path.name}-{secrets.token_hex(8)}")
        draft.touch(mode=0o600)
        draft.write_text(key_new(), encoding="ascii")
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text(encoding="ascii").strip()


def _base64(value: bytes) -> str:
    return urlsafe_b64encode(value).rstrip(b"=").decode("ascii")
