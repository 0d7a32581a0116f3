"""What a page shows of a game: views, offers and events become shapes, labels and sentences.

One package for each game. Pure functions of what crosses the engine's border: no rule, no database.
"""
