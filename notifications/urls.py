"""Addresses of notification settings and of the outbox."""

from django.urls import path

from notifications.views import channels, inbound, outbox, preferences, unsubscribe

urlpatterns = [
    path(
        "settings/notifications/", preferences.notification_settings, name="notification_settings"
    ),
    path("settings/notifications/hours/", preferences.rhythm, name="notification_hours"),
    path("settings/notifications/channels/", channels.channels, name="channels"),
    path("settings/notifications/test/<str:channel>/", channels.test, name="channel_test"),
    path("settings/notifications/push/", channels.push_subscribe, name="push_subscribe"),
    path(
        "settings/notifications/push/<int:device_id>/remove/",
        channels.push_remove,
        name="push_remove",
    ),
    path("settings/notifications/webhooks/", channels.webhooks, name="webhooks"),
    path(
        "settings/notifications/webhooks/<int:hook_id>/remove/",
        channels.webhook_gone,
        name="webhook_remove",
    ),
    path("settings/notifications/calendar/", channels.calendar_new, name="calendar_reset"),
    path("settings/notifications/calendar/remove/", channels.calendar_gone, name="calendar_remove"),
    path("settings/notifications/address/", channels.address_check, name="address_check"),
    path(
        "settings/notifications/address/<str:token>/", channels.address_works, name="address_works"
    ),
    path("calendar/<str:token>.ics", channels.calendar_feed, name="calendar_feed"),
    path("push-worker.js", channels.push_worker, name="push_worker"),
    path("games/<int:game_id>/notices/", preferences.table_notices, name="table_notices"),
    path("unsubscribe/<str:token>/", unsubscribe.unsubscribe, name="unsubscribe"),
    path("operator/outbox/", outbox.outbox, name="outbox"),
    path("operator/outbox/resend/", outbox.resend_all, name="outbox_resend_all"),
    path("operator/outbox/<int:mail_id>/resend/", outbox.resend, name="outbox_resend"),
    path("operator/notices/<int:notice_id>/resend/", outbox.resend_notice, name="notice_resend"),
    path("operator/inbound/", inbound.inbound, name="inbound"),
    path("operator/inbound/<int:mail_id>/source/", inbound.source, name="inbound_source"),
    path("operator/inbound/<int:mail_id>/retry/", inbound.retry, name="inbound_retry"),
]
