"""`set_role NAME ROLE`: give somebody a role, or take it away with --revoke."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.models import Role
from accounts.selectors import lacks_second_factor, user_named
from accounts.services.roles import role_grant, role_revoke


class Command(BaseCommand):
    help = "Gives a user a role (moderator, organiser, operator); --revoke takes it away."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="user name")
        parser.add_argument("role", choices=[role.value for role in Role if role != Role.PLAYER])
        parser.add_argument("--revoke", action="store_true", help="take the role away")

    def handle(self, *args: Any, **options: Any) -> None:
        user = user_named(username=options["name"])
        if user is None or not user.is_active:
            raise CommandError(f"Nobody is called {options['name']!r}.")
        role = Role(options["role"])
        change = role_revoke if options["revoke"] else role_grant
        if not change(user=user, role=role, by=None, source="command line"):
            self.stdout.write(f"Nothing to change for {user.username}.")
            return
        verb = "is no longer" if options["revoke"] else "is now"
        self.stdout.write(f"{user.username} {verb} {role.value}.")
        if not options["revoke"] and lacks_second_factor(user=user):
            self.stdout.write("The role sleeps until a second factor is set up.")
