from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LeaguesConfig(AppConfig):
    name = "leagues"
    verbose_name = _("Leagues")

    def ready(self) -> None:
        from accounts.profile_parts import register_part
        from accounts.services.export import register_section
        from games.organisers import register_organisers
        from games.seat_rules import register_seat_rule
        from leagues import receivers  # noqa: F401  # listens from now on
        from leagues.export import leagues_section, tournaments_section
        from leagues.permissions import runs_game
        from leagues.profile import profile_part
        from leagues.rating_links import label_of_league_game
        from leagues.services import (  # noqa: F401  # their sweeps
            live,
            opening,
            outlooks,
            results,
            round_tables,
            rounds,
            rulings,
        )
        from leagues.services.substitutes import taker_problem
        from ratings.labels import register_label

        register_part(profile_part)
        register_section("leagues", leagues_section)
        register_section("tournaments", tournaments_section)
        register_label(label_of_league_game)
        register_organisers(runs_game)
        register_seat_rule(taker_problem)
