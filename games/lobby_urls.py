"""Addresses around the tables: lobby, dashboard, plans, talk, notes."""

from django.urls import path

from games.views import dashboard, hours, lobby, mirror, notes, planner, seating, substitutes, talk

urlpatterns = [
    path("", dashboard.home, name="home"),
    path("next/", dashboard.next_game_view, name="next_game"),
    path("games/<int:game_id>/answer/", dashboard.quick_answer, name="quick_answer"),
    path("lobby/", lobby.lobby, name="lobby"),
    path("lobby/new/", lobby.lobby_new, name="lobby_new"),
    path("lobby/<int:game_id>/", lobby.lobby_table, name="lobby_table"),
    path("lobby/<int:game_id>/join/", seating.lobby_join, name="lobby_join"),
    path("lobby/<int:game_id>/leave/", seating.lobby_leave, name="lobby_leave"),
    path("lobby/<int:game_id>/cancel/", seating.lobby_cancel, name="lobby_cancel"),
    path("lobby/<int:game_id>/invite/", seating.lobby_invite, name="lobby_invite"),
    path("lobby/<int:game_id>/link/", seating.lobby_link, name="lobby_link"),
    path("lobby/<int:game_id>/bots/", seating.lobby_bots, name="lobby_bots"),
    path("invitations/<int:invitation_id>/", seating.lobby_answer, name="lobby_answer"),
    path(
        "invitations/<int:invitation_id>/withdraw/", seating.lobby_withdraw, name="lobby_withdraw"
    ),
    path("lobby/mirror/", mirror.lobby_mirror, name="lobby_mirror"),
    path("substitutes/", substitutes.substitutes, name="substitutes"),
    path("reliability/", substitutes.reliability_page, name="reliability"),
    path("settings/hours/", hours.my_hours, name="settings_hours"),
    path("join/<str:token>/", lobby.lobby_by_link, name="lobby_by_link"),
    path("games/<int:game_id>/talk/", talk.talk, name="talk"),
    path("games/<int:game_id>/talk/say/", talk.talk_say, name="talk_say"),
    path("talk/<int:line_id>/report/", talk.talk_report, name="talk_report"),
    path("talk/mute/<str:username>/", talk.talk_mute, name="talk_mute"),
    path("games/<int:game_id>/note/", notes.note, name="note"),
    path("notes/", notes.notes, name="notes"),
    path("games/<int:game_id>/plan/", planner.planner, name="planner"),
    path("games/<int:game_id>/plan/new/", planner.plan_new, name="plan_new"),
    path("plans/<int:plan_id>/", planner.plan, name="plan"),
    path("plans/<int:plan_id>/delete/", planner.plan_remove, name="plan_remove"),
    path("plans/<int:plan_id>/branch/", planner.branch_new, name="branch_new"),
    path("plans/<int:plan_id>/<int:branch_id>/step/", planner.branch_step, name="branch_step"),
    path(
        "plans/<int:plan_id>/<int:branch_id>/delete/", planner.branch_remove, name="branch_remove"
    ),
]
