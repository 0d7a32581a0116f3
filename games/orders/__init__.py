"""Standing orders: a small language, what it means on a table, and nothing stored."""
