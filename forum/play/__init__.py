"""Games in the forum: boards in posts, threads of games, studies."""
