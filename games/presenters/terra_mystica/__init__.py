"""Terra Mystica for the eye and the ear."""
