"""News of leagues, names in table talk, seats that look for somebody, and where mails end."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.translation import gettext_lazy

from games.models import SeatOffer
from games.services.talk import chat_post, game_mark_read
from games.services.watching import game_watch
from games.signals import substitute_wanted
from leagues.signals import KINDS as LEAGUE_KINDS
from leagues.signals import people_told
from notifications.kinds import kind_of
from notifications.league_receivers import WISHES
from notifications.models import GameSilence, Notification, OutgoingMail, Preference
from notifications.services.outbox import parsed
from notifications.services.telling import notification_deliver, notifications_sweep
from tests.factories import UserFactory
from tests.games.scene import scene

pytestmark = pytest.mark.django_db


def test_every_kind_of_league_news_has_a_wish():
    assert set(WISHES) == set(LEAGUE_KINDS)
    for wish in WISHES.values():
        assert kind_of(wish).listed


def league_says(users, **values) -> None:
    people_told.send(
        sender=None,
        **{
            "kind": "league-message",
            "users": users,
            "key": "message:1",
            "title": gettext_lazy("Settings"),
            "paragraphs": [gettext_lazy("Preferences")],
            "url": "/about/",
            "button": gettext_lazy("Save"),
            **values,
        },
    )


def test_a_league_tells_each_reader_in_his_language_and_once():
    marta = UserFactory(username="Marta", language="cs")
    tomasz = UserFactory(username="Tomasz", language="pl")
    league_says([marta, tomasz])
    league_says([marta, tomasz])
    notifications_sweep(timezone.now())
    subjects = set(OutgoingMail.objects.values_list("subject", flat=True))
    assert subjects == {"Nastavení", "Ustawienia"}
    text = parsed(OutgoingMail.objects.get(subject="Nastavení").source).get_body(("plain",))
    assert "http://testserver/about/" in text.get_content()


def test_what_is_of_no_use_any_more_is_not_told():
    league_says([UserFactory()], until=timezone.now() - timedelta(minutes=1))
    notifications_sweep(timezone.now())
    assert Notification.objects.get().state == "dropped"


def test_a_name_with_an_at_is_told_at_once_and_not_as_talk_again():
    table = scene(seats=3)
    marta, _tomasz, alice = table.players
    Notification.objects.all().delete()
    line = chat_post(game_id=table.pk, user=marta, text="@tomasz, @Marta: look! a@alice.example")
    rows = {(row.kind, row.user.username) for row in Notification.objects.select_related("user")}
    assert rows == {("mention", "Tomasz"), ("chat", "Alice")}
    row = Notification.objects.get(kind="mention")
    assert notification_deliver(notification_id=row.pk)
    mail = OutgoingMail.objects.get()
    assert mail.subject == "A quiet evening: Marta writes to you"
    assert "look!" in parsed(mail.source).get_body(("plain",)).get_content()
    assert line.pk == row.about
    assert alice.pk


def test_who_has_read_the_line_that_names_him_is_not_told():
    table = scene()
    marta, tomasz = table.players
    line = chat_post(game_id=table.pk, user=marta, text="@Tomasz look!")
    game_mark_read(game=table.game, user=tomasz, table_line=line.pk)
    row = Notification.objects.get(kind="mention")
    assert not notification_deliver(notification_id=row.pk)


def test_watchers_who_want_to_know_hear_of_a_free_seat_while_it_is_free():
    table = scene()
    fan = UserFactory(username="Alice")
    game_watch(game_id=table.pk, user=fan)
    Preference.objects.create(user=fan, kind="substitute-wanted", channel="mail", wanted=True)
    seat = table.game.seats.get(number=1)
    offer = SeatOffer.objects.create(
        game=table.game, seat=seat, opened_at=timezone.now(), wish=True
    )
    substitute_wanted.send(sender=None, game=table.game, seat=seat)
    row = Notification.objects.get(kind="substitute-wanted")
    assert row.user == fan
    offer.closed_at = timezone.now()
    offer.save()
    assert not notification_deliver(notification_id=row.pk)


def test_one_click_ends_the_mails_of_a_table_and_leaves_other_channels_alone():
    table = scene()
    marta = table.players[0]
    notification_deliver(notification_id=Notification.objects.get(kind="your-turn").pk)
    mail = parsed(OutgoingMail.objects.get().source)
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    link = re.fullmatch(r"<http://testserver(\S+)>", mail["List-Unsubscribe"].strip())[1]
    browser = Client(enforce_csrf_checks=True)
    assert "No mails about" in browser.get(link).text
    assert not GameSilence.objects.exists(), "looking changes nothing"
    assert browser.post(link, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert GameSilence.objects.get(user=marta).extent == "mail"
    browser.post(link, {"scope": "kind"})
    browser.post(link, {"scope": "everything"})
    unwanted = Preference.objects.filter(user=marta, wanted=False)
    assert set(unwanted.values_list("channel", flat=True)) == {"mail", "daily"}
    assert unwanted.filter(kind="chat", channel="mail").exists()
    assert not unwanted.filter(kind="security").exists()
    assert browser.get("/settings/notifications/").status_code == 302, "for nothing but this"
