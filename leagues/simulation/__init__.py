"""A whole season in a moment: for trying out rules, and for tests."""
