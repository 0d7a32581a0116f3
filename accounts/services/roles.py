"""Roles are given and taken; every change is recorded."""

from __future__ import annotations

import logging

from django.db import transaction

from accounts.models import Role, RoleChange, RoleGrant, User

logger = logging.getLogger(__name__)


@transaction.atomic
def role_grant(*, user: User, role: Role, by: User | None, source: str) -> bool:
    """Give a role; False if the user had it. `source` says where the change came from."""
    if role == Role.PLAYER:
        return False
    _, new = RoleGrant.objects.get_or_create(user=user, role=role)
    if new:
        _record(user=user, role=role, granted=True, by=by, source=source)
    return new


@transaction.atomic
def role_revoke(*, user: User, role: Role, by: User | None, source: str) -> bool:
    """Take a role away; False if the user did not have it."""
    gone, _ = RoleGrant.objects.filter(user=user, role=role).delete()
    if gone:
        _record(user=user, role=role, granted=False, by=by, source=source)
    return bool(gone)


def _record(*, user: User, role: Role, granted: bool, by: User | None, source: str) -> None:
    RoleChange.objects.create(user=user, role=role, granted=granted, by=by, source=source)
    logger.warning(
        "role %s %s user %d by %s (%s)",
        role.value,
        "given to" if granted else "taken from",
        user.pk,
        by.pk if by else "nobody",
        source,
    )
