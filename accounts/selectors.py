"""Questions about people."""

from __future__ import annotations

from datetime import datetime

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet

from accounts.countries import country_name
from accounts.models import Audience, Role, RoleGrant, User
from accounts.usernames import username_key

NEEDS_SECOND_FACTOR = frozenset({Role.MODERATOR, Role.OPERATOR})
INCLUDED_IN_OPERATOR = frozenset({Role.MODERATOR, Role.ORGANISER})


def user_named(*, username: str) -> User | None:
    """The user of that name, however it is capitalised."""
    if "\0" in username:  # PostgreSQL refuses even the question
        return None
    return User.objects.filter(username_key=username_key(username)).first()


def user_with_address(*, address: str) -> User | None:
    """Whose confirmed address this is; nobody's if two people could claim it."""
    owners = EmailAddress.objects.filter(email__iexact=address, verified=True)
    users = {row.user_id: row.user for row in owners.select_related("user")}
    user = users.popitem()[1] if len(users) == 1 else None
    return user if isinstance(user, User) and user.is_active else None


def has_second_factor(*, user: User) -> bool:
    """An authenticator app or a passkey; recovery codes alone do not count."""
    return second_factors().filter(user_id=user.pk).exists()


def second_factors() -> QuerySet[Authenticator]:
    types = [Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN]
    found: QuerySet[Authenticator] = Authenticator.objects.filter(type__in=types)
    return found


def roles_held(*, user: User) -> frozenset[Role]:
    """Roles on paper; powers are another question, see `has_role`."""
    if not user.is_active:
        return frozenset()
    held = {
        Role(role) for role in RoleGrant.objects.filter(user=user).values_list("role", flat=True)
    }
    return frozenset(held | {Role.PLAYER})


def has_role(*, user: User | AnonymousUser, role: Role) -> bool:
    """Whether the powers of a role are granted: some roles need a second factor first.

    An operator has the powers of a moderator and an organiser too, likewise with a second factor.
    """
    if not isinstance(user, User):
        return False
    held = roles_held(user=user)
    if role in held and role not in NEEDS_SECOND_FACTOR:
        return True
    by_operator = Role.OPERATOR in held and role in INCLUDED_IN_OPERATOR
    return (role in held or by_operator) and has_second_factor(user=user)


def lacks_second_factor(*, user: User) -> bool:
    """Whether a role of the user sleeps until a second factor is set up."""
    return bool(roles_held(user=user) & NEEDS_SECOND_FACTOR) and not has_second_factor(user=user)


def may_see_profile(*, profile: User, viewer: User | AnonymousUser) -> bool:
    if profile.anonymised_at is not None or not profile.is_active:
        return False
    return profile.audience == Audience.EVERYONE or viewer.is_authenticated


def profile_facts(*, profile: User) -> dict[str, object]:
    """What a profile page shows, after the owner's choices."""
    return {
        "player": profile,
        "country": country_name(profile.country) if profile.show_country else "",
        "joined": profile.date_joined if profile.show_joined else None,
        "roles": sorted(
            role.label
            for role in roles_held(user=profile) - {Role.PLAYER}
            if has_role(user=profile, role=role)
        ),
    }


def users_to_anonymise(*, now: datetime) -> QuerySet[User]:
    return User.objects.filter(delete_at__lte=now, anonymised_at=None).order_by("delete_at")
