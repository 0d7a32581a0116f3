"""Who may do what, and that trust needs a second factor."""

from __future__ import annotations

import logging
from io import StringIO

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.core.management import CommandError, call_command
from django.http import HttpResponse
from django.urls import reverse

from accounts.models import Role, RoleChange, RoleGrant
from accounts.permissions import role_required
from accounts.selectors import has_role
from accounts.services.roles import role_grant, role_revoke
from tests.factories import ModeratorFactory, OperatorFactory, UserFactory, second_factor_add

pytestmark = pytest.mark.django_db

POWERS = [  # role held, second factor, powers
    ("player", False, {"player"}),
    ("organiser", False, {"player", "organiser"}),
    ("moderator", False, {"player"}),
    ("moderator", True, {"player", "moderator"}),
    ("operator", False, {"player"}),
    ("operator", True, {"player", "organiser", "moderator", "operator"}),
]


@pytest.mark.parametrize(("role", "second_factor", "powers"), POWERS)
def test_powers(role, second_factor, powers):
    user = UserFactory(role=role, second_factor=second_factor)
    assert {other.value for other in Role if user.has_role(other)} == powers


def test_recovery_codes_alone_are_no_second_factor():
    user = UserFactory(role="moderator", second_factor=True)
    user.authenticator_set.filter(type="totp").delete()
    assert user.authenticator_set.exists()
    assert not user.has_role("moderator")


def test_an_anonymous_visitor_and_a_locked_account_have_no_role():
    assert not has_role(user=AnonymousUser(), role=Role.PLAYER)
    operator = OperatorFactory()
    operator.is_active = False
    assert not any(operator.has_role(role) for role in Role)


def test_an_unknown_role_is_a_mistake_in_the_code(marta):
    with pytest.raises(ValueError, match="emperor"):
        marta.has_role("emperor")


def test_a_door_for_a_role(rf, marta):
    @role_required("moderator")
    def view(request):
        return HttpResponse("inside")

    request = rf.get("/somewhere/")
    request.user = AnonymousUser()
    assert view(request).url.startswith(reverse("account_login"))
    request.user = marta
    with pytest.raises(PermissionDenied):
        view(request)
    role_grant(user=marta, role=Role.MODERATOR, by=None, source="tests")
    assert view(request).url == reverse("second_factor_needed")
    second_factor_add(user=marta)
    assert view(request).content == b"inside"


def test_a_page_tells_what_is_missing(client):
    client.force_login(UserFactory(role="operator"))
    page = client.get(reverse("second_factor_needed")).content.decode()
    assert "Operator" in page
    assert reverse("mfa_activate_totp") in page
    assert reverse("mfa_add_webauthn") in page


def test_who_has_one_is_not_told(client):
    client.force_login(OperatorFactory())
    assert client.get(reverse("second_factor_needed")).url == reverse("mfa_index")


@pytest.mark.parametrize(
    ("who", "status", "target"),
    [
        (lambda: None, 302, "account_login"),
        (UserFactory, 403, ""),
        (ModeratorFactory, 403, ""),
        (lambda: UserFactory(role="operator"), 302, "second_factor_needed"),
    ],
)
def test_the_admin_site_is_closed_to(client, who, status, target):
    if user := who():
        client.force_login(user)
    answer = client.get(reverse("admin:index"), follow=False)
    answer = client.get(answer.url) if answer.status_code == 302 else answer
    assert answer.status_code == status
    if target:
        assert answer.url.startswith(reverse(target))


def test_the_admin_site_is_open_to_an_operator_with_a_second_factor(client):
    operator = OperatorFactory()
    client.force_login(operator)
    assert client.get(reverse("admin:index")).status_code == 200
    for name in ("user", "rolegrant", "rolechange"):
        assert client.get(reverse(f"admin:accounts_{name}_changelist")).status_code == 200


def test_a_role_given_in_the_admin_site_is_recorded(client, marta):
    operator = OperatorFactory()
    client.force_login(operator)
    add = reverse("admin:accounts_rolegrant_add")
    assert client.post(add, {"user": marta.pk, "role": "organiser"}).status_code == 302
    change = RoleChange.objects.get(user=marta)
    assert (change.role, change.granted, change.by) == ("organiser", True, operator)

    grant = RoleGrant.objects.get(user=marta)
    client.post(reverse("admin:accounts_rolegrant_delete", args=[grant.pk]), {"post": "yes"})
    assert not marta.has_role("organiser")
    assert RoleChange.objects.filter(user=marta, granted=False, by=operator).exists()


def test_changes_are_recorded_and_logged_once(marta, caplog):
    with caplog.at_level(logging.WARNING, logger="accounts.services.roles"):
        assert role_grant(user=marta, role=Role.ORGANISER, by=None, source="tests")
        assert not role_grant(user=marta, role=Role.ORGANISER, by=None, source="tests")
        assert role_revoke(user=marta, role=Role.ORGANISER, by=None, source="tests")
        assert not role_revoke(user=marta, role=Role.ORGANISER, by=None, source="tests")
    assert [change.granted for change in RoleChange.objects.order_by("pk")] == [True, False]
    assert len(caplog.records) == 2


def test_the_command_gives_and_takes(marta):
    out = StringIO()
    call_command("set_role", "MARTA", "moderator", stdout=out)
    assert "Marta is now moderator." in out.getvalue()
    assert "sleeps until a second factor" in out.getvalue()
    call_command("set_role", "marta", "moderator", "--revoke", stdout=out)
    assert "Marta is no longer moderator." in out.getvalue()
    call_command("set_role", "marta", "moderator", "--revoke", stdout=out)
    assert "Nothing to change for Marta." in out.getvalue()
    assert RoleChange.objects.count() == 2


def test_the_command_says_what_is_wrong(marta):
    with pytest.raises(CommandError, match="Nobody is called 'nobody'"):
        call_command("set_role", "nobody", "moderator")
    with pytest.raises(CommandError, match="emperor"):
        call_command("set_role", "marta", "emperor")
