"""What a browser has that subscribed to our messages, and what it reads with it."""

from __future__ import annotations

import json
import secrets
from base64 import urlsafe_b64encode
from dataclasses import dataclass, field
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from accounts.models import User
from notifications.models import PushDevice
from notifications.services.channels import device_add


@dataclass
class Browser:
    key: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )
    secret: bytes = field(default_factory=lambda: secrets.token_bytes(16))

    @property
    def p256dh(self) -> str:
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return _text(point)

    @property
    def auth(self) -> str:
        return _text(self.secret)

    def subscribes(self, user: User, endpoint: str) -> PushDevice:
        return device_add(
            user=user, endpoint=endpoint, p256dh=self.p256dh, auth=self.auth, label="Firefox"
        )

    def reads(self, body: bytes) -> dict[str, Any]:
        """Decrypts as RFC 8291 says; fails for whatever was not meant for this browser."""
        clear = http_ece.decrypt(
            body, private_key=self.key, auth_secret=self.secret, version="aes128gcm"
        )
        return json.loads(clear)


def _text(value: bytes) -> str:
    return urlsafe_b64encode(value).rstrip(b"=").decode("ascii")
