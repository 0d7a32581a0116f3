"""Who may open what: every address of the site against every kind of visitor.

A new address needs a row here, and a row whose address is gone has to go too. The owner is the
user whose things an address names; where it names nothing, owner and stranger are both simply
signed in. Everybody signed in has just given the password again, so what is seen is permission.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from http.cookies import SimpleCookie

import pytest
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from accounts.models import Audience, User
from games.models import Game
from notifications.models import MailboxMessage, PushDevice, Webhook
from notifications.services.channels import calendar_reset
from tests.factories import PASSWORD, ModeratorFactory, OperatorFactory, UserFactory, passkey_add
from tests.forum.scene import forum_things
from tests.games.lobby.things import things_around_tables
from tests.games.played import stored
from tests.leagues.things import league_things

VISITORS = ("anonymous", "stranger", "owner", "moderator", "operator")

SIGN_IN = "sign in"  # sent to the sign-in page
AGAIN = "password again"  # sent to the page that asks for the password once more
ON = "on"  # sent elsewhere

Outcome = int | str


@dataclass(frozen=True)
class Row:
    """What each visitor gets; `outcomes` in the order of VISITORS, or one for all."""

    name: str
    method: str
    outcomes: tuple[Outcome, ...]
    args: dict[str, str] = field(default_factory=dict)

    def outcome(self, visitor: str) -> Outcome:
        if len(self.outcomes) == 1:
            return self.outcomes[0]
        return dict(zip(VISITORS, self.outcomes, strict=True))[visitor]


def get(name: str, *outcomes: Outcome, **args: str) -> Row:
    return Row(name, "GET", outcomes, args)


def post(name: str, *outcomes: Outcome, **args: str) -> Row:
    return Row(name, "POST", outcomes, args)


MEMBERS = (SIGN_IN, 200, 200, 200, 200)
MEMBERS_POST = (SIGN_IN, ON, ON, ON, ON)
GUESTS = (200, ON, ON, ON, ON)  # whoever is signed in has no business there
OWNER_S = (404, 404, 200, 404, 404)
MODERATORS = (SIGN_IN, 403, 403, 200, 200)
OPERATORS = (SIGN_IN, 403, 403, 403, 200)
ORGANISERS = (SIGN_IN, 403, 200, 403, 200)
SIGNED_IN_POST = (SIGN_IN, 405, 405, 405, 405)  # for a GET
OWN = (SIGN_IN, 404, 200, 404, 404)
OWN_POST = (SIGN_IN, 404, ON, 404, 404)

# {name}, {key}, {mail}, {game} and the names of `forum_things` and `things_around_tables` are
# filled in with things of the owner.
TABLE = (
    # The site
    get("home", 200),
    get("about", 200),
    get("privacy", 200),
    get("healthz", 200),
    get("readyz", 503),  # no worker beats during this test
    get("set_theme", 405),
    post("set_theme", ON),
    get("set_language", ON),
    post("set_language", ON),
    # Players; the owner's profile is for members only
    get("profile", *MEMBERS, username="{name}"),
    post("profile", 405, username="{name}"),
    get("profile", 404, username="nobody"),
    get("avatar", 200, username="{name}"),
    get("avatar", 404, username="nobody"),
    # One's own settings
    get("welcome", *MEMBERS),
    get("settings", *MEMBERS),
    post("settings", *MEMBERS),  # an empty form is shown again
    get("settings_preferences", *MEMBERS),
    get("settings_data", *MEMBERS),
    post("settings_data", SIGN_IN, 405, 405, 405, 405),
    get("settings_export", SIGN_IN, 405, 405, 405, 405),
    post("settings_export", *MEMBERS),
    get("settings_delete", SIGN_IN, 405, 405, 405, 405),
    post("settings_delete", *MEMBERS),  # without the name nothing is deleted
    get("second_factor_needed", *MEMBERS_POST),
    get("notification_settings", *MEMBERS),
    post("notification_hours", SIGN_IN, 422, 422, 422, 422),  # an empty form is shown again
    get("channels", *MEMBERS),
    post("channel_test", *MEMBERS_POST, channel="push"),  # not set up: told on the page
    post("push_subscribe", SIGN_IN, 422, 422, 422, 422),  # no subscription
    post("push_remove", *OWN_POST, device_id="{device}"),
    post("webhooks", SIGN_IN, 422, 422, 422, 422),
    post("webhook_remove", *OWN_POST, hook_id="{hook}"),
    post("calendar_reset", *MEMBERS_POST),
    post("calendar_remove", *MEMBERS_POST),
    post("address_check", *MEMBERS_POST),
    get("address_works", *MEMBERS_POST, token="wrong"),
    get("table_notices", *OWN, game_id="{running}"),
    post("table_notices", *OWN_POST, game_id="{running}"),
    # A calendar and a service worker cannot sign in
    get("calendar_feed", 404, token="wrong"),
    get("calendar_feed", 200, token="{calendar}"),
    get("push_worker", 200),
    # Links in mails: whoever has one need not sign in
    get("unsubscribe", 404, token="wrong"),
    post("unsubscribe", 404, token="wrong"),
    # The sign-in library: doors
    get("account_login", *GUESTS),
    get("account_signup", *GUESTS),
    get("account_logout", ON, 200, 200, 200, 200),
    get("account_inactive", 200),
    get("account_reset_password", 200),
    get("account_reset_password_done", 200),
    get("account_reset_password_from_key", 200, uidb36="1", key="wrong"),
    get("account_reset_password_from_key_done", 200),
    get("account_email_verification_sent", 200),
    get("account_confirm_email", 200, key="wrong"),
    get("account_confirm_login_code", SIGN_IN, ON, ON, ON, ON),
    # The sign-in library: one's own
    get("account_reauthenticate", *MEMBERS),
    get("account_email", *MEMBERS),
    get("account_change_password", *MEMBERS),
    get("account_set_password", *MEMBERS_POST),
    get("usersessions_list", *MEMBERS),
    # Second factors; moderator and operator have an authenticator app, the owner a passkey
    get("mfa_index", *MEMBERS),
    get("mfa_authenticate", SIGN_IN, ON, ON, ON, ON),
    get("mfa_reauthenticate", SIGN_IN, AGAIN, AGAIN, 200, 200),
    get("mfa_activate_totp", SIGN_IN, 200, 200, ON, ON),
    get("mfa_deactivate_totp", SIGN_IN, 404, 404, 200, 200),
    get("mfa_view_recovery_codes", SIGN_IN, 404, 404, 200, 200),
    get("mfa_generate_recovery_codes", *MEMBERS),
    get("mfa_download_recovery_codes", SIGN_IN, 404, 404, 200, 200),
    get("mfa_list_webauthn", *MEMBERS),
    get("mfa_add_webauthn", *MEMBERS),
    get("mfa_reauthenticate_webauthn", SIGN_IN, AGAIN, 200, AGAIN, AGAIN),
    get("mfa_remove_webauthn", SIGN_IN, 404, 200, 404, 404, pk="{key}"),
    post("mfa_remove_webauthn", SIGN_IN, 404, ON, 404, 404, pk="{key}"),
    get("mfa_edit_webauthn", SIGN_IN, 404, 200, 404, 404, pk="{key}"),
    get("mfa_login_webauthn", SIGN_IN, ON, ON, ON, ON),
    # Around the tables: {open} and {running} are private tables of the owner
    get("next_game", *MEMBERS_POST),
    get("quick_answer", *SIGNED_IN_POST, game_id="{running}"),
    post("quick_answer", *MEMBERS_POST, game_id="{running}"),
    get("lobby", 200),
    post("lobby", 405),
    get("lobby_new", *MEMBERS),
    post("lobby_new", *MEMBERS),  # an empty form is shown again
    get("lobby_mirror", *MEMBERS),
    post("lobby_mirror", *MEMBERS),
    get("lobby_table", 404, 404, 200, 404, 404, game_id="{open}"),
    get("lobby_table", 404, 404, ON, 404, 404, game_id="{running}"),
    get("lobby_by_link", 200, token="{token}"),
    get("lobby_by_link", 404, token="wrong"),
    get("lobby_join", *SIGNED_IN_POST, game_id="{open}"),
    post("lobby_join", *OWN_POST, game_id="{open}"),
    get("lobby_leave", *SIGNED_IN_POST, game_id="{open}"),
    post("lobby_leave", *OWN_POST, game_id="{open}"),
    get("lobby_cancel", *SIGNED_IN_POST, game_id="{open}"),
    post("lobby_cancel", *OWN_POST, game_id="{open}"),
    get("lobby_invite", *SIGNED_IN_POST, game_id="{open}"),
    post("lobby_invite", SIGN_IN, 404, 422, 404, 404, game_id="{open}"),  # without a name
    get("lobby_link", *SIGNED_IN_POST, game_id="{open}"),
    post("lobby_link", *OWN_POST, game_id="{open}"),
    get("lobby_bots", *SIGNED_IN_POST, game_id="{open}"),
    post("lobby_bots", *OWN_POST, game_id="{open}"),
    get("lobby_answer", *SIGNED_IN_POST, invitation_id="{received}"),
    post("lobby_answer", *OWN_POST, invitation_id="{received}"),
    get("lobby_withdraw", *SIGNED_IN_POST, invitation_id="{sent}"),
    post("lobby_withdraw", *OWN_POST, invitation_id="{sent}"),
    get("talk", 404, 404, 200, 404, 404, game_id="{running}"),
    get("talk_say", *SIGNED_IN_POST, game_id="{running}"),
    post("talk_say", SIGN_IN, 404, 422, 404, 404, game_id="{running}"),  # nothing said
    get("talk_report", *SIGNED_IN_POST, line_id="{line}"),
    post("talk_report", *OWN_POST, line_id="{line}"),
    get("talk_mute", *SIGNED_IN_POST, username="friend"),
    post("talk_mute", *MEMBERS_POST, username="friend"),
    get("note", *OWN, game_id="{running}"),
    post("note", *OWN_POST, game_id="{running}"),
    get("notes", *MEMBERS),
    get("planner", *OWN, game_id="{running}"),
    get("plan_new", *SIGNED_IN_POST, game_id="{running}"),
    post("plan_new", *OWN_POST, game_id="{running}"),
    get("plan", *OWN, plan_id="{plan}"),
    post("plan", *OWN_POST, plan_id="{plan}"),
    get("plan_remove", *SIGNED_IN_POST, plan_id="{plan}"),
    post("plan_remove", *OWN_POST, plan_id="{plan}"),
    get("branch_new", *SIGNED_IN_POST, plan_id="{plan}"),
    post("branch_new", *OWN_POST, plan_id="{plan}"),
    get("branch_step", *SIGNED_IN_POST, plan_id="{plan}", branch_id="{branch}"),
    post("branch_step", *OWN_POST, plan_id="{plan}", branch_id="{branch}"),
    get("branch_remove", *SIGNED_IN_POST, plan_id="{plan}", branch_id="{branch}"),
    post("branch_remove", *OWN_POST, plan_id="{plan}", branch_id="{branch}"),
    # A private table of the owner's, which nobody else was asked to
    get("table", *OWNER_S, game_id="{game}"),
    get("table_move", SIGN_IN, 405, 405, 405, 405, game_id="{game}"),
    post("table_move", SIGN_IN, 404, 400, 404, 404, game_id="{game}"),
    post("table_watch", SIGN_IN, 404, ON, 404, 404, game_id="{game}"),
    post("table_undo", SIGN_IN, 404, 400, 404, 404, game_id="{game}"),
    post("table_undo_ask", SIGN_IN, 404, 400, 404, 404, game_id="{game}"),
    post("table_undo_answer", SIGN_IN, 404, 400, 404, 404, game_id="{game}", request_id="1"),
    get("table_question", SIGN_IN, 404, 200, 404, 404, game_id="{game}", decision_id="1"),
    get("table_at", *OWNER_S, game_id="{game}", number="5"),
    get("table_go", ON, game_id="{game}"),
    get("table_log", *OWNER_S, game_id="{game}"),
    get("table_origins", *OWNER_S, game_id="{game}", seat="0", key="vp"),
    get("table_charts", *OWNER_S, game_id="{game}"),
    get("table_result", 404, 404, ON, 404, 404, game_id="{game}"),
    post("table_rematch", SIGN_IN, 404, ON, 404, 404, game_id="{game}"),
    get("table_clock", *OWNER_S, game_id="{game}"),
    get("table_clock_act", *SIGNED_IN_POST, game_id="{game}"),
    post("table_clock_act", SIGN_IN, 404, 400, 404, 404, game_id="{game}"),
    get("seat_take", SIGN_IN, 404, 200, 404, 404, game_id="{game}", number="0"),
    post("seat_take", SIGN_IN, 404, ON, 404, 404, game_id="{game}", number="0"),
    get("orders", *OWN, game_id="{game}"),
    post("orders", SIGN_IN, 404, 422, 404, 404, game_id="{game}"),  # nothing written
    get("substitutes", 200),
    get("reliability", 200),
    get("settings_hours", *MEMBERS),
    post("settings_hours", *MEMBERS),
    get("table_record", *OWNER_S, game_id="{game}", form="json"),
    get("table_stream", 404, 404, 204, 404, 404, game_id="{game}"),  # 200 under ASGI
    get("table_news", *OWNER_S, game_id="{game}"),
    get("notation", 200, rules_key="terra_mystica"),
    get("notation", 404, rules_key="chess"),
    # Ratings and statistics are for everybody; a player's pages like the profile
    get("ratings", 200),
    get("rating_list", 200, rules_key="terra_mystica"),
    get("rating_list", 404, rules_key="chess"),
    get("rating_list_csv", 200, rules_key="terra_mystica"),
    get("rating_formula", 200, rules_key="terra_mystica"),
    get("rating_formula_csv", 200, rules_key="terra_mystica", what="offsets"),
    get("statistics", 200, rules_key="terra_mystica", what="factions"),
    get("statistics_csv", 200, rules_key="terra_mystica", what="factions"),
    get("records", 200, rules_key="terra_mystica"),
    get("records_csv", 200, rules_key="terra_mystica"),
    get("rating_history", *MEMBERS, username="{name}", rules_key="terra_mystica"),
    get("rating_history_csv", *MEMBERS, username="{name}", rules_key="terra_mystica"),
    get("player_statistics", *MEMBERS, username="{name}", rules_key="terra_mystica"),
    get("player_statistics_csv", *MEMBERS, username="{name}", rules_key="terra_mystica"),
    # The forum, one row for each address; its table by actions is tests/forum/test_permissions.py
    get("forum", 200),
    get("forum_category", 200, slug="rules"),
    get("forum_unread", *MEMBERS),
    post("forum_mark_read", *MEMBERS_POST),
    get("forum_bookmarks", *MEMBERS),
    get("forum_drafts", *MEMBERS),
    get("forum_search", 200),
    get("forum_user", 200, username="{name}"),
    post("forum_removal", *MEMBERS_POST),
    get("forum_topic", 200, topic_id="{topic}"),
    get("forum_first_unread", ON, topic_id="{topic}"),
    get("forum_post", ON, post_id="{post}"),
    get("forum_history", 200, post_id="{post}"),
    get("forum_board", 404),  # nothing is asked for
    get("forum_studies", 200),
    get("forum_study_new", *OWN, game_id="{game}"),
    get("forum_study", 404, study_id="0"),
    get("forum_study_edit", SIGN_IN, 404, 404, 404, 404, study_id="0"),
    get("forum_plan", *OWNER_S, plan_id="{plan}"),
    post("forum_plan_share", *OWN_POST, plan_id="{plan}"),
    get("forum_thread", *OWNER_S, kind="game", key="{game}"),
    post("forum_thread_post", SIGN_IN, 404, 422, 404, 404, kind="game", key="{game}"),
    post("forum_game_say", SIGN_IN, 404, 422, 404, 404, game_id="{game}"),  # nothing is said
    get("forum_feed", 200),
    get("forum_category_feed", 200, slug="rules"),
    get("forum_topic_feed", 200, topic_id="{topic}"),
    get("forum_user_feed", 200, username="{name}"),
    get("forum_new_topic", *MEMBERS),
    get("forum_reply", *MEMBERS, topic_id="{topic}"),
    post("forum_preview", *MEMBERS),
    post("forum_draft_save", SIGN_IN, 400, 400, 400, 400),  # no draft without a place
    get("forum_names", *MEMBERS),
    get("forum_quote", 200, post_id="{post}"),
    get("forum_edit", SIGN_IN, 403, 200, 200, 200, post_id="{post}"),
    post("forum_withdraw", SIGN_IN, 403, ON, 403, 403, post_id="{post}"),
    post("forum_bring_back", SIGN_IN, 403, ON, ON, ON, post_id="{gone}"),
    post("forum_thank", SIGN_IN, ON, 403, ON, ON, post_id="{post}"),
    post("forum_bookmark", *MEMBERS_POST, post_id="{post}"),
    post("forum_mark_unread", *MEMBERS_POST, post_id="{post}"),
    post("forum_solve", SIGN_IN, 403, ON, ON, ON, post_id="{post}"),
    get("forum_report", SIGN_IN, 200, 403, 200, 200, post_id="{post}"),
    post("forum_follow", SIGN_IN, 404, 404, 404, 404, topic_id="{topic}"),  # no such wish
    post("forum_follow_category", SIGN_IN, 404, 404, 404, 404, slug="rules"),
    post("forum_vote", *MEMBERS_POST, topic_id="{wish}"),
    post("forum_poll_vote", *MEMBERS_POST, topic_id="{topic}"),  # an empty vote is told on the page
    get("forum_unsubscribe", 200, token="{forum_token}"),
    get("forum_queue", *MODERATORS),
    post("forum_report_act", SIGN_IN, 403, 403, 404, 404, report_id="{report}"),  # no action
    get("forum_log", *MODERATORS),
    post("forum_review", SIGN_IN, 403, 403, 404, 404, entry_id="{entry}"),
    get("forum_words", *MODERATORS),
    get("forum_games_log", 200),
    post("forum_appeal_decide", SIGN_IN, 403, 403, 404, 404, appeal_id="{appeal}"),
    get("forum_person", *MODERATORS, username="{name}"),
    post("forum_note", SIGN_IN, 403, 403, ON, ON, username="{name}"),
    post("forum_sanction", *MODERATORS, username="{name}"),  # an empty form is shown again
    post("forum_erase", SIGN_IN, 403, 403, 403, ON, username="{name}"),
    post("forum_lift", SIGN_IN, 403, 403, ON, ON, sanction_id="{sanction}"),
    get("forum_manage_topic", *MODERATORS, topic_id="{topic}"),
    get("forum_remove_post", *MODERATORS, post_id="{post}"),
    get("forum_appeal", *MEMBERS),
    get("forum_categories", *OPERATORS),
    get("forum_category_new", *OPERATORS),
    get("forum_category_edit", *OPERATORS, slug="rules"),
    get("forum_announcements", *OPERATORS),
    post("forum_announcement_end", SIGN_IN, 403, 403, 403, ON, announcement_id="{banner}"),
    post("forum_announcement_dismiss", ON, announcement_id="{banner}"),
    get("changes", 200),
    # Leagues: the owner is an organiser of the league
    get("leagues", 200),
    get("league_new", SIGN_IN, 403, 200, 403, 200),
    get("league", 200, slug="{league}"),
    get("league", 404, slug="nowhere"),
    get("league_settings", *ORGANISERS, slug="{league}"),
    post("league_settings", *ORGANISERS, slug="{league}"),  # an empty form is shown again
    post("league_organisers", SIGN_IN, 403, 403, 403, ON, slug="{league}"),  # its head alone
    post("league_pool", *MEMBERS_POST, slug="{league}"),
    get("season", 200, slug="{league}", number="{number}"),
    get("season", 404, slug="{league}", number="9"),
    get("league_group", 200, slug="{league}", number="1", division="1", group="1"),
    get("league_group", 404, slug="{league}", number="1", division="7", group="1"),
    get("season_log", 200, slug="{league}", number="{number}"),
    get("season_sign_up", *MEMBERS, slug="{league}", number="{next}"),
    post("season_sign_up", *MEMBERS_POST, slug="{league}", number="{next}"),
    get("season_check_in", *MEMBERS, slug="{league}", number="{next}"),
    post("season_check_in", *MEMBERS_POST, slug="{league}", number="{next}"),
    get("check_in_by_token", 200, token="{check_in}"),
    post("check_in_by_token", ON, token="{check_in}"),
    get("check_in_by_token", 404, token="wrong"),
    get("season_step", *ORGANISERS, slug="{league}", number="{number}"),
    post("season_step", SIGN_IN, 403, ON, 403, ON, slug="{league}", number="{number}"),
    get("season_dates", *ORGANISERS, slug="{league}", number="{number}"),
    post("season_dates", *ORGANISERS, slug="{league}", number="{number}"),  # nothing filled in
    get("season_write", *ORGANISERS, slug="{league}", number="{number}"),
    post("season_write", *ORGANISERS, slug="{league}", number="{number}"),  # nothing filled in
    get("season_place", *ORGANISERS, slug="{league}", number="{next}"),
    post("season_place", *ORGANISERS, slug="{league}", number="{next}"),  # nothing filled in
    get("season_cockpit", *ORGANISERS, slug="{league}", number="{number}"),
    get("season_standings_json", 200, slug="{league}", number="{number}"),
    get("season_results_json", 200, slug="{league}", number="{number}"),
    get("season_results_feed", 200, slug="{league}", number="{number}"),
    get("season_dates_ics", 200, slug="{league}", number="{number}"),
    get("league_table", 200, table_id="{table}"),
    get("league_table", 404, table_id="0"),
    post("league_table_sign", SIGN_IN, ON, ON, ON, ON, table_id="{table}"),  # refused in words
    post("league_table_dispute", SIGN_IN, ON, ON, ON, ON, table_id="{table}"),
    post("league_table_appeal", SIGN_IN, ON, ON, ON, ON, table_id="{table}"),
    # Tournaments: the owner runs the one there is
    get("tournaments", 200),
    get("tournament_new", SIGN_IN, 403, 200, 403, 200),
    get("tournament", 200, slug="{cup}"),
    get("tournament", 404, slug="nowhere"),
    get("tournament_json", 200, slug="{cup}"),
    get("tournament_feed", 200, slug="{cup}"),
    get("tournament_enter", 405, slug="{cup}"),
    post("tournament_enter", *MEMBERS_POST, slug="{cup}"),
    post("tournament_withdraw", *MEMBERS_POST, slug="{cup}"),  # refused in words
    get("tournament_organise", *ORGANISERS, slug="{cup}"),
    post("tournament_organise", SIGN_IN, 403, ON, 403, ON, slug="{cup}"),
    get("tournament_action", *ORGANISERS, key="rule", target="{cup_table}"),
    post("tournament_action", *ORGANISERS, key="rule", target="{cup_table}"),  # no reason yet
    get("tournament_action", *ORGANISERS, key="withdraw", target="{contender}"),
    get("tournament_action", SIGN_IN, 404, 404, 404, 404, key="rule", target="0"),
    get("tournament_action", SIGN_IN, 404, 404, 404, 404, key="nonsense", target="1"),
    post("tournament_organisers", SIGN_IN, 403, ON, 403, ON, slug="{cup}"),
    get("league_action", *ORGANISERS, key="rule", target="{table}"),
    get("league_action", *ORGANISERS, key="award", target="{entry}"),
    get("league_action", *ORGANISERS, key="lots", target="{group}"),
    get("league_action", *ORGANISERS, key="nudge-all", target="{season}"),
    get("league_action", SIGN_IN, 404, 404, 404, 404, key="nudge-all", target="0"),
    get("league_action", SIGN_IN, 404, 404, 404, 404, key="sack", target="{table}"),
    # Operators
    get("admin:index", *OPERATORS),
    get("admin:accounts_user_changelist", *OPERATORS),
    get("outbox", *OPERATORS),
    get("outbox_resend", SIGN_IN, 403, 403, 403, 405, mail_id="0"),
    post("outbox_resend", SIGN_IN, 403, 403, 403, ON, mail_id="0"),
    post("outbox_resend_all", SIGN_IN, 403, 403, 403, 404),  # no channel
    post("notice_resend", SIGN_IN, 403, 403, 403, ON, notice_id="0"),
    # Operators: mail that came in
    get("inbound", *OPERATORS),
    get("inbound_source", SIGN_IN, 403, 403, 403, 404, mail_id="0"),
    get("inbound_retry", SIGN_IN, 403, 403, 403, 405, mail_id="0"),
    post("inbound_retry", SIGN_IN, 403, 403, 403, ON, mail_id="0"),
    # The development mailbox: open, and there only where no mail server is configured
    get("mailbox", 200),
    get("mailbox_empty", 405),
    post("mailbox_empty", ON),
    get("mailbox_message", 200, mail_id="{mail}"),
    get("mailbox_message_html", 200, mail_id="{mail}"),
    get("mailbox_message_source", 200, mail_id="{mail}"),
    get("mailbox_frame", 200, mail_id="{mail}"),
    post("mailbox_answer", 404, mail_id="{mail}"),
    get("mailbox_part", 404, mail_id="{mail}", number="0"),
)


@dataclass(frozen=True)
class Scene:
    """The visitors, and the owner's things."""

    users: dict[str, User]
    things: dict[str, str]

    def client(self, visitor: str) -> Client:
        client = Client()
        if visitor != "anonymous":
            client.force_login(self.users[visitor])
            client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
        return client


