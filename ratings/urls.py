"""Addresses of ratings and statistics; all of them are for everybody."""

from django.urls import path

from ratings.views import players, ratings, statistics

urlpatterns = [
    path("ratings/", ratings.rating_list_page, name="ratings"),
    path("ratings/<str:rules_key>/", ratings.rating_list_page, name="rating_list"),
    path("ratings/<str:rules_key>/list.csv", ratings.rating_list_csv, name="rating_list_csv"),
    path("ratings/<str:rules_key>/formula/", ratings.formula, name="rating_formula"),
    path(
        "ratings/<str:rules_key>/formula/<str:what>.csv",
        ratings.formula_csv,
        name="rating_formula_csv",
    ),
    path("statistics/<str:rules_key>/records/", statistics.records, name="records"),
    path("statistics/<str:rules_key>/records.csv", statistics.records_csv, name="records_csv"),
    path("statistics/<str:rules_key>/<str:what>/", statistics.statistics, name="statistics"),
    path(
        "statistics/<str:rules_key>/<str:what>.csv",
        statistics.statistics_csv,
        name="statistics_csv",
    ),
    path(
        "players/<str:username>/rating/<str:rules_key>/",
        players.rating_history,
        name="rating_history",
    ),
    path(
        "players/<str:username>/rating/<str:rules_key>.csv",
        players.rating_history_csv,
        name="rating_history_csv",
    ),
    path(
        "players/<str:username>/statistics/<str:rules_key>/",
        players.statistics,
        name="player_statistics",
    ),
    path(
        "players/<str:username>/statistics/<str:rules_key>.csv",
        players.statistics_csv,
        name="player_statistics_csv",
    ),
]
