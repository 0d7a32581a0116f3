from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        from games import receivers  # noqa: F401  # listens from now on
        from games.export import register_sections
        from games.player_facts import register_reliability
        from games.services import (  # noqa: F401  # their sweeps
            bots,
            orders,
            stalling,
            starting,
            substitutes,
            tables,
            timeouts,
            voting,
        )
        from games.services.reliability import reliability_of_users

        register_sections()
        register_reliability(reliability_of_users)
