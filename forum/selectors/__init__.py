"""Questions about the forum, each in few queries."""
