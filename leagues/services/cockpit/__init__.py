"""What organisers can do at tables and in groups: always a plan first, a reason, and a record."""

from leagues.services.cockpit.taking import ACTIONS, action_plan, action_take

__all__ = ["ACTIONS", "action_plan", "action_take"]
