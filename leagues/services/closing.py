"""The end of a season: final places, and where everybody goes from there."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from leagues.models import Entry, Group, LeagueTable, Season
from leagues.placement import Claim, Movement, movements
from leagues.plans import Part
from leagues.services.standing import Standing, standing_of
from leagues.words import Words, said

GOES: dict[Claim, Words] = {
    Claim.PROMOTED: _("%(place)s. %(name)s: up to division %(division)s"),
    Claim.DEMOTED: _("%(place)s. %(name)s: down to division %(division)s"),
    Claim.STAYED: _("%(place)s. %(name)s: stays in division %(division)s"),
}


@dataclass(frozen=True)
class Closing:
    """What closing would write down."""

    groups: tuple[tuple[Group, Standing, tuple[Movement, ...]], ...]
    problems: tuple[Words, ...]

    def count(self, claim: str) -> int:
        wanted = Claim[claim.upper()]
        return sum(move.claim == wanted for _g, _s, moves in self.groups for move in moves)

    def parts(self) -> tuple[Part, ...]:
        return tuple(
            Part(
                title=said(
                    _("Division %(division)s, group %(group)s"),
                    division=standing.division,
                    group=group.number,
                ),
                lines=tuple(
                    said(
                        GOES[move.claim],
                        place=row.place,
                        name=standing.entries[row.player].user.username,
                        division=move.division,
                    )
                    for row, move in zip(standing.rows, moves, strict=True)
                ),
            )
            for group, standing, moves in self.groups
        )


def closing_of(season: Season) -> Closing:
    """Nothing is written."""
    problems: list[Words] = []
    tables = LeagueTable.objects.filter(group__division__season=season)
    if count := tables.filter(scores__isnull=True).count():
        problems.append(said(_("Tables without a result: %(count)s"), count=count))
    if count := tables.filter(scores__isnull=False, final_at=None).count():
        problems.append(said(_("Results that are not final yet: %(count)s"), count=count))
    out = []
    groups = Group.objects.filter(division__season=season).select_related(
        "division__season__league"
    )
    for group in groups.order_by("division__number", "number"):
        standing = standing_of(group)
        for tied in standing.undecided():
            problems.append(
                said(
                    _("Division %(division)s, group %(group)s: nothing decides between %(names)s."),
                    division=standing.division,
                    group=group.number,
                    names=", ".join(standing.entries[pk].user.username for pk in tied),
                )
            )
        out.append((group, standing, _moves(standing)))
    return Closing(groups=tuple(out), problems=tuple(problems))


def _moves(standing: Standing) -> tuple[Movement, ...]:
    """By the zones; who left the season goes down whatever his place."""
    moved = movements(
        [(row.player, row.place) for row in standing.rows],
        division=standing.division,
        last_division=standing.last_division,
        up=standing.rules.up,
        down=standing.rules.down,
    )
    if standing.division == standing.last_division:
        return moved  # nobody falls deeper, and who stands last is not placed above others
    return tuple(
        Movement(move.player, standing.division + 1, Claim.DEMOTED)
        if standing.has_left(row)
        else move
        for row, move in zip(standing.rows, moved, strict=True)
    )


def closing_store(closing: Closing) -> None:
    changed = []
    for _group, standing, moves in closing.groups:
        for row, move in zip(standing.rows, moves, strict=True):
            entry = standing.entries[row.player]
            entry.final_place = row.place
            entry.next_division = move.division
            entry.next_claim = move.claim.name.lower()
            changed.append(entry)
    Entry.objects.bulk_update(
        changed, ["final_place", "next_division", "next_claim"], batch_size=200
    )
