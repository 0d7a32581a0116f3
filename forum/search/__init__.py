"""Full-text search over posts, with what each database has on board."""
