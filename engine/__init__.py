"""The rules of the games, as pure Python: no framework, no clock, no chance, no input or output."""
