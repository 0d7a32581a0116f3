"""Addresses of leagues."""

from django.urls import path

from leagues.views import (
    cockpit,
    feeds,
    organising,
    public,
    taking_part,
    tournament_organising,
    tournaments,
)

SEASON = "leagues/<slug:slug>/<int:number>/"

urlpatterns = [
    path("leagues/", public.leagues, name="leagues"),
    path("leagues/new/", organising.league_new, name="league_new"),
    # Links in mails
    path("leagues/check-in/<str:token>/", taking_part.check_in_by_token, name="check_in_by_token"),
    # One table
    path("leagues/table/<int:table_id>/", public.table, name="league_table"),
    path("leagues/table/<int:table_id>/sign/", taking_part.sign, name="league_table_sign"),
    path("leagues/table/<int:table_id>/dispute/", taking_part.dispute, name="league_table_dispute"),
    path("leagues/table/<int:table_id>/appeal/", taking_part.appeal, name="league_table_appeal"),
    path("leagues/act/<slug:key>/<int:target>/", cockpit.action, name="league_action"),
    # A league
    path("leagues/<slug:slug>/", public.league, name="league"),
    path("leagues/<slug:slug>/settings/", organising.league_settings, name="league_settings"),
    path("leagues/<slug:slug>/organisers/", organising.organisers, name="league_organisers"),
    path("leagues/<slug:slug>/substitutes/", taking_part.pool, name="league_pool"),
    # A season
    path(SEASON, public.season, name="season"),
    path(SEASON + "d<int:division>/g<int:group>/", public.group, name="league_group"),
    path(SEASON + "log/", public.log, name="season_log"),
    path(SEASON + "sign-up/", taking_part.sign_up, name="season_sign_up"),
    path(SEASON + "check-in/", taking_part.check_in, name="season_check_in"),
    path(SEASON + "step/", organising.step, name="season_step"),
    path(SEASON + "dates/", organising.dates, name="season_dates"),
    path(SEASON + "place/", organising.place, name="season_place"),
    path(SEASON + "write/", organising.write, name="season_write"),
    path(SEASON + "cockpit/", cockpit.cockpit, name="season_cockpit"),
    path(SEASON + "standings.json", feeds.standings_json, name="season_standings_json"),
    path(SEASON + "results.json", feeds.results_json, name="season_results_json"),
    path(SEASON + "results.atom", feeds.ResultsFeed(), name="season_results_feed"),
    path(SEASON + "dates.ics", feeds.dates_ics, name="season_dates_ics"),
    # Tournaments
    path("tournaments/", tournaments.tournaments, name="tournaments"),
    path("tournaments/new/", tournament_organising.tournament_new, name="tournament_new"),
    path(
        "tournaments/act/<slug:key>/<int:target>/",
        tournament_organising.tournament_action,
        name="tournament_action",
    ),
    path("tournaments/<slug:slug>/", tournaments.tournament, name="tournament"),
    path("tournaments/<slug:slug>/enter/", tournaments.enter, name="tournament_enter"),
    path("tournaments/<slug:slug>/withdraw/", tournaments.withdraw, name="tournament_withdraw"),
    path(
        "tournaments/<slug:slug>/standings.json",
        tournaments.standings_json,
        name="tournament_json",
    ),
    path(
        "tournaments/<slug:slug>/results.atom",
        tournaments.TournamentFeed(),
        name="tournament_feed",
    ),
    path(
        "tournaments/<slug:slug>/organise/",
        tournament_organising.tournament_organise,
        name="tournament_organise",
    ),
    path(
        "tournaments/<slug:slug>/organisers/",
        tournament_organising.tournament_organisers,
        name="tournament_organisers",
    ),
]
