from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RatingsConfig(AppConfig):
    name = "ratings"
    verbose_name = _("Ratings and statistics")

    def ready(self) -> None:
        from accounts.profile_parts import register_part
        from accounts.services.export import register_section
        from games.player_facts import register_rating
        from ratings import receivers  # noqa: F401  # listens from now on
        from ratings.export import ratings_section
        from ratings.profile import profile_part
        from ratings.selectors.ratings import shown_ratings
        from ratings.services import learning, settling  # noqa: F401  # their sweeps

        register_rating(shown_ratings)
        register_section("ratings", ratings_section)
        register_part(profile_part)
