"""Requests to addresses that people gave us: push services, Discord, Slack, their own programs."""
