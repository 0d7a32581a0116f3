"""Tiles and action spaces: data, one module per family."""
