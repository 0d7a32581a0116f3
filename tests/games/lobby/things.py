"""What a player has around his tables, for the tests of permissions and of pages."""

from __future__ import annotations

from accounts.models import User
from games.models import Invitation
from games.services.joining import table_join
from games.services.plans import branch_save, plan_save
from games.services.talk import chat_post, note_save
from tests.factories import UserFactory
from tests.games.lobby.conftest import open_for


def things_around_tables(owner: User) -> dict[str, str]:
    """A private table that is open, a private game that runs, and all that belongs to them."""
    friend = UserFactory(username="friend")
    waiting = open_for(
        owner, name="Kitchen table", visibility="private", with_link=True, guests=[friend]
    )
    invited = open_for(friend, name="Garden table", visibility="private", guests=[owner])
    running = open_for(owner, name="Quiet Marsh", visibility="private", with_link=True, seats=2)
    table_join(game_id=running.pk, user=friend, token=running.link_token or "")
    line = chat_post(game_id=running.pk, user=friend, text="Good luck!")
    note_save(game_id=running.pk, user=owner, text="Take ACT6 first.")
    plan = plan_save(game_id=running.pk, user=owner, name="North", notes="Or south.")
    branch = branch_save(user=owner, plan_id=plan.pk, lines=[(0, "setup witches")])
    return {
        "open": str(waiting.pk),
        "token": waiting.link_token or "",
        "sent": str(Invitation.objects.get(game=waiting).pk),
        "received": str(Invitation.objects.get(game=invited).pk),
        "running": str(running.pk),
        "line": str(line.pk),
        "plan": str(plan.pk),
        "branch": str(branch.pk),
    }
