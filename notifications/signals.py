"""What happens to mails on their way, for those in this app who act upon it."""

from django.dispatch import Signal

mail_given_up = Signal()
"""`mail` (OutgoingMail), `error` (the exception), `now`: it will not be tried again."""
