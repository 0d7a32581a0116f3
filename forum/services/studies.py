"""Studies are begun, written, published; plans are shown to others."""

from __future__ import annotations

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from forum.errors import EmptyStudy, NotAllowed, NotOverYet, TooLong, TooShort
from forum.limits import LONGEST, TITLE_SHORTEST
from forum.models import Category, SharedPlan, Study, StudyStep, Topic, Variation
from forum.models.topics import TITLE_LONGEST
from forum.permissions import may_write, standing_of
from forum.services.posts import topic_start
from games.models import PlanBranch
from games.presenters.walk import Lines, lines_read
from games.selectors.access import game_for
from games.services.plans import own_plan

LONGEST_WORDS = LONGEST // 2
STEPS_AT_MOST = 60
VARIATIONS_AT_MOST = 8


@transaction.atomic
def study_begin(*, game_id: int, author: User, title: str, intro: str = "") -> Study:
    """Only of finished games: a study of a running one would be advice to somebody."""
    game = game_for(game_id=game_id, viewer=author)
    _may_write(author)
    if not game.is_finished:
        raise NotOverYet
    return Study.objects.create(game=game, author=author, title=_title(title), intro=_words(intro))


@transaction.atomic
def study_change(*, study: Study, by: User, title: str, intro: str) -> None:
    _own(study, by)
    study.title, study.intro = _title(title), _words(intro)
    study.changed_at = timezone.now()
    study.save(update_fields=["title", "intro", "changed_at"])


def study_delete(*, study: Study, by: User) -> None:
    """As long as nobody else has seen it; later its topic can be removed."""
    _own(study, by)
    if study.published_at:
        raise NotAllowed
    study.delete()


@transaction.atomic
def step_put(
    *, study: Study, by: User, number: int, text: str, step_id: int | None = None
) -> StudyStep:
    """Add a position, or change one; its variations stay only if the position does."""
    _own(study, by)
    if not 0 <= number <= study.game.length:
        raise NotAllowed
    if step_id is None:
        if study.steps.count() >= STEPS_AT_MOST:
            raise TooLong(length=STEPS_AT_MOST + 1, most=STEPS_AT_MOST)
        step = StudyStep(study=study)
    else:
        step = _step(study, step_id)
        if step.number != number:
            step.variations.all().delete()
    step.number, step.text = number, _words(text)
    step.save()
    _changed(study)
    return step


@transaction.atomic
def step_remove(*, study: Study, by: User, step_id: int) -> None:
    _own(study, by)
    _step(study, step_id).delete()
    _changed(study)


@transaction.atomic
def variation_add(
    *,
    study: Study,
    by: User,
    step_id: int,
    name: str = "",
    text: str = "",
    branch_id: int | None = None,
) -> Variation:
    """Lines written one to a row, or a branch of one's own plan that begins at the position.

    Raises PlanRefused with the line that cannot be played.
    """
    _own(study, by)
    step = _step(study, step_id)
    if step.variations.count() >= VARIATIONS_AT_MOST:
        raise TooLong(length=VARIATIONS_AT_MOST + 1, most=VARIATIONS_AT_MOST)
    if branch_id is not None:
        branch = branches_for(study=study, step=step).filter(pk=branch_id).first()
        if branch is None:
            raise NotAllowed
        name = name or branch.name or branch.plan.name
        text = "\n".join(row["line"] for row in branch.lines)
    lines: Lines = lines_read(game=study.game, number=step.number, text=text)
    if not lines:
        raise TooShort(least=1)
    made = Variation.objects.create(
        step=step, name=" ".join(name.split())[:80], lines=[list(line) for line in lines]
    )
    _changed(study)
    return made


@transaction.atomic
def variation_remove(*, study: Study, by: User, variation_id: int) -> None:
    _own(study, by)
    Variation.objects.filter(pk=variation_id, step__study=study).delete()
    _changed(study)


def branches_for(*, study: Study, step: StudyStep) -> QuerySet[PlanBranch]:
    """Branches of the author's own plans that begin where a step stands."""
    return PlanBranch.objects.filter(
        plan__user=study.author, plan__game=study.game, number=step.number
    ).select_related("plan")


@transaction.atomic
def study_publish(*, study: Study, by: User, category: Category) -> Topic:
    """Open its topic; the first post shows the study to everybody who reads it."""
    _own(study, by)
    if study.published_at:
        raise NotAllowed
    if not study.steps.exists():
        raise EmptyStudy
    text = f"{study.intro}\n\n[study {study.pk}]".strip()
    topic = topic_start(author=by, category=category, title=study.title, text=text)
    study.topic, study.published_at = topic, timezone.now()
    study.save(update_fields=["topic", "published_at"])
    return topic


@transaction.atomic
def plan_sharing_set(*, plan_id: int, by: User, shared: bool) -> None:
    """Show a plan to others, or no longer; not before the game is over."""
    plan = own_plan(user=by, plan_id=plan_id)
    _may_write(by)
    if not shared:
        SharedPlan.objects.filter(plan=plan).delete()
        return
    if not plan.game.is_finished:
        raise NotOverYet
    SharedPlan.objects.get_or_create(plan=plan)


def _may_write(user: User) -> None:
    if not may_write(standing_of(user=user, now=timezone.now())):
        raise NotAllowed


def _own(study: Study, by: User) -> None:
    _may_write(by)
    if study.author_id != by.pk:
        raise NotAllowed


def _step(study: Study, step_id: int) -> StudyStep:
    found = study.steps.filter(pk=step_id).first()
    if found is None:
        raise NotAllowed
    return found


def _changed(study: Study) -> None:
    Study.objects.filter(pk=study.pk).update(changed_at=timezone.now())


def _title(title: str) -> str:
    title = " ".join(title.split())
    if len(title) < TITLE_SHORTEST:
        raise TooShort(least=TITLE_SHORTEST)
    if len(title) > TITLE_LONGEST:
        raise TooLong(length=len(title), most=TITLE_LONGEST)
    return title


def _words(text: str) -> str:
    text = text.replace("\0", "").replace("\r\n", "\n").strip()
    if len(text) > LONGEST_WORDS:
        raise TooLong(length=len(text), most=LONGEST_WORDS)
    return text
