"""People (and later tables) for tests, made by the same services as in the site."""

from __future__ import annotations

import hashlib
import json
import secrets
from typing import Any

import factory
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from cryptography.hazmat.primitives.asymmetric import ec
from django.utils import timezone
from fido2.cose import ES256
from fido2.utils import websafe_encode
from fido2.webauthn import (
    Aaguid,
    AttestationObject,
    AttestedCredentialData,
    AuthenticatorData,
)

from accounts.models import Role, User
from accounts.services.roles import role_grant
from accounts.services.users import user_create, welcome_finish

PASSWORD = "a-spade-for-tests"


class UserFactory(factory.Factory):
    """A player who has been here before; `role` and `second_factor` on request."""

    class Meta:
        model = User

    username = factory.Sequence(lambda number: f"player{number}")
    email = factory.LazyAttribute(lambda player: f"{player.username.lower()}@example.org")
    password = PASSWORD
    role = Role.PLAYER
    second_factor = False

    @classmethod
    def _create(cls, model_class: type[User], *args: Any, **values: Any) -> User:
        role, second_factor = values.pop("role"), values.pop("second_factor")
        user = user_create(**values)
        welcome_finish(
            user=user, time_zone=user.time_zone, language=user.language, now=timezone.now()
        )
        role_grant(user=user, role=Role(role), by=None, source="tests")
        if second_factor:
            second_factor_add(user=user)
        return user


class ModeratorFactory(UserFactory):
    role = Role.MODERATOR
    second_factor = True


class OperatorFactory(UserFactory):
    role = Role.OPERATOR
    second_factor = True


def second_factor_add(*, user: User) -> str:
    """Set up an authenticator app and recovery codes; returns the app's secret."""
    secret: str = generate_totp_secret()
    TOTP.activate(user, secret)
    RecoveryCodes.activate(user)
    return secret


def passkey_add(*, user: User, host: str = "testserver") -> Authenticator:
    """Add a passkey as a browser would have registered it."""
    credential_id = secrets.token_bytes(16)
    public_key = ES256.from_cryptography_key(ec.generate_private_key(ec.SECP256R1()).public_key())
    authenticator_data = AuthenticatorData.create(
        hashlib.sha256(host.encode()).digest(),
        AuthenticatorData.FLAG.UP | AuthenticatorData.FLAG.UV | AuthenticatorData.FLAG.AT,
        0,
        AttestedCredentialData.create(Aaguid.NONE, credential_id, public_key),
    )
    client_data = {
        "type": "webauthn.create",
        "challenge": websafe_encode(secrets.token_bytes(32)),
        "origin": f"http://{host}",
    }
    credential = {
        "id": websafe_encode(credential_id),
        "rawId": websafe_encode(credential_id),
        "type": "public-key",
        "response": {
            "clientDataJSON": websafe_encode(json.dumps(client_data).encode()),
            "attestationObject": websafe_encode(
                bytes(AttestationObject.create("none", authenticator_data, {}))
            ),
        },
        "clientExtensionResults": {"credProps": {"rk": True}},
    }
    passkey: Authenticator = Authenticator.objects.create(
        user=user,
        type=Authenticator.Type.WEBAUTHN,
        data={"name": "Passkey", "credential": credential},
    )
    return passkey