@pytest.fixture
def scene(db, settings) -> Scene:
    settings.ACCOUNT_RATE_LIMITS = False
    settings.MFA_RATE_LIMITS = False
    owner = UserFactory(username="owner")
    owner.audience = Audience.MEMBERS
    owner.save()
    key = passkey_add(user=owner)
    mail = MailboxMessage.objects.create(
        sender="table@localhost",
        recipients=["owner@example.org"],
        subject="Hello",
        source=b"Subject: Hello\nContent-Type: text/html\n\n<p>Hello</p>\n",
    )
    game = stored([owner, "random", "random", "random"], 30, visibility=Game.Visibility.PRIVATE)
    device = PushDevice.objects.create(user=owner, endpoint="https://push.example/1")
    hook = Webhook.objects.create(user=owner, form="raw", url="https://hook.example/1")
    return Scene(
        users={
            "stranger": UserFactory(username="stranger"),
            "owner": owner,
            "moderator": ModeratorFactory(username="watchful"),
            "operator": OperatorFactory(username="keeper"),
        },
        things={
            **(forum := forum_things(owner)),
            "forum_token": forum["token"],
            "name": owner.username,
            "key": str(key.pk),
            "mail": str(mail.pk),
            **things_around_tables(owner),
            **league_things(owner),
            "game": str(game.pk),
            "device": str(device.pk),
            "hook": str(hook.pk),
            "calendar": calendar_reset(user=owner).token,
        },
    )


