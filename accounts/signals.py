"""What other apps may listen to."""

from django.dispatch import Signal

user_anonymised = Signal()
"""Sent with `user` and `former_addresses` (a list) in the transaction that removes personal data.

The row stays under its pseudonym; whoever keeps copies of the name or addresses removes them now.
"""

time_zone_changed = Signal()
"""Sent with `user` and `before` (the key of the former zone), in a transaction with the change."""
