"""A second engine, written from the rules text alone: it recounts what a record claims.

It shares nothing with the first one: mutable, without events, its own map, tables and notation. It
plays stripped records only and does nothing by itself, as other people's readers of records do.
"""

from __future__ import annotations

from engine.terra_mystica.record import FinalResult, RowResult, replay_record


def assert_both_agree(record: str) -> None:
    """Both engines come to the same state after every row, and to the same scores."""
    # The package is read by its own modules, so what it holds is asked for late.
    from tests.engine.terra_mystica.second.game import play

    *ours, final = replay_record(record)
    *theirs, scores = play(record)
    assert isinstance(final, FinalResult)
    # The last row is told after scoring, which the second engine counts apart.
    for one, other in zip(ours[:-1], theirs[:-1], strict=True):
        assert isinstance(one, RowResult)
        name, _, values = other
        where = f"row {one.row}"
        assert (where, one.faction, one.vp, one.c, one.w, one.p, one.pw, one.cult) == (
            where,
            name,
            *values,
        )
    assert final.final == scores
