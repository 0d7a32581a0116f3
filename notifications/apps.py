from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class NotificationsConfig(AppConfig):
    name = "notifications"
    verbose_name = _("Notifications")

    def ready(self) -> None:
        from accounts.reachability import register_channel, register_troubles
        from notifications import (  # noqa: F401  # listen from now on
            clock_receivers,
            forum_receivers,
            forum_replies,
            game_receivers,
            league_receivers,
            league_replies,
            receivers,
            replies,
        )
        from notifications.doors import webhooks  # noqa: F401
        from notifications.doors.imap import mailbox_sweep
        from notifications.export import register_own_section
        from notifications.mails import (  # noqa: F401  # what can be told
            clocks,
            forum_posts,
            given,
            tables,
            turn_briefs,
            turns,
        )
        from notifications.reaching import reached_without_mail
        from notifications.reminders import reminders_sweep
        from notifications.selectors import addresses_in_trouble
        from notifications.services import switching  # noqa: F401
        from notifications.services.forum_mails import forum_sweep
        from notifications.services.inbound import inbound_sweep
        from notifications.services.outbox import outbox_sweep
        from notifications.services.telling import notifications_sweep
        from notifications.threads import register_threads
        from operations.due import due_work

        register_threads()
        register_troubles(addresses_in_trouble)
        register_channel(reached_without_mail)
        register_own_section()
        due_work("notifications.reminders")(reminders_sweep)
        due_work("notifications.telling")(notifications_sweep)
        due_work("notifications.outbox")(outbox_sweep)
        due_work("notifications.forum")(forum_sweep)
        due_work("notifications.inbound")(inbound_sweep)
        due_work("notifications.mailbox")(mailbox_sweep)
