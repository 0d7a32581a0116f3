"""Ways in which mail reaches us; all give the same message to `inbound_accept`."""
