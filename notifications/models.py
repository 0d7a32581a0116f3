"""Mail going out and coming in, the development mailbox, and what people want to be told."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.models import Game
from notifications.inbound.reasons import sentence_for

DAILY_HOUR = 7
"""When the daily mail comes, unless somebody chose another hour."""


class OutgoingMail(models.Model):
    """One mail on its way. Written in the transaction of its cause, sent by a worker."""

    class State(models.TextChoices):
        QUEUED = "queued", _("queued")
        SENDING = "sending", _("sending")
        SENT = "sent", _("sent")
        FAILED = "failed", _("given up")
        DROPPED = "dropped", _("no longer true")

    message_id = models.CharField(max_length=200, unique=True)
    sender = models.CharField(max_length=320)
    recipients = models.JSONField(default=list)
    subject = models.CharField(max_length=400)
    source = models.BinaryField()
    state = models.CharField(max_length=8, choices=State, default=State.QUEUED)
    due_at = models.DateTimeField()
    created_at = models.DateTimeField(auto_now_add=True)
    claimed_at = models.DateTimeField(null=True, blank=True)
    sent_at = models.DateTimeField(null=True, blank=True)
    tries = models.PositiveSmallIntegerField(default=0)
    error = models.TextField(blank=True)
    provider_id = models.CharField(max_length=200, blank=True)
    """What the server said when it took the mail: its name for it."""

    class Meta:
        indexes = (
            models.Index(
                fields=["due_at"],
                name="outbox_due",
                condition=models.Q(state="queued"),
            ),
            models.Index(
                fields=["claimed_at"],
                name="outbox_claimed",
                condition=models.Q(state="sending"),
            ),
            models.Index(fields=["-created_at"], name="outbox_recent"),
        )

    def __str__(self) -> str:
        return f"{self.subject} → {', '.join(self.recipients)} ({self.state})"


class MailboxMessage(models.Model):
    """A mail that stays here to be read, where no mail server is configured."""

    received_at = models.DateTimeField(auto_now_add=True)
    sender = models.CharField(max_length=320)
    recipients = models.JSONField(default=list)
    subject = models.CharField(max_length=400)
    source = models.BinaryField()

    class Meta:
        ordering = ("-pk",)

    def __str__(self) -> str:
        return f"{self.subject} → {', '.join(self.recipients)}"


class InboundMail(models.Model):
    """One mail that came in, with what became of it. Kept for 30 days."""

    class State(models.TextChoices):
        QUEUED = "queued", _("queued")
        PROCESSING = "processing", _("being read")
        DONE = "done", _("done")

    class Outcome(models.TextChoices):
        ACCEPTED = "accepted", pgettext_lazy("mail", "acted upon")
        REFUSED = "refused", pgettext_lazy("mail", "refused")
        MACHINE = "machine", pgettext_lazy("mail", "written by a machine")
        UNHANDLED = "unhandled", pgettext_lazy("mail", "nobody takes it")
        BROKEN = "broken", pgettext_lazy("mail", "failed")

    class Door(models.TextChoices):
        SMTP = "smtp", "SMTP"
        LMTP = "lmtp", "LMTP"
        IMAP = "imap", "IMAP"
        WEBHOOK = "webhook", _("provider")
        MAILBOX = "mailbox", _("development mailbox")

    key = models.CharField(max_length=64, unique=True)
    """The same for the same mail that arrives twice: see `authenticity.message_key`."""
    door = models.CharField(max_length=8, choices=Door)
    received_at = models.DateTimeField()
    envelope_sender = models.CharField(max_length=320, blank=True)
    envelope_recipient = models.CharField(max_length=320, blank=True)
    message_id = models.CharField(max_length=400, blank=True)
    sender = models.CharField(max_length=320, blank=True)
    subject = models.CharField(max_length=400, blank=True)
    source = models.BinaryField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="inbound_mails",
    )
    state = models.CharField(max_length=10, choices=State, default=State.QUEUED)
    outcome = models.CharField(max_length=9, choices=Outcome, blank=True)
    reason = models.CharField(max_length=40, blank=True)
    detail = models.TextField(blank=True)
    tries = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField()
    claimed_at = models.DateTimeField(null=True, blank=True)
    processed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = (
            models.Index(fields=["due_at"], name="inbound_due", condition=models.Q(state="queued")),
            models.Index(
                fields=["claimed_at"],
                name="inbound_claimed",
                condition=models.Q(state="processing"),
            ),
            models.Index(fields=["-received_at"], name="inbound_recent"),
            models.Index(fields=["user", "received_at"], name="inbound_of_user"),
        )

    def __str__(self) -> str:
        return f"{self.subject} ← {self.sender} ({self.outcome or self.state})"

    @property
    def sentence(self) -> str:
        """The reason in words."""
        return str(sentence_for(self.reason))


class AddressState(models.Model):
    """What we know of an address that gives trouble; no row means that all is well."""

    class Trouble(models.TextChoices):
        NONE = "", _("none yet")
        BOUNCES = "bounces", _("mail does not arrive")
        COMPLAINED = "complained", _("called our mail spam")

    address = models.CharField(max_length=320, unique=True)
    trouble = models.CharField(max_length=10, choices=Trouble, blank=True, default=Trouble.NONE)
    """Empty while there were soft bounces only, fewer than count."""
    reason = models.CharField(max_length=200, blank=True)
    soft_bounces = models.PositiveSmallIntegerField(default=0)
    since = models.DateTimeField()
    last_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.address}: {self.trouble or 'no trouble yet'}"


class Notification(models.Model):
    """One thing that one person is to be told in one way. Written with its cause."""

    class State(models.TextChoices):
        QUEUED = "queued", _("queued")
        COMPOSING = "composing", _("being written")
        TOLD = "told", _("told")
        DROPPED = "dropped", _("no longer true")
        FAILED = "failed", _("given up")

    key = models.CharField(max_length=120)
    """Names the cause and the person: the same cause tells once in each way."""
    kind = models.CharField(max_length=40)
    """See `notifications.kinds`."""
    channel = models.CharField(max_length=20, default="mail")
    instead_of = models.CharField(max_length=20, blank=True)
    """The channel that was wanted and does not work."""
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notifications"
    )
    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, null=True, blank=True, related_name="notifications"
    )
    about = models.PositiveBigIntegerField(default=0)
    """Id of the decision, invitation, request or line that it is about."""
    facts = models.JSONField(default=dict)
    state = models.CharField(max_length=9, choices=State, default=State.QUEUED)
    planned_at = models.DateTimeField(default=timezone.now)
    """Not before this: what the delay is measured from."""
    due_at = models.DateTimeField()
    bundled = models.BooleanField(default=False)
    """Goes into one mail with whatever else waits for the same person."""
    created_at = models.DateTimeField(auto_now_add=True)
    claimed_at = models.DateTimeField(null=True, blank=True)
    settled_at = models.DateTimeField(null=True, blank=True)
    tries = models.PositiveSmallIntegerField(default=0)
    reached = models.JSONField(default=list)
    """Ids of the devices or webhooks that have it, while others are tried again."""
    error = models.TextField(blank=True)
    """Why it was dropped or did not work."""
    provider_id = models.CharField(max_length=200, blank=True)
    """What the service that took it calls it."""
    mail = models.ForeignKey(
        OutgoingMail, on_delete=models.SET_NULL, null=True, blank=True, related_name="notifications"
    )

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["key", "channel"], name="one_notification_per_cause_and_channel"
            ),
        )
        indexes = (
            models.Index(
                fields=["due_at"], name="notification_due", condition=models.Q(state="queued")
            ),
            models.Index(
                fields=["claimed_at"],
                name="notification_claimed",
                condition=models.Q(state="composing"),
            ),
            models.Index(fields=["kind", "about"], name="notification_about"),
            models.Index(fields=["-created_at"], name="notification_recent"),
        )

    def __str__(self) -> str:
        return f"{self.key} by {self.channel} ({self.state})"


class GameSilence(models.Model):
    """Somebody wants to hear less of one table than of others."""

    class Extent(models.TextChoices):
        ALL = "all", _("Nothing at all")
        MAIL = "mail", _("No mail; other ways as usual")
        UNASKED = "unasked", _("Only when something is asked of me")
        DAILY = "daily", _("Everything once a day, in the daily mail")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="game_silences"
    )
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="silences")
    extent = models.CharField(max_length=8, choices=Extent, default=Extent.ALL)
    since = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["user", "game"], name="one_silence_per_game"),
        )

    def __str__(self) -> str:
        return f"{self.user_id} hears less of game {self.game_id}: {self.extent}"


class Preference(models.Model):
    """A person's wish to be told of one kind of thing through one channel, or not."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notification_preferences"
    )
    kind = models.CharField(max_length=40)
    channel = models.CharField(max_length=20)
    wanted = models.BooleanField()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["user", "kind", "channel"], name="one_preference_per_kind_and_channel"
            ),
        )

    def __str__(self) -> str:
        return f"{self.user}: {self.kind} by {self.channel}: {'yes' if self.wanted else 'no'}"


