"""Forms of the lobby, of talk, notes and plans."""
