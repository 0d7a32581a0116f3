"""What `./run` and `./test` need before and around the site itself."""
