"""Addresses of the development mailbox, mounted under /dev/mail/ where DEV_MAILBOX is on."""

from django.urls import path

from notifications.views import mailbox

urlpatterns = [
    path("", mailbox.inbox, name="mailbox"),
    path("empty/", mailbox.empty, name="mailbox_empty"),
    path("<int:mail_id>/", mailbox.message, name="mailbox_message"),
    path("<int:mail_id>/html/", mailbox.message, {"form": "html"}, name="mailbox_message_html"),
    path(
        "<int:mail_id>/source/", mailbox.message, {"form": "source"}, name="mailbox_message_source"
    ),
    path("<int:mail_id>/answer/", mailbox.answer, name="mailbox_answer"),
    path("<int:mail_id>/frame/", mailbox.message_html, name="mailbox_frame"),
    path("<int:mail_id>/part/<int:number>/", mailbox.message_part, name="mailbox_part"),
]
