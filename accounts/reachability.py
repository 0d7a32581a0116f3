"""Whether somebody can be told things: through an address, or another channel, that is proven.

Which addresses give trouble is known by the app that sends mail; it registers what it knows.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from allauth.account.models import EmailAddress

from accounts.models import User

Troubles = Callable[[Collection[str]], Mapping[str, str]]
"""Of these addresses in lower case those in trouble, with a code for it."""
Proven = Callable[[Collection[int]], Collection[int]]
"""Of these users those who are reached on another channel than mail."""

_troubles: list[Troubles] = []
_others: list[Proven] = []


def register_troubles(source: Troubles) -> None:
    """To be called in the `ready` of the app that sends mail."""
    _troubles.append(source)


def register_channel(source: Proven) -> None:
    """To be called in the `ready` of an app with a channel of its own."""
    _others.append(source)


def address_troubles(*, users: Collection[User]) -> dict[int, str]:
    """Users whose mail does not arrive, with the reason: "unproven", or what came back."""
    proven = {
        (row[0], row[1].lower())
        for row in EmailAddress.objects.filter(
            user_id__in=[user.pk for user in users], verified=True
        ).values_list("user_id", "email")
    }
    addresses = {user.email.lower() for user in users if user.email}
    troubles: dict[str, str] = {}
    for source in _troubles:
        troubles |= {address: code for address, code in source(addresses).items() if code}
    out = {}
    for user in users:
        if (user.pk, user.email.lower()) not in proven:
            out[user.pk] = "unproven"
        elif code := troubles.get(user.email.lower()):
            out[user.pk] = code
    return out


def unreachable(*, users: Collection[User]) -> dict[int, str]:
    """Users who are reached on no channel at all, with what is wrong with their address."""
    wrong = address_troubles(users=users)
    reached = {pk for source in _others for pk in source(list(wrong))}
    return {pk: code for pk, code in wrong.items() if pk not in reached}
