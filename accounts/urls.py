"""Addresses of players and of one's own settings."""

from django.urls import path

from accounts.views import language, players, settings

urlpatterns = [
    path("players/<str:username>/", players.profile, name="profile"),
    path("players/<str:username>/avatar.svg", players.avatar, name="avatar"),
    path("language/", language.set_language, name="set_language"),
    path("welcome/", settings.welcome, name="welcome"),
    path("settings/", settings.profile_settings, name="settings"),
    path("settings/preferences/", settings.preferences, name="settings_preferences"),
    path("settings/data/", settings.data, name="settings_data"),
    path("settings/data/export/", settings.export, name="settings_export"),
    path("settings/data/delete/", settings.delete, name="settings_delete"),
    path("settings/second-factor/", settings.second_factor_needed, name="second_factor_needed"),
]
