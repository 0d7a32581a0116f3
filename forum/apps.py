from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ForumConfig(AppConfig):
    name = "forum"
    verbose_name = _("Forum")

    def ready(self) -> None:
        from forum import receivers  # noqa: F401  # listens from now on
        from forum.embeds import register_embed
        from forum.export import register_own_section
        from forum.permissions import is_under_sanction
        from forum.play.boards import GAME
        from forum.play.studies import PLAN, STUDY
        from forum.play.subject import GameThread
        from forum.subjects import register_subject
        from games.silence import register_silence

        register_own_section()
        for embed in (GAME, STUDY, PLAN):
            register_embed(embed)
        register_subject(GameThread())
        register_silence(is_under_sanction)
