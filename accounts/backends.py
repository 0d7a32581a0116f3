"""Sign-in by user name or e-mail address."""

from __future__ import annotations

from allauth.account.auth_backends import AuthenticationBackend

from accounts.models import User
from accounts.selectors import user_named


class SignInBackend(AuthenticationBackend):  # type: ignore[misc]  # the library has no types
    """The library's, with our rule for equal names.

    Theirs compares with the database's idea of case, and SQLite knows only ASCII's.
    """

    def _authenticate_by_username(self, username: str, password: str) -> User | None:
        user = user_named(username=username)
        found: User | None = self._check_password(user, password)
        return found