def kind_of(response: HttpResponse) -> Outcome:
    if response.status_code not in (301, 302):
        return response.status_code
    target = response.headers["Location"]
    if target.startswith((reverse("account_login"), reverse("admin:login"))):
        return SIGN_IN
    return AGAIN if target.startswith(reverse("account_reauthenticate")) else ON


@pytest.mark.parametrize("visitor", VISITORS)
def test_who_gets_what(scene: Scene, visitor: str):
    """Every row finds the scene as it was made: what a request changes is taken back."""
    at_the_door = scene.client(visitor)
    wrong = []
    for row in TABLE:
        client = Client()
        client.cookies = SimpleCookie(at_the_door.cookies)
        with transaction.atomic():
            outcome = outcome_of(scene, row, client)
            transaction.set_rollback(True)
        if outcome != row.outcome(visitor):
            wrong.append(f"{row.method} {row.name}: {outcome}, not {row.outcome(visitor)}")
    assert wrong == []


def outcome_of(scene: Scene, row: Row, client: Client) -> Outcome:
    args = {key: value.format(**scene.things) for key, value in row.args.items()}
    url = reverse(row.name, kwargs=args)
    response = client.get(url) if row.method == "GET" else client.post(url)
    outcome = kind_of(response)
    if outcome == SIGN_IN and row.name.startswith("admin:"):
        # The admin site sends everybody it does not know to its own door, which is ours.
        outcome = kind_of(client.get(response.headers["Location"]))
    return outcome


def addresses(resolver: URLResolver, prefix: str = "") -> Iterator[str]:
    """Names of all addresses; the admin site's hundred count as one."""
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLPattern):
            yield prefix + (pattern.name or f"without a name: {pattern.pattern}")
        elif pattern.app_name == "admin":
            yield "admin:index"
        else:
            inner = f"{prefix}{pattern.namespace}:" if pattern.namespace else prefix
            yield from addresses(pattern, inner)


def test_every_address_has_a_row():
    missing = set(addresses(get_resolver())) - {row.name for row in TABLE}
    assert not missing, (
        f"Addresses without a row in the table of permissions: {', '.join(sorted(missing))}. "
        "Add rows to TABLE in tests/test_permissions.py that say who may open them."
    )


def test_every_row_has_an_address():
    known = set(addresses(get_resolver()))
    gone = {row.name for row in TABLE if not row.name.startswith("admin:")} - known
    assert not gone, f"Rows without an address: {', '.join(sorted(gone))}. Remove them from TABLE."
