"""Celery entry points of ratings and statistics."""

from celery import shared_task
from django.utils import timezone

from ratings.services.learning import learn
from ratings.services.settling import results_settle


@shared_task
def settle_results() -> None:
    results_settle(timezone.now())


@shared_task
def learn_from_games(rules_key: str) -> None:
    learn(rules_key=rules_key, now=timezone.now())