class Rhythm(models.Model):
    """When a person wants to be told; no row means at once, and the daily mail at seven."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="rhythm"
    )
    bundle_minutes = models.PositiveSmallIntegerField(default=0)
    """So long a mail waits for others, to go as one."""
    daily_hour = models.PositiveSmallIntegerField(default=DAILY_HOUR)
    """On the person's own clock, like the quiet hours."""
    quiet_from = models.TimeField(null=True, blank=True)
    quiet_to = models.TimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.user_id}: {self.bundle_minutes} min, daily at {self.daily_hour}"


class Target(models.Model):
    """A place outside to which we send what a person wants to know."""

    created_at = models.DateTimeField(auto_now_add=True)
    last_ok_at = models.DateTimeField(null=True, blank=True)
    failures = models.PositiveSmallIntegerField(default=0)
    """In a row."""
    error = models.CharField(max_length=300, blank=True)

    class Meta:
        abstract = True


class PushDevice(Target):
    """A browser that shows our messages, also while no page of ours is open."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="push_devices"
    )
    endpoint = models.CharField(max_length=1000, unique=True)
    p256dh = models.CharField(max_length=120)
    auth = models.CharField(max_length=60)
    label = models.CharField(max_length=80)

    def __str__(self) -> str:
        return f"{self.label} of {self.user_id}"


class Webhook(Target):
    """An address that we call with what a person wants to know."""

    class Form(models.TextChoices):
        DISCORD = "discord", "Discord"
        SLACK = "slack", "Slack"
        RAW = "raw", _("Plain JSON, signed")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="webhooks"
    )
    form = models.CharField(max_length=7, choices=Form)
    url = models.CharField(max_length=1000)
    secret = models.CharField(max_length=64)
    """Signs what we send, so that the receiver knows that it is ours."""
    paused_at = models.DateTimeField(null=True, blank=True)
    """Set after too many failures in a row: not called any more until its owner says so."""

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["user", "url"], name="one_webhook_per_address"),
        )

    def __str__(self) -> str:
        return f"{self.form} webhook of {self.user_id}"

    @property
    def shown_url(self) -> str:
        """Enough to know it by; the rest is as good as a password."""
        return self.url if len(self.url) <= 48 else f"{self.url[:40]}…{self.url[-4:]}"


class CalendarFeed(models.Model):
    """The secret address at which a person's calendar reads the deadlines."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="calendar_feed"
    )
    token = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)
    read_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"calendar of {self.user_id}"


class Resending(models.Model):
    """Who had what sent again. Rows are added, never changed."""

    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="resendings"
    )
    at = models.DateTimeField(default=timezone.now)
    channel = models.CharField(max_length=20)
    what = models.CharField(max_length=400)
    """The subject or key of one; empty: all that had been given up."""
    count = models.PositiveIntegerField()

    class Meta:
        ordering = ("-at", "-pk")

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.by_id}: {self.count} by {self.channel}"
