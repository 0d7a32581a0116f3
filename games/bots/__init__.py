"""Players made of code: for self-play, tests and benchmarks. They know a game by its border."""
