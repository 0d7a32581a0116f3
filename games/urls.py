"""Addresses of the tables."""

from django.urls import path, re_path

from games.views import clock, history, live, orders, question, substitutes, table

urlpatterns = [
    path("games/<int:game_id>/", table.table, name="table"),
    path("games/<int:game_id>/move/", table.move, name="table_move"),
    path("games/<int:game_id>/watch/", table.watch, name="table_watch"),
    path("games/<int:game_id>/undo/", table.undo, name="table_undo"),
    path("games/<int:game_id>/undo/ask/", table.undo_ask, name="table_undo_ask"),
    path("games/<int:game_id>/undo/<int:request_id>/", table.undo_reply, name="table_undo_answer"),
    path(
        "games/<int:game_id>/questions/<int:decision_id>/",
        question.question,
        name="table_question",
    ),
    path("games/<int:game_id>/at/", history.go, name="table_go"),
    path("games/<int:game_id>/at/<int:number>/", history.at, name="table_at"),
    path("games/<int:game_id>/log/", history.log, name="table_log"),
    path(
        "games/<int:game_id>/numbers/<int:seat>/<slug:key>/",
        history.origins,
        name="table_origins",
    ),
    path("games/<int:game_id>/charts/", history.charts, name="table_charts"),
    path("games/<int:game_id>/result/", history.result, name="table_result"),
    path("games/<int:game_id>/rematch/", history.rematch, name="table_rematch"),
    re_path(
        r"^games/(?P<game_id>[0-9]+)/record\.(?P<form>txt|json)$",
        history.record,
        name="table_record",
    ),
    path("games/<int:game_id>/stream/", live.table_stream, name="table_stream"),
    path("games/<int:game_id>/news/", live.table_news, name="table_news"),
    path("games/<int:game_id>/clock/", clock.table_clock, name="table_clock"),
    path("games/<int:game_id>/clock/act/", clock.table_clock_act, name="table_clock_act"),
    path("games/<int:game_id>/seats/<int:number>/take/", substitutes.take, name="seat_take"),
    path("games/<int:game_id>/orders/", orders.orders, name="orders"),
    path("notation/<slug:rules_key>/", table.notation, name="notation"),
]
