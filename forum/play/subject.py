"""Every game has a thread: talk and moves while it runs, posts once it is over."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from forum.models import Category
from forum.play.hexes import hexes_link
from forum.play.thread import thread_address
from forum.subjects import Subject
from games.addresses import table_url
from games.models import Game
from games.presenters.walk import hexes_of
from games.selectors.access import may_look

CATEGORY = "games"


class GameThread(Subject):
    kind = "game"
    way_back = _("To the table")

    def title(self, key: str) -> str:
        game = _game(key)
        return f"{game.name} (#{game.pk})" if game else ""

    def address(self, key: str) -> str:
        game = _game(key)
        return table_url(game) if game else reverse("forum")

    def category(self, key: str) -> Category:
        """Made when it is first needed; operators may rename, order and close it."""
        values = {
            "name": "Games",
            "name_cs": "Hry",
            "name_pl": "Gry",
            "description": "What was said about finished games.",
            "description_cs": "Co se řeklo o dohraných hrách.",
            "description_pl": "Co powiedziano o skończonych grach.",
            "order": 90,
        }
        return Category.objects.get_or_create(slug=CATEGORY, defaults=values)[0]

    def listed(self, key: str) -> bool:
        """Posts are written when the game is over, and then it is for everybody."""
        return True

    def may_read(self, key: str, viewer: User | None) -> bool:
        game = _game(key)
        return game is not None and may_look(game=game, viewer=viewer)

    def may_post(self, key: str, viewer: User | None) -> bool:
        """Before the end there are the table and the gallery, which do not hear each other."""
        game = _game(key)
        return game is not None and game.is_finished

    def panel(self, key: str, request: HttpRequest) -> SafeString:
        return render_to_string("forum/play/_thread_folded.html", {"key": key}, request=request)

    def dress(self, key: str, htmls: Sequence[str]) -> Sequence[str]:
        game = _game(key)
        if game is None:
            return htmls
        hexes = hexes_of(game)
        return [
            hexes_link(html, hexes=hexes, address=lambda name: thread_address(game.pk, name))
            for html in htmls
        ]


def _game(key: str) -> Game | None:
    if not key.isdecimal() or len(key) > 18:
        return None
    return Game.objects.filter(pk=int(key)).first()
