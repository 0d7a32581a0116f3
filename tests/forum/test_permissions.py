"""Every address and action of the forum against every kind of visitor."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from http.cookies import SimpleCookie

import pytest
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import get_resolver, reverse
from django.utils import timezone

from forum import urls
from forum.services.people import sanction_set
from tests.factories import ModeratorFactory, OperatorFactory, UserFactory
from tests.forum.scene import forum_things, game_things, post_of

VISITORS = ("anonymous", "new", "member", "banned", "moderator", "operator")
IN = "sign in"
ON = "on"  # done, and led on

Outcome = int | str


@dataclass(frozen=True)
class Row:
    name: str
    method: str
    outcomes: tuple[Outcome, ...]
    args: Mapping[str, str] = field(default_factory=dict)
    data: Mapping[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.method} {self.name} {' '.join([*self.args.values(), *self.data.values()])}"


def get(name: str, *outcomes: Outcome, **args: str) -> Row:
    return Row(name, "GET", outcomes, args)


def post(name: str, *outcomes: Outcome, data: dict[str, str] | None = None, **args: str) -> Row:
    return Row(name, "POST", outcomes, args, data or {})


# In the order of VISITORS
ALL = (200,) * 6
ALL_ON = (ON,) * 6
NOBODY = (404,) * 6
MEMBERS = (IN, 200, 200, 403, 200, 200)
MEMBERS_ON = (IN, ON, ON, 403, ON, ON)
MODERATORS = (IN, 403, 403, 403, 200, 200)
MODERATORS_ON = (IN, 403, 403, 403, ON, ON)
OPERATORS = (IN, 403, 403, 403, 403, 200)
OPERATORS_ON = (IN, 403, 403, 403, 403, ON)
SEEN_BY_MODERATORS = (404, 404, 404, 404, 200, 200)
SECRET_ACTION = (IN, 404, 404, 403, ON, ON)

NEW_TOPIC = {"category": "rules", "title": "A title", "text": "Some words", "choices_at_most": "1"}
IN_DESK = {**NEW_TOPIC, "category": "desk"}
CATEGORY = {
    "name": "X",
    "slug": "x",
    "order": "1",
    "read_by": "everyone",
    "start_by": "members",
    "reply_by": "members",
}

TABLE = (
    # Reading
    get("forum", *ALL),
    get("forum_category", *ALL, slug="rules"),
    get("forum_category", *SEEN_BY_MODERATORS, slug="desk"),
    get("forum_category", *NOBODY, slug="nowhere"),
    get("forum_unread", *MEMBERS),
    post("forum_mark_read", *MEMBERS_ON),
    get("forum_bookmarks", *MEMBERS),
    get("forum_drafts", *MEMBERS),
    post("forum_drafts", *MEMBERS_ON, data={"draft": "1"}),
    get("forum_search", *ALL),
    get("forum_user", *ALL, username="{author}"),
    get("forum_user", *NOBODY, username="nobody-here"),
    post("forum_removal", *MEMBERS_ON),
    get("forum_topic", *ALL, topic_id="{topic}"),
    get("forum_topic", *SEEN_BY_MODERATORS, topic_id="{secret}"),
    get("forum_topic", *NOBODY, topic_id="999999"),
    get("forum_first_unread", *ALL_ON, topic_id="{topic}"),
    get("forum_first_unread", 404, 404, 404, 404, ON, ON, topic_id="{secret}"),
    get("forum_post", *ALL_ON, post_id="{post}"),
    get("forum_post", 404, 404, 404, 404, ON, ON, post_id="{secret_post}"),
    get("forum_history", *ALL, post_id="{post}"),
    get("forum_history", *SEEN_BY_MODERATORS, post_id="{secret_post}"),
    get("forum_history", 403, 403, 403, 403, 200, 200, post_id="{gone}"),
    # Studies and plans; the running game is nobody's to study
    get("forum_studies", *ALL),
    get("forum_study", *ALL, study_id="{published_study}"),
    get("forum_study", 404, 404, 404, 404, 200, 200, study_id="{draft_study}"),
    get("forum_study_edit", IN, 404, 404, 403, 404, 404, study_id="{draft_study}"),
    *(
        post(
            "forum_study_edit",
            *(IN, 404, 404, 403, 404, 404),
            study_id="{draft_study}",
            data={"action": action},
        )
        for action in (
            *("change", "step", "step-remove", "variation", "variation-remove"),
            *("publish", "delete"),
        )
    ),
    get("forum_study_new", *MEMBERS, game_id="{ended_game}"),
    get("forum_study_new", IN, 404, 404, 403, 404, 404, game_id="{private_game}"),
    post("forum_study_new", *MEMBERS_ON, game_id="{ended_game}", data={"title": "A study"}),
    post(
        "forum_study_new",
        *(IN, 422, 422, 403, 422, 422),
        game_id="{running_game}",
        data={"title": "A study"},
    ),
    get("forum_plan", *ALL, plan_id="{shared_study}"),
    get("forum_plan", *NOBODY, plan_id="{secret_study}"),
    post(
        "forum_plan_share",
        *(IN, 404, 404, 403, 404, 404),
        plan_id="{secret_study}",
        data={"shared": "yes"},
    ),
    # Threads of games, and games in posts
    get("forum_thread", *ALL, kind="game", key="{running_game}"),
    get("forum_thread", *ALL, kind="game", key="{ended_game}"),
    get("forum_thread", *NOBODY, kind="game", key="{private_game}"),
    get("forum_thread", *NOBODY, kind="ship", key="1"),
    post(
        "forum_thread_post",
        *MEMBERS_ON,
        kind="game",
        key="{ended_game}",
        data={"text": "Well played"},
    ),
    post(
        "forum_thread_post",
        *(IN, 403, 403, 403, 403, 403),
        kind="game",
        key="{running_game}",
        data={"text": "Well played"},
    ),
    post("forum_game_say", *MEMBERS_ON, game_id="{running_game}", data={"text": "Hello"}),
    post(
        "forum_game_say",
        *(IN, 403, 403, 403, 403, 403),
        game_id="{ended_game}",
        data={"text": "Hello"},
    ),
    post(
        "forum_game_say",
        *(IN, 404, 404, 403, 404, 404),
        game_id="{private_game}",
        data={"text": "Hello"},
    ),
    Row("forum_board", "GET", ALL, {}, {"what": "game {running_game} move 3"}),
    Row("forum_board", "GET", NOBODY, {}, {"what": "game {private_game}"}),
    # Feeds
    get("forum_feed", *ALL),
    get("forum_category_feed", *ALL, slug="rules"),
    get("forum_category_feed", *NOBODY, slug="desk"),
    get("forum_topic_feed", *ALL, topic_id="{topic}"),
    get("forum_topic_feed", *NOBODY, topic_id="{secret}"),
    get("forum_user_feed", *ALL, username="{author}"),
    # Writing
    get("forum_new_topic", *MEMBERS),
    post("forum_new_topic", *MEMBERS_ON, data=NEW_TOPIC),
    post("forum_new_topic", IN, 422, 422, 403, ON, ON, data=IN_DESK),
    get("forum_reply", *MEMBERS, topic_id="{topic}"),
    post("forum_reply", *MEMBERS_ON, topic_id="{topic}", data={"text": "An answer"}),
    post("forum_reply", *SECRET_ACTION, topic_id="{secret}", data={"text": "An answer"}),
    post("forum_reply", IN, 422, 422, 403, ON, ON, topic_id="{closed}", data={"text": "Still"}),
    post("forum_preview", *MEMBERS, data={"text": "*x*"}),
    post("forum_reply", *MEMBERS, topic_id="{topic}", data={"text": "x", "action": "preview"}),
    post("forum_new_topic", *MEMBERS, data={**NEW_TOPIC, "action": "preview"}),
    post("forum_draft_save", *MEMBERS_ON, data={"place": "new", "text": "x"}),
    get("forum_names", *MEMBERS),
    get("forum_quote", *ALL, post_id="{post}"),
    get("forum_quote", *SEEN_BY_MODERATORS, post_id="{secret_post}"),
    get("forum_quote", 404, 404, 404, 404, 200, 200, post_id="{gone}"),
    get("forum_edit", *MEMBERS, post_id="{mine}"),
    post("forum_edit", *MEMBERS_ON, post_id="{mine}", data={"text": "Other words"}),
    get("forum_edit", *MODERATORS, post_id="{post}"),
    post("forum_edit", *MODERATORS_ON, post_id="{post}", data={"text": "Other words"}),
    get("forum_withdraw", *MEMBERS, post_id="{mine}"),
    post("forum_withdraw", *MEMBERS_ON, post_id="{mine}"),
    post("forum_withdraw", IN, 403, 403, 403, 403, 403, post_id="{post}"),
    post("forum_bring_back", *MODERATORS_ON, post_id="{gone}"),
    post("forum_thank", *MEMBERS_ON, post_id="{post}"),
    post("forum_thank", *SECRET_ACTION, post_id="{secret_post}"),
    post("forum_thank", IN, 403, 403, 403, 403, 403, post_id="{mine}"),
    post("forum_bookmark", *MEMBERS_ON, post_id="{post}"),
    post("forum_bookmark", *SECRET_ACTION, post_id="{secret_post}"),
    post("forum_mark_unread", *MEMBERS_ON, post_id="{post}"),
    post("forum_solve", *MODERATORS_ON, post_id="{post}"),
    get("forum_report", *MEMBERS, post_id="{post}"),
    post("forum_report", *MEMBERS_ON, post_id="{post}", data={"reason": "rude"}),
    get("forum_report", IN, 403, 403, 403, 403, 403, post_id="{mine}"),
    # Following and voting
    post("forum_follow", *MEMBERS_ON, topic_id="{topic}", data={"follow": "daily"}),
    post("forum_follow", *SECRET_ACTION, topic_id="{secret}", data={"follow": "daily"}),
    post("forum_follow_category", *MEMBERS_ON, slug="rules", data={"follow": "daily"}),
    post("forum_follow_category", *SECRET_ACTION, slug="desk", data={"follow": "daily"}),
    post("forum_vote", *MEMBERS_ON, topic_id="{wish}"),
    post("forum_vote", IN, 403, 403, 403, 403, 403, topic_id="{topic}"),
    post("forum_poll_vote", *MEMBERS_ON, topic_id="{topic}", data={"option": "{option}"}),
    post("forum_poll_vote", IN, 404, 404, 403, 404, 404, topic_id="{wish}"),
    get("forum_unsubscribe", *ALL, token="{token}"),
    post("forum_unsubscribe", *ALL, token="{token}"),
    get("forum_unsubscribe", *NOBODY, token="1-1.forged"),
    # Moderation
    get("forum_queue", *MODERATORS),
    *(
        post("forum_report_act", *MODERATORS_ON, report_id="{report}", data=data)
        for data in (
            {"action": "claim"},
            {"action": "release"},
            {"action": "approve"},
            {"action": "remove", "reason": "rude"},
            {"action": "close"},
        )
    ),
    post("forum_report_act", IN, 403, 403, 403, 404, 404, report_id="{report}"),
    get("forum_log", *MODERATORS),
    post("forum_review", *MODERATORS_ON, entry_id="{entry}", data={"verdict": "agree"}),
    post(
        "forum_review",
        *MODERATORS_ON,
        entry_id="{entry}",
        data={"verdict": "disagree", "review": "Too hard"},
    ),
    get("forum_words", *MODERATORS),
    get("forum_games_log", *ALL),
    post("forum_words", *MODERATORS_ON, data={"word": "casino"}),
    post("forum_words", *MODERATORS_ON, data={"gone": "1"}),
    *(
        post(
            "forum_appeal_decide",
            *MODERATORS_ON,
            appeal_id="{appeal}",
            data={"decision": decision, "answer": "Fine"},
        )
        for decision in ("grant", "decline")
    ),
    get("forum_person", *MODERATORS, username="{author}"),
    post("forum_note", *MODERATORS_ON, username="{author}", data={"text": "A note"}),
    post(
        "forum_sanction",
        *MODERATORS_ON,
        username="{author}",
        data={"kind": "ban", "reason": "x", "days": "1"},
    ),
    post(
        "forum_sanction",
        *MODERATORS_ON,
        username="{author}",
        data={"kind": "silence", "reason": "x"},
    ),
    post(
        "forum_sanction",
        *OPERATORS_ON,
        username="chief",
        data={"kind": "ban", "reason": "x", "days": "1"},
    ),
    post("forum_lift", *MODERATORS_ON, sanction_id="{sanction}", data={"reason": "x"}),
    post(
        "forum_erase",
        *OPERATORS_ON,
        username="{author}",
        data={"name": "{author}", "reason": "asked"},
    ),
    get("forum_manage_topic", *MODERATORS, topic_id="{topic}"),
    *(
        post("forum_manage_topic", *MODERATORS_ON, topic_id="{topic}", data=data)
        for data in (
            {"action": "lock"},
            {"action": "unlock"},
            {"action": "rename", "title": "Another title"},
            {"action": "pin", "pin": "1"},
            {"action": "move", "category": "wishes"},
            {"action": "move", "category": "desk"},
            {"action": "remove", "reason": "x"},
            {"action": "restore"},
            {"action": "merge", "into": "{closed}"},
            {"action": "split", "post": "{post}", "title": "New one", "category": "rules"},
        )
    ),
    post("forum_manage_topic", IN, 403, 403, 403, 404, 404, topic_id="{topic}"),
    get("forum_remove_post", *MODERATORS, post_id="{post}"),
    post("forum_remove_post", *MODERATORS_ON, post_id="{post}", data={"reason": "x"}),
    get("forum_appeal", IN, 200, 200, 200, 200, 200),
    post("forum_appeal", IN, 200, 200, ON, 200, 200, data={"text": "I did not mean it."}),
    # Operators
    get("forum_categories", *OPERATORS),
    get("forum_category_new", *OPERATORS),
    post("forum_category_new", *OPERATORS_ON, data=CATEGORY),
    get("forum_category_edit", *OPERATORS, slug="rules"),
    get("forum_announcements", *OPERATORS),
    post("forum_announcements", *OPERATORS_ON, data={"text": "Hello"}),
    post("forum_announcement_end", *OPERATORS_ON, announcement_id="{banner}"),
    post("forum_announcement_dismiss", *ALL_ON, announcement_id="{banner}"),
    get("changes", *ALL),
)


@pytest.fixture
def users(db):
    old = timezone.now() - timedelta(days=300)
    people = {
        "new": UserFactory(username="fresh"),
        "member": UserFactory(username="settled"),
        "banned": UserFactory(username="outcast"),
        "moderator": ModeratorFactory(username="watchful"),
        "operator": OperatorFactory(username="keeper"),
    }
    for name, user in people.items():
        if name != "new":
            user.date_joined = old
            user.save()
    sanction_set(
        person=people["banned"], by=people["operator"], kind="ban", reason="spam", ends_at=None
    )
    return people


def kind_of(answer: HttpResponse) -> Outcome:
    if answer.status_code not in (301, 302):
        return answer.status_code
    return IN if answer.headers["Location"].startswith(reverse("account_login")) else ON


def attempt(row: Row, client: Client, things: Mapping[str, str]) -> Outcome:
    """Try it, and leave the scene as it was for the next row."""
    url = reverse(row.name, kwargs={k: v.format(**things) for k, v in row.args.items()})
    data = {key: value.format(**things) for key, value in row.data.items()}
    visitor = Client()
    visitor.cookies = SimpleCookie(client.cookies)
    with transaction.atomic():
        answer = visitor.get(url, data) if row.method == "GET" else visitor.post(url, data)
        transaction.set_rollback(True)
    return kind_of(answer)


@pytest.mark.parametrize("who", VISITORS)
def test_who_may(users, who: str):
    """One scene for all rows: what a request changes is taken back."""
    author = UserFactory(username="author")
    things = forum_things(author) | game_things(author)
    things["mine"] = things["post"]
    client = Client()
    if user := users.get(who):
        things["mine"] = str(post_of(user, things["topic"]).pk)
        client.force_login(user)
    wrong = []
    for row in TABLE:
        expected = dict(zip(VISITORS, row.outcomes, strict=True))[who]
        if (outcome := attempt(row, client, things)) != expected:
            wrong.append(f"{row}: {outcome}, not {expected}")
    assert wrong == []


def test_every_address_is_in_the_table():
    names = {pattern.name for pattern in urls.urlpatterns}
    assert names == {row.name for row in TABLE}
    assert get_resolver().reverse_dict.getlist("forum")


def test_what_changes_something_is_never_done_by_looking(users):
    """Addresses that only take POST refuse everything else, whoever asks."""
    author = UserFactory(username="author")
    things = forum_things(author) | game_things(author)
    posted = {row.name for row in TABLE if row.method == "POST"}
    looked = {row.name for row in TABLE if row.method == "GET"}
    rows = {row.name: row for row in TABLE if row.name in posted - looked}
    things["mine"] = things["post"]
    operator = Client()
    operator.force_login(users["operator"])
    for row in rows.values():
        for client in (Client(), operator):
            assert attempt(Row(row.name, "GET", (), row.args), client, things) == 405, row
