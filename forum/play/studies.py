"""Studies and shared plans: who may see them, and their cards in posts."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString

from accounts.models import User
from forum.embeds import Embed
from forum.markup import plain_text
from forum.models import Level, SharedPlan, Study, StudyStep, Topic
from forum.play.plan_view import plans_shown
from games.models import Game, Plan, PlanBranch
from games.positions import positions_at
from games.presenters.mini_board import mini_board

WORDS = re.compile(r"([1-9]\d{0,17})(?: step ([1-9]\d?))?")
PATH = re.compile(r"/forum/studies/([1-9]\d{0,17})/")
PLAN_WORDS = re.compile(r"([1-9]\d{0,17})(?: branch ([1-9]\d?))?(?: step (\d{1,3}))?")
PLAN_PATH = re.compile(r"/forum/plans/([1-9]\d{0,17})/")
MOST_CARDS = 24


def studies_for(viewer: User | None, *, moderates: bool = False) -> QuerySet[Study]:
    """Published ones whose topic stands, and the viewer's own."""
    if moderates:
        return Study.objects.select_related("game", "author", "topic__category")
    shown = Q(topic__state=Topic.State.OPEN)
    # Sections of moderators are for them alone; of the others the topic's page decides.
    shown &= Q(topic__category__read_by=Level.EVERYONE) | (
        Q(topic__category__read_by=Level.MEMBERS) if viewer is not None else Q(pk=None)
    )
    own = Q(author=viewer) if viewer is not None else Q(pk=None)
    return Study.objects.filter(shown | own).select_related("game", "author", "topic__category")


def studies_of_game(*, game: Game, viewer: User | None) -> list[Study]:
    if not game.is_finished:
        return []
    return list(studies_for(viewer).filter(game=game)[:20])


def plans_for(viewer: User | None) -> QuerySet[Plan]:
    """One's own, and those of finished games that their owners show."""
    shared = Exists(SharedPlan.objects.filter(plan=OuterRef("pk")))
    shown = Q(shared, game__status=Game.Status.FINISHED)
    own = Q(user=viewer) if viewer is not None else Q(pk=None)
    return Plan.objects.filter(shown | own).select_related("game", "user")


# ---- cards -------------------------------------------------------------------------------------


def studies_fill(references: Sequence[str], viewer: User | None) -> Mapping[str, SafeString]:
    asked = {words: _numbers(WORDS, words) for words in references[:MOST_CARDS]}
    wanted_ids = {numbers[0] for numbers in asked.values()}
    # From the steps, so that they come with their studies: one without any has nothing to show.
    rows = StudyStep.objects.filter(study__in=studies_for(viewer).filter(pk__in=wanted_ids))
    steps: dict[int, list[StudyStep]] = {}
    for row in rows.select_related("study__game", "study__author"):
        steps.setdefault(row.study_id, []).append(row)
    chosen = {
        words: (found[(step or 1) - 1].study, found[(step or 1) - 1], step)
        for words, (study_id, step) in asked.items()
        if 0 < (step or 1) <= len(found := steps.get(study_id, []))
    }
    wanted = [(study.game, step.number) for study, step, _ in chosen.values()]
    positions = positions_at(wanted=wanted)
    return {
        words: render_to_string(
            "forum/play/_study_card.html",
            {
                "study": study,
                "step": step,
                "number": number,
                "count": len(steps[study.pk]),
                "words": plain_text(step.text if number else study.intro, 160),
                "board": mini_board(
                    study.game.rules.view(positions[study.game_id, step.number].state, None)
                ),
            },
        )
        for words, (study, step, number) in chosen.items()
    }


def plans_fill(references: Sequence[str], viewer: User | None) -> Mapping[str, SafeString]:
    asked = {words: _numbers(PLAN_WORDS, words) for words in references[:MOST_CARDS]}
    wanted_ids = {numbers[0] for numbers in asked.values()}
    # From the branches, so that they come with their plans: one without any has nothing to show.
    rows = PlanBranch.objects.filter(plan__in=plans_for(viewer).filter(pk__in=wanted_ids))
    branches: dict[int, list[PlanBranch]] = {}
    for row in rows.select_related("plan__game", "plan__user"):
        branches.setdefault(row.plan_id, []).append(row)
    chosen = {
        words: (branches[plan_id][0].plan, branch or 1, step or None)
        for words, (plan_id, branch, step) in asked.items()
        if plan_id in branches
    }
    shown = plans_shown(wanted=list(chosen.values()), branches=branches)
    return {
        words: render_to_string(
            "forum/play/_plan_card.html",
            {"plan": plan, "shown": shown[plan.pk, branch, step]},
        )
        for words, (plan, branch, step) in chosen.items()
        if (plan.pk, branch, step) in shown
    }


def _numbers(pattern: re.Pattern[str], words: str) -> tuple[int, ...]:
    found = pattern.fullmatch(words)
    assert found, words
    return tuple(int(number or 0) for number in found.groups())


STUDY = Embed(
    kind="study",
    words=WORDS,
    fill=studies_fill,
    path=PATH,
    words_for=lambda found: str(found[1]),
    address=lambda words: reverse("forum_study", args=[words.split()[0]]),
)
PLAN = Embed(
    kind="plan",
    words=PLAN_WORDS,
    fill=plans_fill,
    path=PLAN_PATH,
    words_for=lambda found: str(found[1]),
    address=lambda words: reverse("forum_plan", args=[words.split()[0]]),
)
