"""Celery entry points of the outbox and of mail that comes in."""

from celery import shared_task
from django.conf import settings

from notifications.doors.imap import mailbox_fetch
from notifications.services.forum_mails import followers_tell
from notifications.services.inbound import inbound_process
from notifications.services.outbox import mail_deliver
from notifications.services.rounds import mails_tell, others_tell
from operations.hints import call_taken, worker_call


@shared_task
def send_mail(mail_id: int) -> None:
    mail_deliver(mail_id=mail_id)


@shared_task
def tell_now() -> None:
    """Called with every cause, but once for all that wait: see `operations.hints.worker_call`."""
    call_taken(tell_now)
    if not mails_tell():
        worker_call(tell_now)


@shared_task
def reach_out_now() -> None:
    call_taken(reach_out_now)
    others_tell()


@shared_task
def process_inbound(mail_id: int) -> None:
    inbound_process(mail_id=mail_id)


@shared_task
def fetch_mailbox() -> None:
    if settings.INBOUND_IMAP:
        mailbox_fetch(settings.INBOUND_IMAP)


@shared_task
def tell_followers(post_id: int) -> None:
    followers_tell(post_id=post_id)
